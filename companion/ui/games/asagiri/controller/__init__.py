"""A game of Asagiri in progress: the object that every part of the table looks at and acts through."""

"""The window of Okko: Era of the Asagiri."""

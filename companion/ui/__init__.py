"""The window: Qt Widgets, one package for each thing a person sees."""

"""An independent, naive oracle of Asagiri's geometry and queries, to test the real engine against."""

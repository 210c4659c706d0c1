"""What is drawn over the floor, one class each. All of it answers the model's own functions."""

"""What is asked: the steps that lead to an option, from the prompt to the answer."""

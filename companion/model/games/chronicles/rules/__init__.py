"""What is asked, what may be answered, and what comes of it: the rules of the page (chronicles), a part a module."""

"""The look: ink, paper, vermilion. Colours, type, signs, textures, figures, dice and the widgets drawn with them.

Import the modules (`from companion.ui.kit.theme import palette, icons`); `style.apply(app)` dresses the application.
"""

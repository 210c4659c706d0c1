"""The skill-effect language: what a skill does is a tree of typed nodes, checked and explained from the same tree."""

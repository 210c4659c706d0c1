"""The skill language as far as it needs no table: words, windows, selectors, skills as trees and in sentences."""

"""Template tags and filters that every page may use."""

from django import template

register = template.Library()

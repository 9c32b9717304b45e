"""Drawings of the treasure hunt."""

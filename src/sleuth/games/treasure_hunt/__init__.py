"""The treasure hunt."""

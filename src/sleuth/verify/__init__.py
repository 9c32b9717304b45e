"""Judges trees and certificates by the plain law; shares nothing with what solves."""

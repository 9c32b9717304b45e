"""Judges trees and certificates by the plain law; shares nothing with what solves."""

from sleuth._exports import export_stub

export_stub(__name__)

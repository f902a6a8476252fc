"""Pages drawn as PDF."""

from builder.exporters.pdf.fonts import load_fonts
from builder.exporters.pdf.writer import write_pdf

__all__ = ["load_fonts", "write_pdf"]

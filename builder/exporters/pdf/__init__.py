"""Pages drawn as PDF."""

from builder.exporters.pdf.document import write_pdf
from builder.exporters.pdf.fonts import load_fonts

__all__ = ["load_fonts", "write_pdf"]

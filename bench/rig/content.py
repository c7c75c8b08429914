"""The bytes that every system serves: the product's own responses, and a copy for the LAMP server."""

import gzip
import pathlib
import urllib.parse
import xml.etree.ElementTree as tree
from xml.sax.saxutils import escape

from .server import PIECES

# Spec H measures documents of this size; the concert's piece with the nearest size is used.
WANTED = 95_000


class Content:
    def __init__(self, product, folder):
        """Requests the product's list of pieces and the document whose size is nearest to the wanted one."""
        self.folder = pathlib.Path(folder) / "content"
        self.folder.mkdir()
        self.folder.chmod(0o755)
        _, fields, self.pieces = product.ask(PIECES)
        self.pieces_type = fields["Content-Type"]
        names, documents = self.pieces.decode().split(";"), []
        # Each piece, and the whole evening.
        for asked in [*([name] for name in names), names]:
            path = "/getData.php?" + "&".join(
                f"database{number}={urllib.parse.quote(name)}" for number, name in enumerate(asked, 1))
            status, fields, data = product.ask(path)
            if status != 200:
                raise SystemExit(f"the product answers {path} with {status}")
            documents.append((abs(len(data) - WANTED), "; ".join(asked), path, fields["Content-Type"], data))
        _, self.piece, self.data_path, self.data_type, self.data = min(documents)
        status, fields, packed = product.ask(self.data_path, {"Accept-Encoding": "gzip"})
        if fields["Content-Encoding"] != "gzip" or gzip.decompress(packed) != self.data:
            raise SystemExit("the product does not serve its document compressed")
        self.packed = packed
        self._write("getPieces.txt", self.pieces)
        self._write("getData.xml", self.data)
        self._write("getData.xml.gz", packed)
        self._write("twin.xml", self._twin().encode())

    def _write(self, name, data):
        path = self.folder / name
        path.write_bytes(data)
        path.chmod(0o644)

    def _twin(self):
        """The same tracks and pages in the layout that the LAMP server's loader reads: whole seconds, one element per line."""
        lines = []
        for track in tree.fromstring(self.data).iter("track"):
            lines.append("<track>\n<name>track</name>\n")
            for page in track.iter("page"):
                time = round(float(page.findtext("time")))
                measure, text = page.findtext("measure"), escape(page.findtext("text") or "")
                lines.append(
                    f"<page>\n<time>{time}</time>\n<measure>{measure}</measure>\n<text>{text}</text>\n</page>\n")
            lines.append("</track>\n")
        return "".join(lines)

    def description(self):
        return (
            f"text {len(self.pieces)} bytes, document «{self.piece}» {len(self.data)} bytes, "
            f"compressed {len(self.packed)} bytes")

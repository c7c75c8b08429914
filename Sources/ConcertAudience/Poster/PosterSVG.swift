import QRCode
import Web

/// The printed poster as an SVG document of A4 size, for printers and layout programs.
public struct PosterSVG: Sendable {
    public let bytes: [UInt8]

    /// Draws the poster. Throws `QRCodeError` for an address that is not ASCII or has more than 213 characters.
    public init(_ poster: Poster) throws(QRCodeError) {
        let layout = try PosterLayout(poster)
        let scale = layout.codeSide / Double(layout.symbol.size)
        let edge = Double(QRSymbol.quietZone) * scale
        let lines = layout.lines.map { line -> HTML in
            """
            <text x="\(Self.text(PosterLayout.margin))" y="\(Self.text(line.baseline))" font-size="\(Self.text(line.size))"\
            \(line.isBold ? " font-weight=\"700\"" as HTML : .empty)>\(line.text)</text>

            """
        }
        let size: HTML = "\(Self.text(PosterLayout.width)) \(Self.text(PosterLayout.height))"
        let document: HTML = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 \(size)" \
            font-family="Helvetica, Arial, sans-serif" fill="#000">
            <title>\(poster.heading)</title>
            <rect width="100%" height="100%" fill="#fff"/>
            \(lines)<path transform="translate(\(Self.text(PosterLayout.margin - edge)) \(Self.text(layout.codeTop - edge))) \
            scale(\(Self.text(scale)))" d="\(layout.symbol.path)"/>
            </svg>

            """
        bytes = Array(document.text.utf8)
    }

    /// Formats a length with three decimal places.
    static func text(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let fraction = String(1000 + abs(thousandths) % 1000).dropFirst()
        return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(fraction)"
    }
}

import QRCode

/// The printed poster on A4 (ISO 216), in points from the upper left corner: lines of text at the left margin, and the QR code.
struct PosterLayout: Sendable {
    static let width = 595.28
    static let height = 841.89
    static let margin = 62.0

    /// A line of text at the left margin.
    struct Line: Sendable, Hashable {
        let text: String
        let size: Double
        let isBold: Bool
        /// The distance of the baseline from the upper edge of the page.
        let baseline: Double
    }

    let lines: [Line]
    let symbol: QRSymbol
    /// The distance of the QR code from the upper edge. The code begins at the left margin.
    let codeTop: Double
    /// The length of an edge of the QR code without the quiet zone.
    let codeSide: Double

    /// Lays out the poster. Text that is too long gets a smaller size. Throws `QRCodeError` for an address that is not ASCII or has more
    /// than 213 characters.
    init(_ poster: Poster) throws(QRCodeError) {
        symbol = try poster.symbol()
        var lines: [Line] = []
        var y = Self.margin
        func add(
            _ text: String, size: Double, isBold: Bool = false, least: Double? = nil, most: Int = 3, after gap: Double
        ) {
            var size = size
            var parts = Self.wrapped(text, size)
            while parts.count > most || parts.contains(where: { Self.width(of: $0, size) > Self.column }),
                size > least ?? 8
            {
                size -= 1
                parts = Self.wrapped(text, size)
            }
            for part in parts {
                y += size * 1.2
                lines.append(Line(text: part, size: size, isBold: isBold, baseline: y - size * 0.25))
            }
            y += gap
        }
        if poster.title != nil { add(poster.house, size: 18, most: 2, after: 10) }
        add(poster.heading, size: 40, isBold: true, least: 20, most: 3, after: 14)
        add(Poster.lead, size: 20, most: 3, after: 22)
        codeTop = y
        // The three lines of text below the code need about 110 points.
        codeSide = min(420, Self.height - Self.margin - y - 118)
        y += codeSide + 24
        add(Poster.scan, size: 16, most: 1, after: 2)
        add(poster.address, size: 24, isBold: true, least: 9, most: 1, after: 10)
        add(Poster.promise, size: 14, most: 1, after: 0)
        self.lines = lines
    }

    private static let column = width - 2 * margin

    /// Breaks a text at spaces into lines that fit the width of the column. A word that is wider than the column gets its own line.
    private static func wrapped(_ text: String, _ size: Double) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, width(of: "\(last) \(word)", size) <= column {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
    }

    /// Returns the width of a text in points, measured in Helvetica-Bold. Except for "@", no letter is wider in the regular font.
    private static func width(of text: String, _ size: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + PosterFont.width(of: $1) } * size / 1000
    }
}

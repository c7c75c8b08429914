/// A QR Code symbol (ISO/IEC 18004:2015) in byte mode with error correction level M, in the smallest of versions 1 to 10 that holds the text.
public struct QRSymbol: Sendable, Hashable {
    /// The number of modules on each side, without the quiet zone.
    public let size: Int
    /// The number of the version, 1 to 10.
    public let version: Int
    /// The number of the data mask, 0 to 7.
    public let mask: Int
    private let modules: [Bool]

    /// The width of the light border that readers need, in modules (§6.3.8).
    public static let quietZone = 4

    /// Encodes a text of ASCII characters, such as a web address. Other characters would need an indicator of their encoding (§7.4.2). Throws
    /// `notASCII`, or `tooLong` for more than 213 characters.
    public init(_ text: String) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        guard let version = QRVersion.smallest(for: bytes.count) else {
            throw .tooLong(bytes: bytes.count, limit: QRVersion.all[QRVersion.all.count - 1].capacity)
        }
        let codewords = QRCodewords(bytes, version: version).interleaved
        let plain = QRMatrix(version: version, codewords: codewords)
        let (mask, matrix) = plain.best()
        self.version = version.number
        self.mask = mask
        size = matrix.size
        modules = matrix.modules
    }

    /// Returns whether a module is dark. Positions outside the symbol are light.
    public func isDark(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }

    /// The runs of dark modules, row by row from top to bottom. O(modules).
    public var runs: [Run] {
        var runs: [Run] = []
        for row in 0..<size {
            var column = 0
            while column < size {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while isDark(row: row, column: column) { column += 1 }
                runs.append(Run(row: row, column: start, length: column - start))
            }
        }
        return runs
    }

    /// Neighbouring dark modules of a row.
    public struct Run: Sendable, Hashable {
        public let row: Int
        public let column: Int
        public let length: Int
    }

    /// The dark modules as the data of an SVG path, one unit each, in the view box "0 0 side side" (``side``).
    public var path: String {
        let edge = Self.quietZone
        return runs.map { "M\($0.column + edge) \($0.row + edge)h\($0.length)v1h-\($0.length)z" }.joined()
    }

    /// The width and height of the view box, in units: `size` plus twice the quiet zone.
    public var side: Int { size + 2 * Self.quietZone }
}

/// An error of the encoder.
public enum QRCodeError: Error, Sendable, Hashable {
    /// The text has more bytes than the largest version holds.
    case tooLong(bytes: Int, limit: Int)
    case notASCII
}

/// A CSV table (RFC 4180) with line ends of CRLF.
///
/// A spreadsheet may run a cell that begins with "=", "+", "-", "@", a tab or a carriage return as a formula (CWE-1236). Such a cell gets an
/// apostrophe in front, so that the spreadsheet reads it as text.
public struct CSV: Sendable {
    /// The bytes of all appended records, each with a line end.
    public private(set) var bytes: [UInt8] = []

    /// Creates a table. The names of the columns become the first record (RFC 4180 §2, rule 3).
    public init(_ names: [String]) { append(names) }

    /// The media type of a table in UTF-8 with a header record (RFC 4180 §3, RFC 7111).
    public static let mediaType = "text/csv; charset=utf-8; header=present"

    /// Appends a record.
    public mutating func append(_ cells: [String]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(cell)
        }
        bytes += [0x0D, 0x0A]
    }

    private mutating func append(_ cell: String) {
        let isFormula = cell.utf8.first.map(Self.startsFormula) ?? false
        let needsQuotes = cell.utf8.contains { [0x22, 0x2C, 0x0D, 0x0A].contains($0) }
        if needsQuotes { bytes.append(0x22) }
        if isFormula { bytes.append(UInt8(ascii: "'")) }
        for byte in cell.utf8 {
            if byte == 0x22 { bytes.append(0x22) }
            bytes.append(byte)
        }
        if needsQuotes { bytes.append(0x22) }
    }

    private static func startsFormula(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D: true
        default: false
        }
    }
}

/// The decoding of bytes as UTF-8 or, if they are not valid UTF-8, as Windows-1252, which also replaces ISO 8859-1 (WHATWG Encoding §4.2).
enum SourceText {
    static func decode(_ bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var scalars = String.UnicodeScalarView()
        for byte in bytes { scalars.append(scalar(byte)) }
        return String(scalars)
    }

    /// Returns the Windows-1252 character of a byte. The five undefined bytes are control characters.
    static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }

    private static let upper: [Unicode.Scalar] = [
        "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}", "\u{2C6}",
        "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}", "\u{90}", "\u{2018}",
        "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}", "\u{2DC}", "\u{2122}", "\u{161}",
        "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
    ]
}

/// The lines of a file with their numbers, from 1.
///
/// Only one line and one piece of the file are in memory. A line ends with LF, CR LF or CR. A UTF-8 byte order mark is skipped.
struct SourceLines {
    private let pull: () throws -> [UInt8]?
    private let meter: ImportMeter
    private var bytes: [UInt8] = []
    private var index = 0
    private var number = 0
    private var isOver = false

    init(_ file: SourceFile) {
        pull = file.pieces()
        meter = file.meter
    }

    /// Returns the next line; `nil` at the end. Throws `ImportRefusal` if the line is too long, and the errors of reading the file.
    mutating func next() throws -> (number: Int, text: String)? {
        if number == 0 { try skipMark() }
        var end = index
        while true {
            while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
            // The LF after a CR may be in the next piece.
            if end + 1 < bytes.count || isOver { break }
            try check(end - index)
            end -= index
            try refill()
        }
        guard index < bytes.count else { return nil }
        try check(end - index)
        let line = bytes[index..<end]
        index = end + 1
        if end + 1 < bytes.count, bytes[end] == 0x0D, bytes[end + 1] == 0x0A { index += 1 }
        number += 1
        if number % 64 == 0 { try meter.checkpoint(line: number) }
        return (number, SourceText.decode(line))
    }

    private func check(_ length: Int) throws {
        guard length <= meter.limits.text else {
            throw ImportRefusal(
                message: "a line must have at most \(ImportLimits.size(meter.limits.text)); check the file's format",
                line: number + 1)
        }
    }

    private mutating func skipMark() throws {
        while bytes.count < 3, !isOver { try refill() }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private mutating func refill() throws {
        bytes.removeSubrange(..<min(index, bytes.count))
        index = 0
        if let more = try pull() { bytes += more } else { isOver = true }
    }
}

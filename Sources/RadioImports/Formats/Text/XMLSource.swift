import Gzip
import XML

/// A file of XML as a stranger made it, made ready for a reader that takes UTF-8 without DOCTYPE only (spec S2).
///
/// Three things that such files have and that are harmless are mended here: gzip around the document, an encoding of one
/// byte a character or UTF-16, and a DOCTYPE that names a DTD and holds no declarations of its own, as every XMLTV file has.
/// Lines keep their numbers. Anything else is left for the reader to refuse.
struct XMLSource {
    /// For guides of a whole country; a feed or a day's programme is a thousandth of it.
    private static let limits = {
        var limits = XMLReader.Limits()
        limits.bytes = 512 << 20
        limits.elements = 20_000_000
        return limits
    }()

    let name: String
    private let bytes: [UInt8]

    /// Nil when the file cannot be unpacked, which the sink is told.
    init?(_ file: SourceFile, telling sink: some DraftSink) {
        name = file.name
        var bytes = file.bytes
        if bytes.starts(with: [0x1F, 0x8B]) {
            do throws(GzipError) {
                bytes = try Gzip.inflate(bytes, limit: Self.limits.bytes)
            } catch {
                let reason =
                    switch error {
                    case .malformed: "the gzip file is damaged or cut short; send it again"
                    case .tooLarge: "the gzip file unpacks to more than is taken; send it unpacked, or in parts"
                    case .outOfMemory: "there is no memory left to unpack the gzip file"
                    }
                sink.fault(reason, at: Place(file: file.name, line: 0))
                return nil
            }
        }
        Self.recode(&bytes)
        Self.blankPlainDoctype(&bytes)
        self.bytes = bytes
    }

    /// Hands on every element called one of `names` and returns the root without them; nil when the document cannot be
    /// read to its end, which the sink is told: `receive` may have had some by then.
    func read(
        handingOn names: Set<String> = [], telling sink: some DraftSink,
        to receive: (XMLElement) throws -> Void = { _ in }
    ) throws -> XMLElement? {
        do {
            return try XMLReader(limits: Self.limits).root(of: bytes, handingOn: names, to: receive)
        } catch let error as XMLError {
            sink.fault(error.description, at: Place(file: name, line: error.line ?? 0))
            return nil
        }
    }

    /// UTF-8 in place of what the declaration or a byte order mark says it is.
    private static func recode(_ bytes: inout [UInt8]) {
        for (mark, isBig) in [([0xFE, 0xFF] as [UInt8], true), ([0xFF, 0xFE], false)] where bytes.starts(with: mark) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBig ? first << 8 | second : second << 8 | first
            }
            bytes = Array(String(decoding: units, as: UTF16.self).utf8)
            return blank(&bytes, declaration(of: bytes))
        }
        let declared = declaration(of: bytes)
        let words = SourceText.decode(bytes[declared]).lowercased().split { "= \t\r\n\"'?>".contains($0) }
        guard let encoding = words.firstIndex(of: "encoding"), encoding + 1 < words.count,
            ["iso-8859-1", "iso-8859-15", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii"].contains(
                words[encoding + 1])
        else { return }
        blank(&bytes, declared)
        guard bytes.contains(where: { $0 >= 0x80 }) else { return }
        bytes = Array(SourceText.decode(bytes).utf8)
    }

    /// Where the XML declaration is; empty where there is none.
    private static func declaration(of bytes: [UInt8]) -> Range<Int> {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard bytes[start...].starts(with: "<?xml ".utf8),
            let end = bytes[start...].prefix(1000).firstIndex(of: UInt8(ascii: ">"))
        else { return start..<start }
        return start..<end + 1
    }

    /// Looks before the root only: `<!DOCTYPE` elsewhere is text of a comment, or not well-formed.
    private static func blankPlainDoctype(_ bytes: inout [UInt8]) {
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while index < bytes.count {
            let rest = bytes[index...]
            if rest.starts(with: "<!DOCTYPE".utf8) {
                guard let end = endOfPlainDoctype(rest) else { return }
                return blank(&bytes, index..<end)
            } else if rest.starts(with: "<!--".utf8) {
                guard let end = rest.firstRange(of: Array("-->".utf8)) else { return }
                index = end.upperBound
            } else if rest.starts(with: "<?".utf8) {
                guard let end = rest.firstRange(of: Array("?>".utf8)) else { return }
                index = end.upperBound
            } else if rest.first.map({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) == true {
                index += 1
            } else {
                return
            }
        }
    }

    /// The place after `>`; nil where `[` opens declarations.
    private static func endOfPlainDoctype(_ bytes: ArraySlice<UInt8>) -> Int? {
        var quote: UInt8?
        for index in bytes.indices.prefix(2000) {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                return nil
            } else if byte == UInt8(ascii: ">") {
                return index + 1
            }
        }
        return nil
    }

    private static func blank(_ bytes: inout [UInt8], _ range: Range<Int>) {
        for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
    }
}

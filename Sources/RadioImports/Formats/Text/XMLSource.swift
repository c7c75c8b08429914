import Gzip
import XML

/// A file of XML as a stranger made it, made ready for a reader that takes UTF-8 without DOCTYPE only (spec S2).
///
/// Five things that such files have and that are harmless are mended here: gzip around the document, an encoding of one
/// byte a character or UTF-16, a DOCTYPE that names a DTD and holds no declarations of its own, as every XMLTV file has,
/// white space before the XML declaration, as programs that fill in templates write it, and named character references of
/// HTML (`HTMLReferences`). Lines keep their numbers. Anything else is left for the reader to refuse.
///
/// Read piece by piece, as often as a reader wants to. What is beyond a limit of the import (`ImportLimits`) is thrown as
/// `ImportRefusal`.
struct XMLSource {
    /// In which the declaration and the DOCTYPE are looked for.
    private static let headSize = 64 * 1024

    let name: String
    private let file: SourceFile
    private let isPacked: Bool
    /// For UTF-16 its byte order; `nil` for another encoding.
    private let isBigEndian: Bool?
    /// Whether the declaration names an encoding that is not UTF-8.
    private let isDeclaredOtherwise: Bool
    /// The encoding that is declared; `nil` where it is UTF-8, or where the bytes are UTF-8 all the same.
    private let encoding: SingleByteEncoding?

    /// Nil when the file cannot be unpacked, which the sink is told.
    ///
    /// - Throws: what reading the file throws.
    init?(_ file: SourceFile, telling sink: some DraftSink) throws {
        name = file.name
        self.file = file
        var line = 1
        do {
            isPacked = try Self.head(file.pieces(), atLeast: 2).starts(with: [0x1F, 0x8B])
            let pieces = try Self.unpacked(file, isPacked)
            let head = try Self.head(pieces)
            isBigEndian = Self.isBigEndian(head)
            let declared = isBigEndian == nil ? Self.declaredEncoding(of: head) : nil
            isDeclaredOtherwise = declared != nil
            // What is packed is unpacked to its end before any of it is used: one that was cut short is not whole.
            let isUTF8 = try !(isDeclaredOtherwise || isPacked) || Self.isUTF8(head, pieces, &line)
            encoding = isUTF8 ? nil : declared
        } catch let error as GzipError {
            let reason =
                switch error {
                case .malformed: "the gzip file is damaged or cut short; send it again"
                case .tooLarge:
                    throw ImportRefusal(
                        message:
                            "the gzip file unpacks to more than \(ImportLimits.size(file.meter.limits.unpacked)), or to more "
                            + "than \(GzipInflater.standardRatio) times its size; send it unpacked, or in parts",
                        line: line)
                case .outOfMemory: "the server has not enough memory to unpack the gzip file; send it unpacked"
                }
            sink.fault(reason, at: Place(file: file.name, line: 0))
            return nil
        }
    }

    /// Hands on every element called one of `names` and returns the root without them; nil when the document cannot be
    /// read to its end, which the sink is told: `receive` may have had some by then.
    ///
    /// - Parameter prefixes: by which elements are called, by the names of their namespaces in lower case.
    func read(
        handingOn names: Set<String> = [], prefixes: [String: String] = [:], telling sink: some DraftSink,
        to receive: (XMLElement) throws -> Void = { _ in }
    ) throws -> XMLElement? {
        do {
            let meter = file.meter
            return try XMLReader(limits: meter.limits.xml).root(
                pulling: try pieces(), handingOn: names, prefixes: prefixes, to: receive,
                checkpoint: { try meter.checkpoint(line: $0) })
        } catch let error as XMLError {
            if case .limit(let limit, let line) = error {
                throw ImportRefusal(message: file.meter.limits.sentence(limit), line: line)
            }
            sink.fault(error.description, at: Place(file: name, line: error.line ?? 0))
            return nil
        }
    }

    /// The document in UTF-8, without what is harmless and no reader takes.
    private func pieces() throws -> () throws -> [UInt8]? {
        var pieces = try Self.unpacked(file, isPacked)
        if let isBigEndian { pieces = Self.utf8(ofUTF16: pieces, isBigEndian) }
        let isUTF16 = isBigEndian != nil
        var isStart = true
        return HTMLReferences.resolved {
            guard isStart else {
                return try pieces().map { piece in encoding.map { Self.utf8(of: piece, in: $0) } ?? piece }
            }
            isStart = false
            var head = try Self.head(pieces)
            let declaration = Self.declaration(of: head)
            // XML wants the declaration at the very beginning or not at all.
            let isLate = declaration.lowerBound > Self.start(of: head)
            if isDeclaredOtherwise || isUTF16 || isLate { Self.blank(&head, declaration) }
            if let encoding { head = Self.utf8(of: head, in: encoding) }
            Self.blankPlainDoctype(&head)
            return head.isEmpty ? nil : head
        }
    }

    private static func unpacked(_ file: SourceFile, _ isPacked: Bool) throws -> () throws -> [UInt8]? {
        guard isPacked else { return file.pieces() }
        let inflater = try GzipInflater(limit: file.meter.limits.unpacked, pull: file.pieces())
        return {
            try file.meter.checkpoint()
            return try inflater.next()
        }
    }

    /// The first pieces, as many as make up a head.
    private static func head(_ pieces: () throws -> [UInt8]?, atLeast size: Int = headSize) throws -> [UInt8] {
        var head: [UInt8] = []
        while head.count < size, let piece = try pieces() { head += piece }
        return head
    }

    /// Whether a byte order mark says that it is UTF-16, and which; `nil` where none does.
    private static func isBigEndian(_ head: [UInt8]) -> Bool? {
        head.starts(with: [0xFE, 0xFF]) ? true : head.starts(with: [0xFF, 0xFE]) ? false : nil
    }

    /// The pieces of a file in UTF-16, wherever they are cut, as UTF-8 without the byte order mark. Half of a surrogate pair is
    /// replaced by U+FFFD.
    private static func utf8(
        ofUTF16 pieces: @escaping () throws -> [UInt8]?, _ isBigEndian: Bool
    ) -> () throws -> [UInt8]? {
        var rest: [UInt8] = []
        var isStart = true
        return {
            guard let piece = try pieces() else {
                defer { rest = [] }
                return rest.isEmpty ? nil : Array("\u{FFFD}".utf8)
            }
            let bytes = rest + piece
            var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
                let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            rest = bytes.count % 2 == 1 ? Array(bytes.suffix(1)) : []
            // The second half of a pair comes with the next piece.
            if let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                rest = Array(bytes[(units.count * 2)...])
            }
            let text = String(decoding: isStart ? units.dropFirst() : units[...], as: UTF16.self)
            isStart = isStart && units.isEmpty
            return Array(text.utf8)
        }
    }

    /// The encoding that the declaration names, where it is known here and not UTF-8.
    private static func declaredEncoding(of head: [UInt8]) -> SingleByteEncoding? {
        let words = SourceText.decode(head[declaration(of: head)]).lowercased().split { "= \t\r\n\"'?>".contains($0) }
        guard let encoding = words.firstIndex(of: "encoding"), encoding + 1 < words.count else { return nil }
        return SingleByteEncoding.named(String(words[encoding + 1]))
    }

    /// Reads to the end, whatever is found.
    ///
    /// - Parameter line: the one that it has come to.
    private static func isUTF8(_ head: [UInt8], _ pieces: () throws -> [UInt8]?, _ line: inout Int) throws -> Bool {
        var check = UTF8Check()
        var next: [UInt8]? = head
        while let piece = next {
            check.take(piece)
            line += piece.count { $0 == 0x0A }
            next = try pieces()
        }
        return check.isValid
    }

    private static func utf8(of piece: [UInt8], in encoding: SingleByteEncoding) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(piece.count + piece.count / 8)
        for byte in piece {
            if byte < 0x80 {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: UTF8.encode(encoding.scalar(byte)) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return bytes
    }

    /// The place after the byte order mark.
    private static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Where the XML declaration is, with nothing but white space before it; empty where there is none.
    private static func declaration(of bytes: [UInt8]) -> Range<Int> {
        let start = start(of: bytes)
        guard let first = bytes[start...].firstIndex(where: { !isBlank($0) }),
            bytes[first...].starts(with: "<?xml ".utf8),
            let end = bytes[first...].prefix(1000).firstIndex(of: UInt8(ascii: ">"))
        else { return start..<start }
        return first..<end + 1
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Looks before the root only: `<!DOCTYPE` elsewhere is text of a comment, or not well-formed.
    private static func blankPlainDoctype(_ bytes: inout [UInt8]) {
        var index = start(of: bytes)
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
            } else if rest.first.map(isBlank) == true {
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

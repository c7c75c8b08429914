import Gzip
import XML

/// An XML file of a source, prepared for `XMLReader`, which accepts only UTF-8 without a DOCTYPE (spec S2).
///
/// Gzip compression, single-byte encodings, UTF-16, a DOCTYPE without declarations, white space before the XML declaration, and HTML's named
/// character references are removed or converted. Line numbers do not change.
///
/// The file is read in pieces and may be read more than once. Content that exceeds a limit (`ImportLimits`) throws `ImportRefusal`.
struct XMLSource {
    /// The number of bytes at the start of the file in which the XML declaration and the DOCTYPE are looked for.
    private static let headSize = 64 * 1024

    let name: String
    private let file: SourceFile
    private let isPacked: Bool
    /// Whether the file is big-endian UTF-16; `nil` without a UTF-16 byte order mark.
    private let isBigEndian: Bool?
    /// Whether the declaration gives a supported single-byte encoding.
    private let isDeclaredOtherwise: Bool
    /// The declared encoding; `nil` if it is not supported, or if the bytes are valid UTF-8 all the same.
    private let encoding: SingleByteEncoding?

    /// Prepares a file; `nil` after reporting that it cannot be decompressed. Throws the errors of reading the file, and `ImportRefusal`.
    init?(_ file: SourceFile, reportingTo sink: some DraftSink) throws {
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
            // A gzip file is decompressed to its end before its content is used, because it may be truncated.
            let isUTF8 = try !(isDeclaredOtherwise || isPacked) || Self.isUTF8(head, pieces, &line)
            encoding = isUTF8 ? nil : declared
        } catch let error as GzipError {
            let reason =
                switch error {
                case .malformed: "the gzip file is damaged or cut short; send an intact copy"
                case .tooLarge:
                    throw ImportRefusal(
                        message:
                            "the gzip file is too large when unpacked; the maximum is \(ImportLimits.size(file.meter.limits.unpacked)), "
                            + "and \(GzipInflater.standardRatio) times the size of the gzip file; send it unpacked, or in parts",
                        line: line)
                case .outOfMemory:
                    "the server does not have enough memory to unpack the gzip file; send the file unpacked"
                }
            sink.fault(reason, at: FilePosition(file: file.name, line: 0))
            return nil
        }
    }

    /// Passes every element with one of `names` to `receive`, and returns the root without these elements.
    ///
    /// Returns `nil` after reporting that the document cannot be read to its end; by then, `receive` may have received elements. Throws
    /// `ImportRefusal` if a limit is exceeded, and the errors of reading the file and of `receive`.
    ///
    /// - Parameter prefixes: The prefixes to use in element names instead of those in the file, by namespace name in lower case.
    func read(
        streaming names: Set<String> = [], prefixes: [String: String] = [:], reportingTo sink: some DraftSink,
        to receive: (XMLElement) throws -> Void = { _ in }
    ) throws -> XMLElement? {
        do {
            let meter = file.meter
            return try XMLReader(limits: meter.limits.xml).root(
                pulling: try pieces(), streaming: names, prefixes: prefixes, to: receive,
                checkpoint: { try meter.checkpoint(line: $0) })
        } catch let error as XMLError {
            if case .limit(let limit, let line) = error {
                throw ImportRefusal(message: file.meter.limits.sentence(limit), line: line)
            }
            sink.fault(error.description, at: FilePosition(file: name, line: error.line ?? 0))
            return nil
        }
    }

    /// Returns a function that returns the pieces of the prepared document, and `nil` at the end.
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
            let declaration = XMLPrologue.declaration(of: head)
            let isLate = declaration.lowerBound > XMLPrologue.start(of: head)
            if isDeclaredOtherwise || isUTF16 || isLate { XMLPrologue.blank(&head, declaration) }
            if let encoding { head = Self.utf8(of: head, in: encoding) }
            XMLPrologue.blankPlainDoctype(&head)
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

    /// Returns the first pieces as one array of at least `size` bytes, or the whole of a shorter file.
    private static func head(_ pieces: () throws -> [UInt8]?, atLeast size: Int = headSize) throws -> [UInt8] {
        var head: [UInt8] = []
        while head.count < size, let piece = try pieces() { head += piece }
        return head
    }

    /// Returns whether the UTF-16 byte order mark is big-endian; `nil` for none.
    private static func isBigEndian(_ head: [UInt8]) -> Bool? {
        head.starts(with: [0xFE, 0xFF]) ? true : head.starts(with: [0xFF, 0xFE]) ? false : nil
    }

    /// Returns a function that converts pieces of UTF-16 to UTF-8 without the byte order mark, with U+FFFD for unpaired surrogates.
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
            // The second half of the surrogate pair is in the next piece.
            if let last = units.last, UTF16.isLeadSurrogate(last) {
                units.removeLast()
                rest = Array(bytes[(units.count * 2)...])
            }
            let text = String(decoding: isStart ? units.dropFirst() : units[...], as: UTF16.self)
            isStart = isStart && units.isEmpty
            return Array(text.utf8)
        }
    }

    /// Returns the declared single-byte encoding; `nil` for UTF-8, an unsupported encoding or no declaration.
    private static func declaredEncoding(of head: [UInt8]) -> SingleByteEncoding? {
        let words = SourceText.decode(head[XMLPrologue.declaration(of: head)]).lowercased().split {
            "= \t\r\n\"'?>".contains($0)
        }
        guard let encoding = words.firstIndex(of: "encoding"), encoding + 1 < words.count else { return nil }
        return SingleByteEncoding.named(String(words[encoding + 1]))
    }

    /// Returns whether the bytes are UTF-8, after reading to the end. Adds the number of line feeds to `line`.
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
}

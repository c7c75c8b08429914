/// What is checked before libxml2 sees a document (spec S2): the encoding and the attributes of each tag. A state machine over
/// the document's pieces, wherever they are cut.
struct XMLPreflight {
    let attributeLimit: Int

    private var place = Place.text
    /// The bytes at the end of a piece that are the beginning of a character.
    private var rest: [UInt8] = []
    private var isAtStart = true
    private var line = 1

    init(attributeLimit: Int) { self.attributeLimit = attributeLimit }

    /// Where in the document the last byte was.
    private enum Place {
        case text
        /// After `<`.
        case open
        /// After `<!` and so much of `--`.
        case dashes
        case declaration
        /// After `<!` and so much of `[CDATA[`.
        case section(Int)
        /// In each of them with so much of its end.
        case comment(Int)
        case data(Int)
        case instruction(Int)
        /// In a tag with so many `=` so far, and the quote that is open.
        case tag(attributes: Int, quote: UInt8)
    }

    /// Throws on bytes that are not UTF-8, on a declared encoding other than that, and on a tag with too many
    /// attributes. Whether the document is well-formed is for libxml2 to say. O(n).
    ///
    /// - Parameter piece: the next one; the first holds the XML declaration as a whole, where there is one.
    mutating func check(_ piece: [UInt8]) throws(XMLError) {
        try checkCharacters(piece)
        if isAtStart {
            try Self.checkDeclaredEncoding(piece)
            isAtStart = false
        }
        try checkAttributes(piece)
    }

    /// Throws when the last piece ended within a character.
    func finish() throws(XMLError) {
        guard rest.isEmpty else { throw .notUTF8 }
    }

    private mutating func checkCharacters(_ piece: [UInt8]) throws(XMLError) {
        guard !piece.contains(0) else { throw .notUTF8 }
        let whole = rest.isEmpty ? piece : rest + piece
        let end = Self.endOfLastCharacter(whole)
        guard String(validating: whole[..<end], as: UTF8.self) != nil else { throw .notUTF8 }
        rest = Array(whole[end...])
    }

    /// The place behind the last character that is all there; behind the last byte where there is no such beginning of one.
    private static func endOfLastCharacter(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            guard byte & 0xC0 == 0x80 else {
                let expected = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
                return expected > length ? bytes.count - length : bytes.count
            }
        }
        return bytes.count
    }

    /// The value after `encoding` in the XML declaration (XML 1.0 §4.3.3), where there is one.
    private static func checkDeclaredEncoding(_ document: [UInt8]) throws(XMLError) {
        let start = document.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard document[start...].starts(with: "<?xml".utf8),
            let end = document[start...].firstIndex(of: UInt8(ascii: ">"))
        else { return }
        let declaration = document[start...end]
        guard let name = declaration.firstRange(of: Array("encoding".utf8)) else { return }
        let value = declaration[name.upperBound...]
            .drop { $0 == UInt8(ascii: "=") || isSpace($0) || isQuote($0) }
            .prefix { !isQuote($0) }
        guard String(decoding: value, as: UTF8.self).lowercased() == "utf-8" else { throw .encoding }
    }

    /// Counts the `=` of each tag outside its quoted values: no tag has more attributes than that.
    ///
    /// Comments, CDATA and processing instructions are stepped over. A `<` inside a tag is never well-formed and is
    /// refused here, so that libxml2 cannot find a tag where this found a value.
    private mutating func checkAttributes(_ piece: [UInt8]) throws(XMLError) {
        var place = place
        var failure: XMLError?
        piece.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                if byte == 0x0A { line += 1 }
                do throws(XMLError) {
                    place = try next(place, byte)
                } catch {
                    failure = error
                    return
                }
            }
        }
        if let failure { throw failure }
        self.place = place
    }

    private func next(_ place: Place, _ byte: UInt8) throws(XMLError) -> Place {
        switch place {
        case .text: return byte == UInt8(ascii: "<") ? .open : .text
        case .open:
            if byte == UInt8(ascii: "!") { return .declaration }
            if byte == UInt8(ascii: "?") { return .instruction(0) }
            return try tag(0, 0, byte)
        case .declaration:
            if byte == UInt8(ascii: "-") { return .dashes }
            if byte == UInt8(ascii: "[") { return .section(1) }
            // A declaration, which only a DOCTYPE can hold: libxml2 stops there.
            return byte == UInt8(ascii: "<") ? .open : .text
        case .dashes:
            if byte == UInt8(ascii: "-") { return .comment(0) }
            return byte == UInt8(ascii: "<") ? .open : .text
        case .section(let count):
            let name: StaticString = "[CDATA["
            guard byte == name.utf8Start[count] else { return byte == UInt8(ascii: "<") ? .open : .text }
            return count + 1 == name.utf8CodeUnitCount ? .data(0) : .section(count + 1)
        case .comment(let count): return Self.ended(count, UInt8(ascii: "-"), byte).map(Place.comment) ?? .text
        case .data(let count): return Self.ended(count, UInt8(ascii: "]"), byte).map(Place.data) ?? .text
        case .instruction(let count):
            if byte == UInt8(ascii: "?") { return .instruction(1) }
            return count == 1 && byte == UInt8(ascii: ">") ? .text : .instruction(0)
        case .tag(let count, let quote): return try tag(count, quote, byte)
        }
    }

    /// How much of two marks and `>` is there; `nil` for all.
    private static func ended(_ count: Int, _ mark: UInt8, _ byte: UInt8) -> Int? {
        if byte == mark { return min(2, count + 1) }
        return count == 2 && byte == UInt8(ascii: ">") ? nil : 0
    }

    private func tag(_ count: Int, _ quote: UInt8, _ byte: UInt8) throws(XMLError) -> Place {
        if byte == UInt8(ascii: "<") { throw .malformed(line: line) }
        if quote != 0 { return .tag(attributes: count, quote: byte == quote ? 0 : quote) }
        if Self.isQuote(byte) { return .tag(attributes: count, quote: byte) }
        if byte == UInt8(ascii: "=") {
            guard count < attributeLimit else { throw .limit(.attributes, line: line) }
            return .tag(attributes: count + 1, quote: 0)
        }
        return byte == UInt8(ascii: ">") ? .text : .tag(attributes: count, quote: 0)
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

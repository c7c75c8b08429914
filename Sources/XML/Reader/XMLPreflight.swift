/// A check of a document before libxml2 reads it (spec S2): the encoding, and the limits of tags, attributes, namespace declarations, depth,
/// comments, processing instructions and CDATA sections. The document may be split anywhere after the XML declaration.
///
/// The limits protect libxml2, which compares each attribute of a tag with all others, searches all declarations in scope for each prefix, and stores
/// a whole tag, comment or CDATA section before its first callback.
struct XMLPreflight {
    /// The current line, from 1.
    private(set) var line = 1

    private let limits: XMLReader.Limits
    private var rest: [UInt8] = []
    private var isAtStart = true
    /// The number of characters of the current line in earlier pieces.
    private var columnsBefore = 0

    private var state = State.text
    /// The number of matched bytes of `--`, `[CDATA[`, `]]` or `?`.
    private var progress = 0
    /// The number of bytes of the current tag, comment, section or instruction.
    private var size = 0
    private var tag = Tag()
    /// The number of namespace declarations of each open element.
    private var scopes: [Int] = []
    private var declarationsInScope = 0

    private enum State {
        case text
        /// The last byte was `<`.
        case open
        /// The last bytes were `<!`, `<!-`, or a part of `<![CDATA[`.
        case declaration, dash, section
        case comment, data, instruction
        case startTag, endTag
    }

    private struct Tag {
        var attributes = 0
        var declarations = 0
        /// The open quotation mark; 0 for none.
        var quote: UInt8 = 0
        /// Whether the previous byte outside quotation marks is `/`.
        var isSlash = false
        /// The number of matched bytes of `xmlns:`; -1 for another name.
        var declaration = -1
        var isBetweenNames = false
    }

    init(_ limits: XMLReader.Limits) { self.limits = limits }

    /// Checks a piece. Throws `notUTF8`, `encoding`, `limit`, and `malformed` for a `<` inside a tag. libxml2 checks all other rules. O(n).
    ///
    /// - Parameter piece: the next piece. The first piece must contain the whole XML declaration.
    mutating func check(_ piece: [UInt8]) throws(XMLError) {
        try checkCharacters(piece)
        if isAtStart {
            try Self.checkDeclaredEncoding(piece)
            isAtStart = false
        }
        let outcome = piece.withUnsafeBufferPointer { bytes in scan(bytes) }
        try outcome.get()
    }

    /// Throws `notUTF8` if the document ends within a character.
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

    /// Returns the index after the last complete character.
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

    /// Throws `encoding` if the XML declaration names an encoding other than UTF-8 (XML 1.0 §4.3.3).
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

    /// Scans the next bytes. A `<` inside a tag is refused, so that libxml2 cannot read a tag where this check read a value.
    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Result<Void, XMLError> {
        var lineStart = 0
        for index in 0..<bytes.count {
            let byte = bytes[index]
            do throws(XMLError) {
                try take(byte)
            } catch {
                guard case .malformed(let flaw, let line, _) = error else { return .failure(error) }
                let column = columnsBefore + Self.characters(bytes[lineStart..<index]) + 1
                return .failure(.malformed(flaw, line: line, column: column))
            }
            if byte == 0x0A {
                line += 1
                lineStart = index + 1
                columnsBefore = 0
            }
        }
        columnsBefore += Self.characters(bytes[lineStart...])
        return .success(())
    }

    private static func characters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    @inline(__always) private mutating func take(_ byte: UInt8) throws(XMLError) {
        switch state {
        case .text: if byte == UInt8(ascii: "<") { state = .open }
        case .open: open(byte)
        case .startTag: try takeOfTag(byte)
        case .endTag: try takeOfEndTag(byte)
        case .comment: try take(byte, until: UInt8(ascii: "-"), twice: true, .comment, limits.comment)
        case .data: try take(byte, until: UInt8(ascii: "]"), twice: true, .text, limits.text)
        case .instruction: try take(byte, until: UInt8(ascii: "?"), twice: false, .comment, limits.comment)
        case .declaration:
            if byte == UInt8(ascii: "-") {
                state = .dash
            } else if byte == UInt8(ascii: "[") {
                (state, progress) = (.section, 1)
            } else {
                // Valid only in a DOCTYPE, where libxml2 stops.
                leave(by: byte)
            }
        case .dash: if byte == UInt8(ascii: "-") { enter(.comment) } else { leave(by: byte) }
        case .section:
            let name: StaticString = "[CDATA["
            guard byte == name.utf8Start[progress] else { return leave(by: byte) }
            progress += 1
            if progress == name.utf8CodeUnitCount { enter(.data) }
        }
    }

    /// Leaves a construct that the parser will refuse: a DOCTYPE, or a construct that is not well-formed.
    private mutating func leave(by byte: UInt8) { state = byte == UInt8(ascii: "<") ? .open : .text }

    private mutating func enter(_ state: State) {
        self.state = state
        progress = 0
        size = 0
    }

    private mutating func open(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "!"): state = .declaration
        case UInt8(ascii: "?"): enter(.instruction)
        case UInt8(ascii: "/"): enter(.endTag)
        default:
            enter(.startTag)
            tag = Tag()
            // No name begins with this byte; libxml2 reports the error.
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || Self.isSpace(byte) { leave(by: byte) }
        }
    }

    /// Processes a byte of a construct that ends with one or two marks and `>`. Throws `limit` if the construct is longer than `most` bytes.
    private mutating func take(
        _ byte: UInt8, until mark: UInt8, twice: Bool, _ limit: XMLError.Limit, _ most: Int
    ) throws(XMLError) {
        size += 1
        guard size <= most else { throw .limit(limit, line: line) }
        let needed = twice ? 2 : 1
        if byte == mark {
            progress = min(needed, progress + 1)
        } else if progress == needed, byte == UInt8(ascii: ">") {
            state = .text
        } else {
            progress = 0
        }
    }

    private mutating func takeOfEndTag(_ byte: UInt8) throws(XMLError) {
        size += 1
        guard size <= limits.tag else { throw .limit(.tag, line: line) }
        if byte == UInt8(ascii: "<") { throw .malformed(.lessThan, line: line) }
        guard byte == UInt8(ascii: ">") else { return }
        state = .text
        declarationsInScope -= scopes.popLast() ?? 0
    }

    /// Processes a byte of a start tag. Counts each `=` outside quotes as an attribute, which gives an upper bound. Throws `limit`, or `malformed`
    /// for `<`.
    private mutating func takeOfTag(_ byte: UInt8) throws(XMLError) {
        size += 1
        guard size <= limits.tag else { throw .limit(.tag, line: line) }
        if byte == UInt8(ascii: "<") { throw .malformed(.lessThan, line: line) }
        if tag.quote != 0 {
            if byte == tag.quote {
                tag.quote = 0
                tag.isBetweenNames = true
            }
            return
        }
        if byte == UInt8(ascii: ">") { return try endTag() }
        tag.isSlash = byte == UInt8(ascii: "/")
        if Self.isQuote(byte) {
            tag.quote = byte
        } else if byte == UInt8(ascii: "=") {
            try countAttribute()
        } else if Self.isSpace(byte) {
            tag.isBetweenNames = true
        } else {
            countNameByte(byte)
        }
    }

    private mutating func countNameByte(_ byte: UInt8) {
        if tag.isBetweenNames {
            tag.isBetweenNames = false
            tag.declaration = 0
        }
        let name: StaticString = "xmlns:"
        guard tag.declaration >= 0, tag.declaration < name.utf8CodeUnitCount else { return }
        tag.declaration = byte == name.utf8Start[tag.declaration] ? tag.declaration + 1 : -1
    }

    private mutating func countAttribute() throws(XMLError) {
        tag.attributes += 1
        guard tag.attributes <= limits.attributes else { throw .limit(.attributes, line: line) }
        if tag.declaration >= 5 {
            tag.declarations += 1
            guard declarationsInScope + tag.declarations <= limits.namespaces else {
                throw .limit(.namespaces, line: line)
            }
        }
        tag.declaration = -1
    }

    private mutating func endTag() throws(XMLError) {
        state = .text
        guard !tag.isSlash else { return }
        guard scopes.count < limits.depth else { throw .limit(.depth, line: line) }
        scopes.append(tag.declarations)
        declarationsInScope += tag.declarations
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

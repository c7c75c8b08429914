/// What is checked before libxml2 sees a document (spec S2): the encoding and the attributes of each tag.
struct XMLPreflight {
    let attributeLimit: Int

    /// Throws on bytes that are not UTF-8, on a declared encoding other than that, and on a tag with too many
    /// attributes. Whether the document is well-formed is for libxml2 to say. O(n).
    func check(_ document: [UInt8]) throws(XMLError) {
        guard !document.contains(0), String(validating: document, as: UTF8.self) != nil else { throw .notUTF8 }
        try checkDeclaredEncoding(document)
        try checkAttributes(document)
    }

    /// The value after `encoding` in the XML declaration (XML 1.0 §4.3.3), where there is one.
    private func checkDeclaredEncoding(_ document: [UInt8]) throws(XMLError) {
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
    private func checkAttributes(_ document: [UInt8]) throws(XMLError) {
        var scan = XMLScan(document)
        while scan.skip(to: UInt8(ascii: "<")) {
            if scan.take("<!--") {
                scan.skip(past: "-->")
            } else if scan.take("<![CDATA[") {
                scan.skip(past: "]]>")
            } else if scan.take("<?") {
                scan.skip(past: "?>")
            } else if scan.take("<!") {
                continue  // A declaration, which only a DOCTYPE can hold: libxml2 stops there.
            } else {
                try checkTag(&scan)
            }
        }
    }

    private func checkTag(_ scan: inout XMLScan) throws(XMLError) {
        scan.advance()
        var count = 0
        var quote: UInt8?
        while let byte = scan.next() {
            if byte == UInt8(ascii: "<") { throw .malformed(line: scan.line) }
            if let open = quote {
                if byte == open { quote = nil }
            } else if isQuote(byte) {
                quote = byte
            } else if byte == UInt8(ascii: "=") {
                count += 1
                if count > attributeLimit { throw .limit(.attributes, line: scan.line) }
            } else if byte == UInt8(ascii: ">") {
                return
            }
        }
    }

    private func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

/// A place in a document, which knows its line.
private struct XMLScan {
    private let bytes: [UInt8]
    private var index = 0
    private(set) var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The byte here, stepping over it; `nil` at the end.
    mutating func next() -> UInt8? {
        guard index < bytes.count else { return nil }
        defer { advance() }
        return bytes[index]
    }

    mutating func advance() {
        if bytes[index] == 0x0A { line += 1 }
        index += 1
    }

    /// Steps on until `byte` is here; false when it does not come.
    mutating func skip(to byte: UInt8) -> Bool {
        while index < bytes.count {
            if bytes[index] == byte { return true }
            advance()
        }
        return false
    }

    /// Steps over `text` if it is here.
    mutating func take(_ text: StaticString) -> Bool {
        guard isHere(text) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    /// Steps over everything up to and with `text`.
    mutating func skip(past text: StaticString) {
        while index < bytes.count, !take(text) { advance() }
    }

    private func isHere(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != text.utf8Start[offset] { return false }
        return true
    }
}

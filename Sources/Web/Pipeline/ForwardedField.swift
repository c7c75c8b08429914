/// The field `Forwarded` (RFC 7239 §4): one element for each proxy, the nearest proxy last.
struct ForwardedField {
    /// The parameters of one proxy, with names in lower case.
    typealias Element = [String: String]

    let elements: [Element]

    /// Parses the field lines, which form one list. Returns `nil` without the field or for a field that breaks the grammar.
    init?(_ lines: [String]) {
        guard !lines.isEmpty else { return nil }
        var reader = ParameterListReader(lines.joined(separator: ","))
        guard let elements = reader.elements() else { return nil }
        self.elements = elements
    }

    /// Returns the address of a node without its port (RFC 7239 §6), or `nil` for any other text, such as "unknown" and obfuscated identifiers. An
    /// address in brackets is returned unchecked.
    static func address(_ node: String) -> String? {
        if node.hasPrefix("[") {
            guard let end = node.firstIndex(of: "]") else { return nil }
            return String(node[node.index(after: node.startIndex)..<end])
        }
        let name = node.prefix { $0 != ":" }
        return Address(String(name)) == nil ? nil : String(name)
    }
}

/// A reader of `#( [ name "=" ( token / quoted-string ) ] *( ";" [ … ] ) )` (RFC 7239 §4).
private struct ParameterListReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func elements() -> [ForwardedField.Element]? {
        var elements: [ForwardedField.Element] = []
        var element = ForwardedField.Element()
        while true {
            skipBlanks()
            if index < bytes.count, Self.isToken(bytes[index]) {
                let name = ASCII.lowered(token())
                // RFC 7239 §4 allows no spaces around "=" and each parameter only once in an element.
                guard take("="), let value = value(), element[name] == nil else { return nil }
                element[name] = value
                skipBlanks()
            }
            if index == bytes.count || take(",") {
                if !element.isEmpty { elements.append(element) }
                element = [:]
                if index == bytes.count { return elements }
            } else if !take(";") {
                return nil
            }
        }
    }

    private mutating func value() -> String? {
        guard take("\"") else {
            let token = token()
            return token.isEmpty ? nil : token
        }
        var value: [UInt8] = []
        while index < bytes.count {
            if take("\"") { return String(decoding: value, as: UTF8.self) }
            _ = take("\\")
            guard index < bytes.count else { return nil }
            value.append(bytes[index])
            index += 1
        }
        return nil
    }

    private mutating func token() -> String {
        let start = index
        while index < bytes.count, Self.isToken(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    }

    private mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: byte) else { return false }
        index += 1
        return true
    }

    /// Returns whether a byte is a `tchar` (RFC 9110 §5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

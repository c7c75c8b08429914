/// A JSON encoder for elements that follows the Subsonic API's mapping from XML.
struct JSONText: Sendable {
    private(set) var bytes: [UInt8] = []
    private var isFirst = true

    mutating func begin() {
        bytes.append(UInt8(ascii: "{"))
        isFirst = true
    }

    mutating func end() {
        bytes.append(UInt8(ascii: "}"))
        isFirst = false
    }

    /// Writes the name of a member. The caller writes the value next.
    mutating func member(_ name: String) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        string(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes an element as an object.
    mutating func write(_ element: Element) {
        begin()
        for attribute in element.attributes {
            member(attribute.name)
            value(attribute.value)
        }
        if let text = element.text {
            member("value")
            string(text)
        }
        for child in element.children { write(child) }
        end()
    }

    private mutating func write(_ child: Element.Child) {
        switch child {
        case .one(let name, let element):
            member(name)
            write(element)
        case .many(let name, let elements):
            member(name)
            list(elements) { $0.write($1) }
        case .values(let name, let values):
            member(name)
            list(values) { $0.value($1) }
        }
    }

    private mutating func list<Item>(_ items: [Item], _ write: (inout JSONText, Item) -> Void) {
        bytes.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(&self, item)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func value(_ value: Element.Value) {
        if case .text(let text) = value { return string(text) }
        bytes += value.plain.utf8
    }

    /// Writes a string, escaped according to RFC 8259 section 7.
    private mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0..<0x20:
                bytes += "\\u00".utf8
                bytes += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

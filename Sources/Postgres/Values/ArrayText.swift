/// The text form of a one-dimensional array: `{1,"two \"2\"",NULL}` (PostgreSQL §8.15.6).
enum ArrayText {
    /// Writes an array; `nil` becomes NULL. All other elements are in quotation marks, so that none of them is read as NULL, a brace or a delimiter.
    static func write(_ elements: some Sequence<[UInt8]?>) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "{")]
        for element in elements {
            if text.count > 1 { text.append(UInt8(ascii: ",")) }
            guard let element else {
                text += "NULL".utf8
                continue
            }
            text.append(UInt8(ascii: "\""))
            for byte in element {
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
                text.append(byte)
            }
            text.append(UInt8(ascii: "\""))
        }
        text.append(UInt8(ascii: "}"))
        return text
    }

    /// Returns the unquoted text of each element, `nil` for NULL. The list is `nil` for nested arrays, explicit bounds (`[2:3]={…}`) and other text.
    static func read(_ text: Span<UInt8>) -> [[UInt8]?]? {
        guard text.count >= 2, text[0] == UInt8(ascii: "{"), text[text.count - 1] == UInt8(ascii: "}") else {
            return nil
        }
        let end = text.count - 1
        var elements: [[UInt8]?] = []
        guard end > 1 else { return elements }
        var index = 1
        while true {
            guard let element = readElement(text, from: &index, to: end) else { return nil }
            elements.append(element.bytes)
            if index == end { return elements }
            guard text[index] == UInt8(ascii: ",") else { return nil }
            index += 1
        }
    }

    private static func readElement(
        _ text: Span<UInt8>, from index: inout Int, to end: Int
    ) -> (bytes: [UInt8]?, Void)? {
        var bytes: [UInt8] = []
        guard index < end, text[index] == UInt8(ascii: "\"") else {
            while index < end, text[index] != UInt8(ascii: ",") {
                guard text[index] != UInt8(ascii: "{"), text[index] != UInt8(ascii: "\"") else { return nil }
                bytes.append(text[index])
                index += 1
            }
            guard !bytes.isEmpty else { return nil }
            return (bytes.elementsEqual("NULL".utf8) ? nil : bytes, ())
        }
        index += 1
        while index < end, text[index] != UInt8(ascii: "\"") {
            if text[index] == UInt8(ascii: "\\") { index += 1 }
            guard index < end else { return nil }
            bytes.append(text[index])
            index += 1
        }
        guard index < end else { return nil }
        index += 1
        return (bytes, ())
    }
}

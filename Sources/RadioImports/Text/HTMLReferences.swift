/// The replacement of HTML's named character references, such as "&eacute;", in a document that is read in pieces.
///
/// Some programs that make feeds from web pages leave HTML's names in the document, and XML readers refuse these names. XML's own five names
/// (XML 1.0 §4.6) and unknown names stay. No replacement is markup, so the structure does not change.
struct HTMLReferences {
    private static let longest = 8
    private static let ofXML: Set<String> = ["amp", "lt", "gt", "quot", "apos"]

    /// The possible start of a reference at the end of the last piece.
    private var rest: [UInt8] = []

    /// Returns a function that returns the pieces of `pull` with their references replaced, and `nil` at the end.
    static func resolved(_ pull: @escaping () throws -> [UInt8]?) -> () throws -> [UInt8]? {
        var references = HTMLReferences()
        var isOver = false
        return {
            while !isOver {
                guard let piece = try pull() else {
                    isOver = true
                    return references.rest.isEmpty ? nil : references.rest
                }
                let resolved = references.take(piece)
                // An empty piece would signal the end.
                if !resolved.isEmpty { return resolved }
            }
            return nil
        }
    }

    private mutating func take(_ piece: [UInt8]) -> [UInt8] {
        let ampersand = UInt8(ascii: "&")
        let bytes = rest.isEmpty ? piece : rest + piece
        rest = []
        guard bytes.contains(ampersand) else { return bytes }
        var resolved: [UInt8] = []
        resolved.reserveCapacity(bytes.count)
        var start = 0
        while let open = bytes[start...].firstIndex(of: ampersand) {
            resolved += bytes[start..<open]
            let name = bytes[(open + 1)...].prefix(Self.longest).prefix(while: Self.isOfName)
            if name.endIndex == bytes.count, name.count < Self.longest {
                rest = Array(bytes[open...])
                return resolved
            }
            if name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";"),
                let character = Self.character(String(decoding: name, as: UTF8.self))
            {
                resolved += character.utf8
                start = name.endIndex + 1
            } else {
                resolved.append(ampersand)
                start = open + 1
            }
        }
        resolved += bytes[start...]
        return resolved
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func character(_ name: String) -> String? {
        ofXML.contains(name) ? nil : HTMLReference.character(name)
    }
}

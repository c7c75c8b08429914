/// Why a document could not be written or was refused. libxml2's own words never appear here: they may quote
/// the input and differ from version to version (spec S2).
public enum XMLError: Error, Sendable, Hashable {
    /// XML 1.0 §2.2 has no place for this character, not even as a reference.
    case forbiddenCharacter(UInt32)
    /// Not a `Name` of XML 1.0 §2.3.
    case invalidName(String)
    /// The writer was asked for something that has no place where it stands: an end without a start, an
    /// attribute after content, a second root, or a document that is not closed.
    case misplaced
    /// The input is not UTF-8, or holds a NUL byte (as UTF-16 does).
    case notUTF8
    /// The XML declaration names an encoding other than UTF-8.
    case encoding
    /// The document has a DOCTYPE; it is refused before anything in it is read.
    case doctype(line: Int)
    /// More bytes, levels, attributes in one tag, or elements than the limits allow.
    case limit(Limit, line: Int)
    /// Not well-formed (XML 1.0 §2.1), first seen on this line.
    case malformed(line: Int)
    /// libxml2 had no memory left.
    case outOfMemory

    /// What there was too much of.
    public enum Limit: String, Sendable, Hashable {
        case bytes, depth, attributes, elements
    }

    /// The line that the error was found on, 1-based, where there is one.
    public var line: Int? {
        switch self {
        case .doctype(let line), .limit(_, let line), .malformed(let line): line
        default: nil
        }
    }
}

extension XMLError: CustomStringConvertible {
    /// A plain sentence without the line, fit for a client.
    public var description: String {
        switch self {
        case .forbiddenCharacter(let code): "XML cannot hold the character U+\(hexadecimal(code))"
        case .invalidName(let name): "\(name) is not a name that XML allows"
        case .misplaced: "the XML document is put together in the wrong order"
        case .notUTF8: "the XML document is not UTF-8"
        case .encoding: "the XML document declares an encoding other than UTF-8"
        case .doctype: "the XML document has a DOCTYPE, which is not accepted"
        case .limit(.bytes, _): "the XML document is too large"
        case .limit(.depth, _): "the XML document is nested too deeply"
        case .limit(.attributes, _): "an element of the XML document has too many attributes"
        case .limit(.elements, _): "the XML document has too many elements"
        case .malformed: "the XML document is not well-formed"
        case .outOfMemory: "there is no memory left for the XML document"
        }
    }

    private func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

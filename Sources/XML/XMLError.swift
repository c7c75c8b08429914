/// The reason why a document could not be written or was refused, without libxml2's messages, which may quote the input (spec S2).
public enum XMLError: Error, Sendable, Hashable {
    /// XML 1.0 §2.2 does not allow this character, not even as a reference.
    case forbiddenCharacter(UInt32)
    /// The text is not a `Name` (XML 1.0 §2.3).
    case invalidName(String)
    /// The call of the writer is not allowed at this point, for instance a second root element.
    case misplaced
    /// The input is not UTF-8, or contains a NUL byte.
    case notUTF8
    /// The XML declaration names an encoding other than UTF-8.
    case encoding
    /// The document has a DOCTYPE.
    case doctype(line: Int)
    /// The document exceeds a limit of the reader (`XMLReader.Limits`).
    case limit(Limit, line: Int)
    /// The document is not well-formed (XML 1.0 §2.1). The line and the column, in characters, count from 1; the column is 0 if unknown.
    case malformed(Flaw = .other, line: Int, column: Int = 0)
    case outOfMemory

    /// The limit that was exceeded.
    public enum Limit: String, Sendable, Hashable, CaseIterable {
        case bytes, depth, attributes, elements
        case tag
        case namespaces
        case text
        case comment
        /// The estimated memory for elements not yet passed to the caller.
        case memory
    }

    /// The reason why a document is not well-formed, independent of libxml2's messages.
    public enum Flaw: String, Sendable, Hashable, CaseIterable {
        case endTagMismatch = "the end tag does not match the start tag"
        case ampersand = "\"&\" is not followed by a name; write \"&amp;\" for the character itself"
        case semicolon = "a reference such as \"&amp;\" must end with \";\""
        case unknownEntity =
            "a reference names an unknown entity; only &amp; &lt; &gt; &quot; and &apos; are known"
        case characterReference =
            "a character reference such as \"&#38;\" is malformed or names a character that XML does not allow"
        case character = "the document contains a character that XML does not allow; remove the character"
        case empty = "the document has no root element, or has text before the root element"
        case afterRoot = "the document continues after the end of the root element"
        case unfinished = "the document ends before the end of its root element"
        case tagName = "\"<\" is not followed by a name; write \"&lt;\" for the character itself"
        case tagEnd = "a tag must end with \">\""
        case lessThan = "a tag contains \"<\"; end the tag with \">\", or write \"&lt;\" in the value of an attribute"
        case unquoted = "the value of an attribute must be in quotes"
        case valueEnd = "the value of an attribute has no closing quote; add the closing quote"
        case noValue = "an attribute has no value; write name=\"value\""
        case attributeTwice = "a tag has two attributes of the same name; remove one of them"
        case space = "a space is missing in a tag or declaration"
        case prefix = "a prefix has no namespace declaration; declare the prefix with xmlns"
        case qualifiedName = "a name with a prefix is not well-formed"
        case comment = "a comment must end with \"-->\" and must not contain \"--\""
        case instruction = "a processing instruction is not well-formed"
        case section = "a CDATA section has no end; end it with \"]]>\""
        case sectionEnd = "the text has \"]]>\" outside a CDATA section; write \"]]&gt;\""
        case declaration = "the XML declaration is not well-formed, or is not at the beginning of the document"
        case other = "the document breaks a rule of XML"
    }

    /// The line of the error, from 1; `nil` for an error that names no line.
    public var line: Int? {
        switch self {
        case .doctype(let line), .limit(_, let line), .malformed(_, let line, _): line
        default: nil
        }
    }
}

extension XMLError: CustomStringConvertible {
    /// A sentence for a client, without the line; for `malformed`, with the column if it is known.
    public var description: String {
        switch self {
        case .forbiddenCharacter(let code): "XML does not allow the character U+\(hexadecimal(code))"
        case .invalidName(let name): "\(name) is not a name that XML allows"
        case .misplaced: "a part of the XML document was written in the wrong place"
        case .notUTF8: "the XML document must be in UTF-8, without the character U+0000"
        case .encoding: "the XML declaration must name the encoding UTF-8 or no encoding"
        case .doctype: "the XML document must not have a DOCTYPE"
        case .limit(.bytes, _): "the XML document is too large"
        case .limit(.depth, _): "the XML document is nested too deeply"
        case .limit(.attributes, _): "an element of the XML document has too many attributes"
        case .limit(.elements, _): "the XML document has too many elements"
        case .limit(.tag, _): "a tag of the XML document is too long"
        case .limit(.namespaces, _): "the XML document has too many namespace declarations in scope"
        case .limit(.text, _): "an element of the XML document has too much text"
        case .limit(.comment, _): "a comment or a processing instruction of the XML document is too long"
        case .limit(.memory, _): "reading an element of the XML document needs too much memory"
        case .malformed(let flaw, _, let column):
            "the XML document is not well-formed\(column > 0 ? " in column \(column)" : ""): \(flaw.rawValue)"
        case .outOfMemory: "the server does not have enough memory for the XML document"
        }
    }

    private func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

import XML

/// The limits of one import. If a file exceeds a limit, the import is refused and no item of any file is published. In three cases the excess is only
/// a fault: a CSV record with more than `fields` fields or with a too long quoted field (`text`) is skipped, and JSON deeper than `depth` ends the
/// reading of its file. All limits except `body` and `processorSeconds` apply to each file separately.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum size of a request with all its files, in bytes.
    public var body = 16 << 20
    /// The maximum size of one XML file after unpacking, in bytes.
    public var unpacked = 64 << 20
    /// The maximum estimated memory in bytes for the data that a format holds until the end of a file, and separately for each part of a file that is
    /// parsed as a whole.
    public var memory = 16 << 20
    /// The maximum length in bytes of the text of an XML element, an XML comment, a JSON string or a line. In CSV files, the limit is at most 1 MiB:
    /// a quoted field that does not end within about the limit is a fault, and an unquoted line of more than twice the limit and 256 KiB is refused.
    public var text = 1 << 20
    /// The maximum number of fields in a CSV record.
    public var fields = 1000
    /// The maximum number of attributes of an XML element, with namespace declarations.
    public var attributes = 128
    /// The maximum size of an XML tag with its attributes, in bytes.
    public var tag = 64 << 10
    /// The maximum number of XML namespace declarations in scope.
    public var namespaces = 64
    /// The maximum nesting depth of XML elements or JSON values.
    public var depth = 64
    /// The maximum number of elements in an XML file.
    public var elements = 1_000_000
    /// The maximum processor time in seconds for reading all files, without the database; `nil` for no limit.
    public var processorSeconds: Int? = 5

    /// Creates the limits for files in HTTP requests.
    public init() {}

    /// The limits for files from the command line or the watched folder, such as national guides.
    public static let files = {
        var limits = ImportLimits()
        limits.unpacked = ImportSource.sizeLimit
        limits.memory = ImportSource.fileLimit * 8
        limits.text = 16 << 20
        limits.attributes = 256
        limits.tag = 1 << 20
        limits.elements = 200_000_000
        limits.processorSeconds = nil
        return limits
    }()

    var xml: XMLReader.Limits {
        var limits = XMLReader.Limits()
        limits.bytes = unpacked
        limits.depth = depth
        limits.attributes = attributes
        limits.elements = elements
        limits.tag = tag
        limits.namespaces = namespaces
        limits.text = text
        limits.comment = text
        limits.memory = memory
        return limits
    }

    /// Returns the message for a file that exceeds a limit.
    func sentence(_ limit: XMLError.Limit) -> String {
        switch limit {
        case .bytes: "the file must have at most \(Self.size(unpacked)) when unpacked; send it in parts"
        case .depth: "elements must be nested at most \(depth) levels deep; simplify the file"
        case .attributes: "an element must have at most \(attributes) attributes; simplify the file"
        case .elements: "the file must have at most \(elements) elements; send it in parts"
        case .tag: "a tag must have at most \(Self.size(tag)); shorten its attributes"
        case .namespaces: "at most \(namespaces) namespace declarations may be in scope; simplify the file"
        case .text: "an element must contain at most \(Self.size(text)) of text; shorten the text"
        case .comment:
            "a comment or a processing instruction must have at most \(Self.size(text)); shorten or remove it"
        case .memory: memorySentence
        }
    }

    var memorySentence: String {
        "reading the file takes more than \(Self.size(memory)) of memory at once; send the file in parts"
    }

    /// Returns a size as text, such as "16 MiB".
    static func size(_ bytes: Int) -> String {
        if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
        return bytes % 1024 == 0 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
    }
}

/// An error that ends the reading and refuses the import.
struct ImportRefusal: Error, Hashable {
    let message: String
    /// The line number, starting at 1; 0 if unknown.
    let line: Int
}

import XML
import Zip

/// The limits for files that are read as scores (spec S1.18, S1.20).
public struct ScoreLimits: Sendable, Hashable {
    /// The maximum size of the file before unpacking, in bytes.
    public var bytes = 32 << 20
    /// The maximum total size of an archive's files after unpacking, in bytes; also the maximum size of one file after conversion to UTF-8.
    public var unpacked = 64 << 20
    /// The maximum number of unpacked bytes per compressed byte of a file in an archive. Sparse scores compress well, since measures of rests are
    /// nearly alike.
    public var ratio = 500
    /// The maximum number of files in an archive.
    public var entries = 1_000
    /// The maximum number of XML elements or JSON values of a file.
    public var elements = 4_000_000
    /// The maximum number of levels of nested XML elements.
    public var depth = 64
    /// The maximum number of attributes of an XML element.
    public var attributes = 64
    /// The maximum number of bytes of an XML tag.
    public var tag = 64 << 10
    /// The maximum number of bytes of text in one XML element or JSON string.
    public var text = 1 << 20
    /// The maximum estimated memory in bytes of the XML elements in memory at the same time, such as those of one measure of one part.
    public var memory = 16 << 20
    /// The maximum number of measures as written.
    public var measures = 10_000
    /// The maximum number of measures as heard.
    public var heard = 20_000
    /// The maximum number of parts.
    public var parts = 500
    /// The maximum number of characters of a title or a name; longer texts are cut.
    public var characters = 500
    /// The maximum number of remarks, and of faults where several are reported; later ones are omitted.
    public var remarks = 100
    /// The maximum processor time in seconds for reading a file; `nil` for no limit.
    public var processorSeconds: Int? = 10

    public init() {}

    var xml: XMLReader.Limits {
        var limits = XMLReader.Limits()
        limits.bytes = unpacked
        limits.depth = depth
        limits.attributes = attributes
        limits.elements = elements
        limits.tag = tag
        limits.namespaces = 16
        limits.text = text
        limits.comment = text
        limits.memory = memory
        return limits
    }

    var zip: ZipReader.Limits {
        var limits = ZipReader.Limits()
        limits.entries = entries
        limits.unpacked = unpacked
        limits.ratio = ratio
        return limits
    }
}

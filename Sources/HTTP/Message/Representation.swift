import Gzip

/// Immutable content that is prepared once and served many times, with its identity and gzip forms and their validators.
///
/// Compression blocks, so do not create a representation on an event loop.
public final class Representation: Sendable {
    public let mediaType: String
    /// The strong entity tag of the identity form, with its quotes.
    public let entityTag: String
    /// The modification time, in seconds since 1970 (RFC 9110 §8.8.2).
    public let lastModified: Int64
    /// Further fields of every response except 412 and 416, such as `Cache-Control`, but without `Content-Type` and the validators.
    public let fields: Fields

    /// Whether 200 and 304 responses to GET and HEAD state the server's time (`timeField`).
    public let statesTime: Bool

    /// The field with the server's time in milliseconds since 1970, from which clients compute the offset of their clocks.
    public static let timeField = "Server-Time"

    let nameMask: UInt64
    let plain: Variant
    let packed: Variant?

    /// The identity form. May read a file, so do not use this property on an event loop.
    public var identity: [UInt8] { plain.content.read }
    /// The gzip form; `nil` if there is none. May read a file, so do not use this property on an event loop.
    public var gzip: [UInt8]? { packed?.content.read }
    /// The number of bytes of both forms in memory, without forms in files.
    public var heapSize: Int {
        [plain, packed].reduce(0) { sum, variant in
            if case .bytes(let bytes)? = variant?.content { sum + bytes.count } else { sum }
        }
    }

    /// One content coding of the content. A class, so that selecting a variant changes one reference count instead of one per part.
    final class Variant: Sendable {
        let content: RepresentationData
        let tag: [UInt8]
        /// The lines of the validators, Vary and the representation's fields, in every response except 412 and 416.
        let metadata: [UInt8]
        /// The lines of Content-Encoding, if any, and Accept-Ranges.
        let contentFields: [UInt8]
        /// The head of a 200 response, without Date, Connection, the common fields and the final empty line.
        let okHead: [UInt8]

        init(content: RepresentationData, tag: [UInt8], metadata: [UInt8], contentFields: [UInt8], okHead: [UInt8]) {
            self.content = content
            self.tag = tag
            self.metadata = metadata
            self.contentFields = contentFields
            self.okHead = okHead
        }
    }

    /// Creates a representation. Blocks while it compresses the content or writes a file.
    ///
    /// - Parameters:
    ///   - identity: the content without a content coding.
    ///   - compress: whether to make the gzip form, at level 9 (spec H5; 5 ms for 95 kB). A form that is not smaller than the content is dropped.
    ///   - entityTag: the entity tag, with quotes. A hash of the bytes replaces a missing tag or one that is not strong.
    ///   - lastModified: the modification time, in seconds since 1970.
    ///   - spool: the store for long content; `nil` to keep all content in memory.
    public convenience init(
        mediaType: String, identity: [UInt8], compress: Bool, entityTag: String? = nil, lastModified: Int64,
        fields: Fields = [:], spool: ContentSpool? = nil, statesTime: Bool = false
    ) {
        let tag = entityTag.flatMap { Self.isStrongTag($0) ? $0 : nil } ?? ContentHash.tag(of: identity)
        let packedBytes = compress ? try? Gzip.compress(identity, level: 9) : nil
        let packed = packedBytes.flatMap { $0.count < identity.count ? $0 : nil }
        self.init(
            mediaType: mediaType, entityTag: tag, plain: spool?.data(identity) ?? .bytes(identity),
            packed: packed.map { spool?.data($0) ?? .bytes($0) }, lastModified: lastModified, fields: fields,
            statesTime: statesTime)
    }

    /// Creates a representation of content written piece by piece, without a gzip form. Blocks. Throws if the writer's file cannot be mapped.
    ///
    /// - Parameters:
    ///   - spooled: the writer of the content, which must not be used afterwards.
    ///   - entityTag: the entity tag, with quotes. A tag that is not strong is a programming error and stops the process.
    ///   - lastModified: the modification time, in seconds since 1970.
    public convenience init(
        mediaType: String, spooled: SpoolWriter, entityTag: String, lastModified: Int64, fields: Fields = [:]
    ) throws(ContentFileError) {
        precondition(Self.isStrongTag(entityTag))
        self.init(
            mediaType: mediaType, entityTag: entityTag, plain: try spooled.finish(), packed: nil,
            lastModified: lastModified, fields: fields)
    }

    /// Creates a representation with the forms and validators of another one, but with other fields. Compresses nothing.
    public convenience init(_ other: Representation, fields: Fields) {
        self.init(
            mediaType: other.mediaType, entityTag: other.entityTag, plain: other.plain.content,
            packed: other.packed?.content, lastModified: other.lastModified, fields: fields,
            statesTime: other.statesTime)
    }

    private init(
        mediaType: String, entityTag tag: String, plain: RepresentationData, packed: RepresentationData?,
        lastModified: Int64, fields: Fields, statesTime: Bool = false
    ) {
        self.statesTime = statesTime
        self.mediaType = mediaType
        self.entityTag = tag
        self.lastModified = lastModified
        self.fields = fields
        nameMask = fields.nameMask

        func variant(_ content: RepresentationData, tag: String, coding: String?) -> Variant {
            var metadata: Fields = ["ETag": tag, "Last-Modified": HTTPDate.format(lastModified)]
            if packed != nil { metadata.append("Vary", "Accept-Encoding") }
            var contentFields = Fields()
            if let coding { contentFields.append("Content-Encoding", coding) }
            contentFields.append("Accept-Ranges", "bytes")
            let metadataBytes = FieldLine.bytes(metadata) + FieldLine.bytes(fields)
            let contentFieldBytes = FieldLine.bytes(contentFields)
            return Variant(
                content: content, tag: Array(tag.utf8), metadata: metadataBytes, contentFields: contentFieldBytes,
                okHead: Array("HTTP/1.1 200 OK\r\n".utf8) + metadataBytes
                    + FieldLine.bytes(["Content-Type": mediaType]) + contentFieldBytes
                    + Array("Content-Length: \(content.count)\r\n".utf8))
        }
        self.plain = variant(plain, tag: tag, coding: nil)
        self.packed = packed.map { variant($0, tag: tag.dropLast() + "-gzip\"", coding: "gzip") }
    }

    /// Returns the gzip form if the client prefers gzip and the form exists; otherwise the identity form.
    func selected(prefersGzip: Bool) -> Variant {
        if prefersGzip, let packed { return packed }
        return plain
    }

    private static func isStrongTag(_ tag: String) -> Bool {
        let bytes = Array(tag.utf8)
        return bytes.count >= 2 && bytes.first == ASCII.quote && bytes.last == ASCII.quote
            && bytes.dropFirst().dropLast().allSatisfy { $0 > ASCII.space && $0 != ASCII.quote && $0 != ASCII.delete }
    }
}

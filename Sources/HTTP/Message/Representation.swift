import Gzip

/// Immutable content prepared once and served many times: identity and gzip bytes with their validators.
///
/// A representation is made off the event loops (compression blocks) and then shared by all of them. What can be
/// written of its answers beforehand is written here: on a loop it costs a copy.
public final class Representation: Sendable {
    public let mediaType: String
    /// The strong entity tag of the identity form, with its quotes. The gzip form's is derived from it.
    public let entityTag: String
    /// Whole seconds since 1970 (RFC 9110 §8.8.2 has no finer unit).
    public let lastModified: Int64
    /// Further fields of every answer, such as `Cache-Control`; `Content-Type` and the validators are not among them.
    public let fields: Fields

    /// `Fields.nameMask` of `fields`.
    let nameMask: UInt64
    let plain: Variant
    let packed: Variant?

    /// The identity form. Where it lies in a file it is read, which blocks: not on an event loop.
    public var identity: [UInt8] { plain.content.read }
    /// The gzip form, or `nil` where it would not be smaller or the type does not compress. As `identity`.
    public var gzip: [UInt8]? { packed?.content.read }
    /// The bytes of both forms that are on the heap, and not in files.
    public var heapSize: Int {
        [plain, packed].reduce(0) { sum, variant in
            if case .bytes(let bytes)? = variant?.content { sum + bytes.count } else { sum }
        }
    }

    /// One content coding of the content, with the parts of an answer's head.
    ///
    /// A class, so that choosing one on a loop costs one reference count and not one for each of its parts.
    final class Variant: Sendable {
        let content: RepresentationData
        /// With quotes.
        let tag: [UInt8]
        /// Validators, Vary and the representation's own fields: the same on 200, 206 and 304.
        let metadata: [UInt8]
        /// Content-Encoding, if any, and Accept-Ranges.
        let contentFields: [UInt8]
        /// A whole 200 answer's head, but for the common fields and the final empty line.
        let okHead: [UInt8]

        init(content: RepresentationData, tag: [UInt8], metadata: [UInt8], contentFields: [UInt8], okHead: [UInt8]) {
            self.content = content
            self.tag = tag
            self.metadata = metadata
            self.contentFields = contentFields
            self.okHead = okHead
        }
    }

    /// - Parameters:
    ///   - compress: whether to make the gzip form, at level 9 (spec H5: 5 ms for 95 kB, so once per revision).
    ///   - entityTag: with quotes; by default a hash of the bytes. What is not a strong tag is replaced by the hash.
    ///   - spool: where long content goes instead of the heap.
    public init(
        mediaType: String, identity: [UInt8], compress: Bool, entityTag: String? = nil, lastModified: Int64,
        fields: Fields = [:], spool: ContentSpool? = nil
    ) {
        let tag = entityTag.flatMap { Self.isStrongTag($0) ? $0 : nil } ?? ContentHash.tag(of: identity)
        let packedBytes = compress ? try? Gzip.compress(identity, level: 9) : nil
        let packed = packedBytes.flatMap { $0.count < identity.count ? $0 : nil }
        self.mediaType = mediaType
        self.entityTag = tag
        self.lastModified = lastModified
        self.fields = fields
        nameMask = fields.nameMask

        func variant(_ content: [UInt8], tag: String, coding: String?) -> Variant {
            var metadata: Fields = ["ETag": tag, "Last-Modified": HTTPDate.format(lastModified)]
            if packed != nil { metadata.append("Vary", "Accept-Encoding") }
            var contentFields = Fields()
            if let coding { contentFields.append("Content-Encoding", coding) }
            contentFields.append("Accept-Ranges", "bytes")
            let metadataBytes = FieldLine.bytes(metadata) + FieldLine.bytes(fields)
            let contentFieldBytes = FieldLine.bytes(contentFields)
            return Variant(
                content: spool?.data(content) ?? .bytes(content), tag: Array(tag.utf8), metadata: metadataBytes,
                contentFields: contentFieldBytes,
                okHead: Array("HTTP/1.1 200 OK\r\n".utf8) + metadataBytes
                    + FieldLine.bytes(["Content-Type": mediaType]) + contentFieldBytes
                    + Array("Content-Length: \(content.count)\r\n".utf8))
        }
        plain = variant(identity, tag: tag, coding: nil)
        self.packed = packed.map { variant($0, tag: tag.dropLast() + "-gzip\"", coding: "gzip") }
    }

    /// The form to send to a client, by its Accept-Encoding.
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

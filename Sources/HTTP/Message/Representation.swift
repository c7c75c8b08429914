/// Immutable content prepared once and served many times: identity and gzip bytes with their validators.
///
/// A representation is made off the event loops (compression blocks) and then shared by all of them.
public final class Representation: Sendable {
    public let mediaType: String
    public let identity: [UInt8]
    /// The gzip form, or `nil` where it would not be smaller or the type does not compress.
    public let gzip: [UInt8]?
    /// The strong entity tag of the identity form, with its quotes. The gzip form's is derived from it.
    public let entityTag: String
    /// Whole seconds since 1970 (RFC 9110 §8.8.2 has no finer unit).
    public let lastModified: Int64
    /// Further fields of every answer, such as `Cache-Control`; `Content-Type` and the validators are not among them.
    public let fields: Fields

    /// - Parameters:
    ///   - compress: whether to make the gzip form, at level 9 (spec H5: 5 ms for 95 kB, so once per revision).
    ///   - entityTag: with quotes; by default a hash of the bytes.
    public init(
        mediaType: String, identity: [UInt8], compress: Bool, entityTag: String? = nil, lastModified: Int64,
        fields: Fields = [:]
    ) {
        self.mediaType = mediaType
        self.identity = identity
        self.gzip = nil
        self.entityTag = entityTag ?? "\"x\""
        self.lastModified = lastModified
        self.fields = fields
    }
}

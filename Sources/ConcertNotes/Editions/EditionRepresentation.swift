import HTTP
import Tenancy

extension Representation {
    /// Creates a response of an edition with the validators `ETag` and `Last-Modified`. Hashes the bytes, may compress them and may write them to the
    /// spool, so call it on a worker thread. `changedAt` is in whole seconds since 1970. Without a spool, all content is kept in memory.
    ///
    /// The entity tag is a hash of the tenant and the bytes: the same in all processes, and never that of another tenant (spec S1.6). `no-cache`
    /// makes clients revalidate their copy at each request (spec N30).
    public convenience init(
        _ mediaType: String, _ bytes: [UInt8], of tenant: TenantID, changedAt: Int64, compress: Bool = true,
        fields: Fields = [:], spool: ContentSpool? = nil
    ) {
        var digest = ContentDigest()
        digest.add(Int(tenant.rawValue))
        digest.add(bytes)
        var fields = fields
        fields["Cache-Control"] = "no-cache"
        self.init(
            mediaType: mediaType, identity: bytes, compress: compress, entityTag: digest.entityTag,
            lastModified: changedAt, fields: fields, spool: spool)
    }
}

extension ContentDigest {
    /// The first 16 bytes of the digest in hexadecimal, as a strong entity tag with quotes.
    public var entityTag: String {
        "\"" + bytes.prefix(16).map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined() + "\""
    }
}

import Cryptography
import FoundationEssentials
import Tenancy

/// The entity tag of content without a revision number: a digest of the content's JSON (RFC 9110 §8.8.3). The tag also contains the ID of the tenant,
/// so that tenants never share a tag (spec S1.6).
public enum ContentTag {
    /// Returns the tag with its quotation marks: the ID of the tenant, a dot, and the first 96 bits of the SHA-256 of the content's JSON in
    /// hexadecimal. Throws if the content cannot be encoded. O(length of the JSON).
    public static func text(_ content: some Encodable, of tenant: TenantID) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let digest = SHA256.hash(data: try encoder.encode(content)).hexadecimal.prefix(24)
        return "\"\(tenant).\(digest)\""
    }
}

import Cryptography
import FoundationEssentials
import Tenancy

/// The entity tag of content without a revision number (RFC 9110 §8.8.3).
public enum ContentTag {
    /// Returns the tag, in quotation marks: the tenant's ID, so that tenants never share a tag (spec S1.6), and 96 bits of the SHA-256 of the
    /// content's JSON. Throws if the content cannot be encoded. O(length of the JSON).
    public static func text(_ content: some Encodable, of tenant: TenantID) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let digest = SHA256.hash(data: try encoder.encode(content)).hexadecimal.prefix(24)
        return "\"\(tenant).\(digest)\""
    }
}

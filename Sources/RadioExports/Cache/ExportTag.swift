import Cryptography
import Tenancy

/// The entity tags (RFC 9110 §8.8.3) of exported documents.
enum ExportTag {
    /// Returns a tag with the tenant and a hash of the bytes (spec S1.6). Equal bytes of one tenant have equal tags on every server.
    static func text(of bytes: [UInt8], in tenant: TenantID) -> String {
        let digest = SHA256.hash(data: bytes).hexadecimal.prefix(24)
        return "\"\(tenant).\(digest)\""
    }
}

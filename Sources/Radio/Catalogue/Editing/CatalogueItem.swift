import Crypto
import FoundationEssentials
import Tenancy

/// What programmers say of something, as they send it and as they get it back. One that was read may be stored, once all
/// that it names is there.
protocol CatalogueContent: Codable, Sendable, Equatable {
    /// As people know it: what the record says.
    var label: String { get }
    /// What it names beside itself.
    var mentions: [Mention] { get }
}

/// Something of the catalogue as programmers see it: what they said of it, its key and how often it was changed.
struct CatalogueItem<Content: CatalogueContent>: Encodable, Sendable, Equatable {
    let id: Int64
    /// Rises with every change; `nil` where the schema counts none, and the content itself says which it is.
    let revision: Int32?
    let content: Content

    /// The entity tag (RFC 9110 §8.8.3). It names the tenant: what one has must not look like what another's client knows
    /// already (spec S1.6).
    func tag(of tenant: TenantID) throws -> String {
        if let revision { return "\"\(tenant).\(revision)\"" }
        return try ContentTag.text(content, of: tenant)
    }

    private enum Member: String, CodingKey { case id, revision }

    /// The members of the content, and beside them the key and the revision.
    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(String(id), forKey: .id)
        try members.encodeIfPresent(revision, forKey: .revision)
    }
}

/// The entity tag of what has no revision of its own: a digest of what it says.
enum ContentTag {
    static func text(_ content: some Encodable, of tenant: TenantID) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let digest = SHA256.hash(data: try encoder.encode(content)).prefix(12)
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        return "\"\(tenant).\(digest)\""
    }
}

import Tenancy
import Web

/// The editable content of a catalogue item, as programmers send and receive it. The JSON that a client reads can be
/// sent back unchanged.
package protocol CatalogueContent: Codable, Sendable, Equatable {
    /// The item's name for people, as the audit log records it.
    var label: String { get }
    /// The other catalogue items to which the content refers.
    var mentions: [Mention] { get }
}

/// A catalogue item as programmers see it: its key, its revision and its content.
package struct CatalogueItem<Content: CatalogueContent>: Encodable, Sendable, Equatable {
    package let id: Int64
    /// The revision number, which increases with every change; `nil` for kinds without a revision, whose entity tag is
    /// a digest of the content.
    let revision: Int32?
    package let content: Content

    package init(id: Int64, revision: Int32?, content: Content) {
        self.id = id
        self.revision = revision
        self.content = content
    }

    /// Returns the entity tag (RFC 9110 §8.8.3). The tag contains the tenant, so that tenants never share a tag (spec
    /// S1.6).
    package func tag(of tenant: TenantID) throws -> String {
        if let revision { return "\"\(tenant).\(revision)\"" }
        return try ContentTag.text(content, of: tenant)
    }

    private enum Member: String, CodingKey { case id, revision }

    /// Encodes the content's members with `id` and `revision` beside them.
    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(String(id), forKey: .id)
        try members.encodeIfPresent(revision, forKey: .revision)
    }
}

import Tenancy
import Web

/// The editable content of a catalogue item. Programmers can read the JSON and send it back unchanged.
package protocol CatalogueContent: Codable, Sendable, Equatable {
    /// The item's display name, which the audit log records.
    var label: String { get }
    /// The references to other catalogue items.
    var mentions: [Mention] { get }
}

/// A catalogue item for programmers: its key, revision and content.
package struct CatalogueItem<Content: CatalogueContent>: Encodable, Sendable, Equatable {
    package let id: Int64
    /// The revision number, which increases with every change; `nil` for kinds that use a hash of the content as entity tag.
    let revision: Int32?
    package let content: Content

    package init(id: Int64, revision: Int32?, content: Content) {
        self.id = id
        self.revision = revision
        self.content = content
    }

    /// Returns the entity tag (RFC 9110 §8.8.3). The tag contains the tenant, so tenants never share a tag (spec S1.6). Throws the error of encoding
    /// the content.
    package func tag(of tenant: TenantID) throws -> String {
        if let revision { return "\"\(tenant).\(revision)\"" }
        return try ContentTag.text(content, of: tenant)
    }

    private enum Member: String, CodingKey { case id, revision }

    /// Encodes the members of the content together with `id` and `revision`.
    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(String(id), forKey: .id)
        try members.encodeIfPresent(revision, forKey: .revision)
    }
}

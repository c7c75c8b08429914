import Tenancy
import Web

/// The editable content of a catalogue item. Programmers can read the JSON and send it back unchanged.
package protocol CatalogueContent: Codable, Sendable, Equatable {
    /// The display name, for the audit log.
    var label: String { get }
    var mentions: [Mention] { get }
}

/// A catalogue item in responses for programmers.
package struct CatalogueItem<Content: CatalogueContent>: Encodable, Sendable, Equatable {
    package let id: Int64
    /// The revision; `nil` for kinds that use a hash of the content as entity tag.
    let revision: Int32?
    package let content: Content

    package init(id: Int64, revision: Int32?, content: Content) {
        self.id = id
        self.revision = revision
        self.content = content
    }

    /// Returns the entity tag (RFC 9110 §8.8.3), which contains the tenant (spec S1.6).
    package func tag(of tenant: TenantID) throws -> String {
        if let revision { return "\"\(tenant).\(revision)\"" }
        return try ContentTag.text(content, of: tenant)
    }

    private enum Member: String, CodingKey { case id, revision }

    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(String(id), forKey: .id)
        try members.encodeIfPresent(revision, forKey: .revision)
    }
}

import HTTP
import Tenancy
import Web

/// The entity tag of something of a tenant that has a revision (RFC 9110 §8.8.3). It names the tenant: what one has must
/// not look like what another's client knows already (spec S1, "Caches").
struct RevisionTag: Sendable, Hashable {
    /// With its quotes.
    let text: String

    init(_ revision: Int32, isActive: Bool = true, of tenant: TenantID) {
        text = "\"\(tenant).\(revision)\(isActive ? "" : "-off")\""
    }

    /// What an `If-Match` asks for (RFC 9110 §13.1.1).
    struct Precondition: Sendable, Hashable {
        private let tags: [Substring]

        /// Throws 412 when none of its tags is this one.
        func check(_ tag: RevisionTag) throws(APIError) {
            guard tags.contains("*") || tags.contains(tag.text[...]) else {
                throw APIError(.preconditionFailed, code: "changed-meanwhile", "somebody has changed it; read it again")
            }
        }

        init(_ field: String) {
            tags = field.split(separator: ",").map { tag in
                let start = tag.drop { $0 == " " || $0 == "\t" }
                return start.prefix { $0 != " " && $0 != "\t" }
            }
        }
    }
}

extension Request {
    /// The condition of a change, `nil` without `If-Match`.
    var revisionPrecondition: RevisionTag.Precondition? {
        let lines = fields.values(of: "If-Match")
        return lines.isEmpty ? nil : RevisionTag.Precondition(lines.joined(separator: ","))
    }
}

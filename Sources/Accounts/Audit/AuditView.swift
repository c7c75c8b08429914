import Web

/// An entry of the audit log as JSON.
struct AuditEventView: Encodable, Sendable {
    let id: String
    let at: Instant
    let actor: Actor
    let action: String
    let subject: String
    let detail: [String: String]
    let requestId: String?

    struct Actor: Encodable, Sendable {
        let kind: String
        let login: String
        let id: String?
    }

    init(_ entry: AuditEntry) {
        id = String(entry.id)
        at = entry.at
        actor = Actor(kind: entry.actorKind, login: entry.actor, id: entry.actorID.map { String($0) })
        action = entry.action
        subject = entry.subject
        detail = entry.detail
        requestId = entry.requestID
    }
}

/// The CSV file of `getAuditTable`.
enum AuditTableView {
    static func bytes(of entries: [AuditEntry]) -> [UInt8] {
        var table = CSV(["at", "actorKind", "actor", "action", "subject", "detail", "requestId"])
        for entry in entries {
            table.append([
                entry.at.description, entry.actorKind, entry.actor, entry.action, entry.subject, entry.facts,
                entry.requestID ?? "",
            ])
        }
        return table.bytes
    }
}

extension AuditEntry {
    /// The details of the action in one line, such as "role=editor; why=left", sorted by name.
    var facts: String { detail.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
}

import Postgres
import Tenancy

/// The text of a notice: the tenant's own text, or the standard text.
struct NoticeText: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A warning that the app uses data, shown at launch until the user dismisses it (spec R1).
        case dataWarning = "data-warning"
        /// A message shown instead of the loading screen when an account's content is first loaded on a device (spec R8).
        case firstAuthentication = "first-authentication"
    }

    let kind: Kind
    let title: String
    let message: String
    /// Whether apps show the notice.
    let isActive: Bool
    /// 0 for the standard text. The tenant's own text begins with 1, and each change of the title or the message adds 1.
    let revision: Int32

    /// The maximum length of a title, in Unicode scalars.
    static let titleLimit = 200
    /// The maximum length of a message, in Unicode scalars.
    static let messageLimit = 4000

    /// Returns the text that applies until the tenant sets one.
    static func standard(_ kind: Kind) -> NoticeText {
        let (title, message) =
            switch kind {
            case .dataWarning:
                (
                    "Data usage",
                    "This app plays music over your network connection. Your provider may charge you for the data."
                )
            case .firstAuthentication:
                ("Welcome", "Your content is being loaded for the first time. This may take a moment.")
            }
        return NoticeText(kind: kind, title: title, message: message, isActive: true, revision: 0)
    }

    func tag(of tenant: TenantID) -> RevisionTag { RevisionTag(revision, isActive: isActive, of: tenant) }
}

extension [NoticeText] {
    /// Returns the text of a kind from this list, or the standard text.
    func text(_ kind: NoticeText.Kind) -> NoticeText { first { $0.kind == kind } ?? .standard(kind) }
}

extension NoticeText: RowDecodable {
    init(row: Row) throws(PostgresError) {
        let kind: String = try row("kind")
        guard let kind = Kind(rawValue: kind) else {
            throw .decoding(column: "kind", reason: "contains \(kind), which is not a kind of notice")
        }
        self.kind = kind
        title = try row("title")
        message = try row("message")
        isActive = try row("active")
        revision = try row("revision")
    }
}

import Postgres
import Tenancy

/// The words of a notice that is there until it is dismissed (spec R1, R8): the tenant's or, until it has written its
/// own, the program's.
struct NoticeWords: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable, CaseIterable {
        /// At every launch: using the app costs data (spec R1).
        case dataWarning = "data-warning"
        /// In place of the loading screen, the first time an account loads its content on a device (spec R8).
        case firstAuthentication = "first-authentication"
    }

    let kind: Kind
    let title: String
    let message: String
    /// Whether it is shown at all.
    let isActive: Bool
    /// Rises when the words change; 0 is the program's own.
    let revision: Int32

    static let titleLimit = 200
    static let messageLimit = 4000

    /// The program's own.
    static func standard(_ kind: Kind) -> NoticeWords {
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
        return NoticeWords(kind: kind, title: title, message: message, isActive: true, revision: 0)
    }

    func tag(of tenant: TenantID) -> RevisionTag { RevisionTag(revision, isActive: isActive, of: tenant) }
}

extension [NoticeWords] {
    /// The words of a kind: those here or the program's own.
    func words(_ kind: NoticeWords.Kind) -> NoticeWords { first { $0.kind == kind } ?? .standard(kind) }
}

extension NoticeWords: RowDecodable {
    init(row: Row) throws(PostgresError) {
        let kind: String = try row("kind")
        guard let kind = Kind(rawValue: kind) else {
            throw .decoding(column: "kind", reason: "holds \(kind), which is not a kind of notice")
        }
        self.kind = kind
        title = try row("title")
        message = try row("message")
        isActive = try row("active")
        revision = try row("revision")
    }
}

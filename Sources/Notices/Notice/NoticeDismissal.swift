import FoundationEssentials
import Postgres
import Web

/// A notice that somebody does not want to see again, in the wording that was shown.
struct NoticeDismissal: Sendable, Hashable {
    let notice: String
    let revision: Int32
    /// When it ends; `nil` for never.
    let until: Instant?
    /// The version of the app for which alone it counts; `nil` for any.
    let appVersion: String?

    /// Whether it hides a notice from an app of this version.
    func hides(_ notice: Notice, from version: String?, at now: Instant) -> Bool {
        notice.kind != .upgradeForced && self.notice == notice.id.description && revision == notice.revision
            && until.map { now < $0 } ?? true && (appVersion == nil || appVersion == version)
    }
}

extension NoticeDismissal: RowDecodable {
    init(row: Row) throws(PostgresError) {
        notice = try row("notice")
        revision = try row("revision")
        until = try row.optional("until", as: Date.self).map { Instant($0) }
        appVersion = try row.optional("app_version")
    }
}

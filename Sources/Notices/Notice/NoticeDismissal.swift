import FoundationEssentials
import Postgres
import Web

/// The dismissal of one revision of a notice.
struct NoticeDismissal: Sendable, Hashable {
    let notice: String
    let revision: Int32
    /// The end of the dismissal; `nil` if it never ends.
    let until: Instant?
    /// The only version of the app to which the dismissal applies; `nil` for all.
    let appVersion: String?

    /// Returns whether the dismissal hides a notice from an app of this version. Forced upgrades are never hidden.
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

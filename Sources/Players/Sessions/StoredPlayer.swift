import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// The row of a listener's player: the session, and the items of its queue apart from it.
struct StoredPlayer: Sendable, RowDecodable {
    let session: PlayerSession
    /// The time of the database's clock. All times of a session come from this clock (spec Decided 25).
    let now: PlayerTime

    /// Creates the player of a listener who has none yet.
    init(now: PlayerTime) { (session, self.now) = (PlayerSession(), now) }

    init(row: Row) throws(PostgresError) {
        now = PlayerTime(milliseconds: try row("now_ms"))
        guard let text = try row.optional("session", as: String.self) else {
            session = PlayerSession()
            return
        }
        let queue: String = try row("queue")
        let decoder = JSONDecoder()
        // The rows are written by `PlayerStore` only. A row of another version is a new player rather than an error for ever.
        guard let session = try? decoder.decode(PlayerSession.self, from: Data(text.utf8)),
            let content = try? decoder.decode(PlayerQueueContent.self, from: Data(queue.utf8))
        else {
            session = PlayerSession()
            return
        }
        self.session = session.with(content)
    }

    /// The session as text, without the items of its queue.
    static func text(_ session: PlayerSession) throws -> String { try text(of: session.withoutContent) }

    static func text(_ content: PlayerQueueContent) throws -> String { try text(of: content) }

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension PlayerSession {
    /// The entity tag of the player. The tag contains the listener, so that it never matches for another listener.
    func entityTag(of owner: PlayerOwner) -> String { "\"\(owner.tenant).\(owner.account).\(revision)\"" }
}

extension PlayerTime {
    /// The time as an instant of the API.
    var instant: Instant { Instant(milliseconds: milliseconds) }
}

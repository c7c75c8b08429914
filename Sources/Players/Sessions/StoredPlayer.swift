import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// The row of a listener's player: the session and, in a separate column, the items of its queue.
struct StoredPlayer: Sendable, RowDecodable {
    let session: PlayerSession
    /// The time at which the row was read. All times of a session come from the database's clock (spec Decided 25).
    let now: PlayerTime

    /// Creates a new player, for a listener without a stored player.
    init(now: PlayerTime) { (session, self.now) = (PlayerSession(), now) }

    init(session: PlayerSession, now: PlayerTime) { (self.session, self.now) = (session, now) }

    init(row: Row) throws(PostgresError) {
        now = PlayerTime(milliseconds: try row("now_ms"))
        guard let text = try row.optional("session", as: String.self) else {
            session = PlayerSession()
            return
        }
        let queue: String = try row("queue")
        let decoder = JSONDecoder()
        // Only `PlayerStore` writes the rows. A row that another version wrote and that cannot be decoded gives a new player, because an
        // error would be permanent.
        guard let session = try? decoder.decode(PlayerSession.self, from: Data(text.utf8)),
            let content = try? decoder.decode(PlayerQueueContent.self, from: Data(queue.utf8))
        else {
            session = PlayerSession()
            return
        }
        self.session = session.with(content)
    }

    /// Returns the session as JSON text, without the items of its queue.
    static func text(_ session: PlayerSession) throws -> String { try text(of: session.withoutContent) }

    static func text(_ content: PlayerQueueContent) throws -> String { try text(of: content) }

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension PlayerSession {
    /// Returns the entity tag of the player, which contains the listener, so that a tag never matches for another listener.
    func entityTag(of owner: PlayerOwner) -> String { "\"\(owner.tenant).\(owner.account).\(revision)\"" }
}

extension PlayerTime {
    /// The time as an instant of the API.
    var instant: Instant { Instant(milliseconds: milliseconds) }
}

import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// The part of a queue that is read with its player.
package enum PlayerQueuePart: Sendable {
    /// The current item and its neighbours (`PlayerQueueExcerpt`), which most events need. O(1).
    case excerpt
    /// All items. O(n) in the length of the queue.
    case whole
}

/// The row of a listener's player: the session with an excerpt of its queue and, separately, all items of the queue.
struct StoredPlayer: Sendable, RowDecodable {
    let session: PlayerSession
    /// The session as JSON in the row; `nil` if no session is stored yet, or if `session` was changed after the reading.
    let text: String?
    /// Whether the device that sends a command was seen within the last minute.
    let isDeviceSeen: Bool
    /// Whether the items must still be read, because an earlier version wrote the row without an excerpt.
    let lacksItems: Bool
    /// The time at which the row was read. All times of a session come from the database's clock (spec Decided 25).
    let now: PlayerTime

    init(now: PlayerTime) { self.init(session: PlayerSession(), now: now) }

    init(session: PlayerSession, now: PlayerTime) {
        (self.session, self.now) = (session, now)
        (text, isDeviceSeen, lacksItems) = (nil, false, false)
    }

    /// Creates the player of a session in memory.
    init(session: PlayerSession, text: String, isDeviceSeen: Bool, now: PlayerTime) {
        (self.session, self.text, self.isDeviceSeen, self.now) = (session, text, isDeviceSeen, now)
        lacksItems = false
    }

    init(row: Row) throws(PostgresError) {
        now = PlayerTime(milliseconds: try row("now_ms"))
        isDeviceSeen = try row("is_device_seen")
        text = try row.optional("session", as: String.self)
        let queue = try row.optional("queue", as: String.self)
        guard let text else {
            (session, lacksItems) = (PlayerSession(), false)
            return
        }
        let decoder = JSONDecoder()
        // A row that another version wrote and that cannot be decoded gives a new player, because an error would be permanent.
        guard let session = try? decoder.decode(PlayerSession.self, from: Data(text.utf8)) else {
            (session, lacksItems) = (PlayerSession(), false)
            return
        }
        guard let queue else {
            (self.session, lacksItems) = (session, session.queue.excerpt == nil)
            return
        }
        lacksItems = false
        let content = try? decoder.decode(PlayerQueueContent.self, from: Data(queue.utf8))
        self.session = content.map { session.with($0) } ?? PlayerSession()
    }

    /// Returns the session as JSON text, with an excerpt of its queue.
    static func text(_ session: PlayerSession) throws -> String { try text(of: session.withoutContent) }

    static func text(_ content: PlayerQueueContent) throws -> String { try text(of: content) }

    private static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

extension PlayerSession {
    /// Returns the entity tag of the player, which differs from the entity tags of all other listeners.
    func entityTag(of owner: PlayerOwner) -> String { "\"\(owner.tenant).\(owner.account).\(revision)\"" }
}

extension PlayerTime {
    /// The time as an instant of the API.
    var instant: Instant { Instant(milliseconds: milliseconds) }
}

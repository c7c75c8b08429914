import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// A shared session as stored, with the account of each member.
package struct StoredSharedSession: Sendable {
    let id: Int64
    package let session: SharedSession
    /// The account of each member, including members whom the present change has removed.
    let accounts: [SharedMember.ID: Int64]
    /// The time at which the session was read, by the database's clock (spec Decided 25).
    package let now: PlayerTime

    init(id: Int64, session: SharedSession, accounts: [SharedMember.ID: Int64], now: PlayerTime) {
        (self.id, self.session, self.accounts, self.now) = (id, session, accounts, now)
    }

    /// Decodes the row of a session and the rows of its members.
    init(row: Row, members: [Row]) throws(PostgresError) {
        id = try row("session_id")
        now = PlayerTime(milliseconds: try row("now_ms"))
        var listed: [SharedMember] = []
        var accounts: [SharedMember.ID: Int64] = [:]
        for row in members {
            let member = try Self.member(row)
            listed.append(member)
            accounts[member.id] = try row("user_id")
        }
        self.accounts = accounts
        let (text, queue) = (try row("session", as: String.self), try row("queue", as: String.self))
        let decoder = JSONDecoder()
        // A row that another version wrote gives an empty player, because an error would be permanent.
        var player = PlayerSession()
        if let stored = try? decoder.decode(PlayerSession.self, from: Data(text.utf8)),
            let content = try? decoder.decode(PlayerQueueContent.self, from: Data(queue.utf8))
        {
            player = stored.with(content)
        }
        session = SharedSession(
            player: player, rule: SharedRule(rawValue: try row("rule")) ?? .everyone, members: listed,
            turn: try row.optional("turn", as: Int64.self).map(SharedMember.ID.init),
            readySince: try row.optional("ready_since", as: Date.self).map(PlayerTime.init),
            revision: Int(try row("revision", as: Int64.self)))
    }

    private static func member(_ row: Row) throws(PostgresError) -> SharedMember {
        var step: SharedOffset?
        if let difference = try row.optional("difference_us", as: Int64.self),
            let bound = try row.optional("bound_us", as: Int64.self)
        {
            step = SharedOffset(differenceUs: difference, errorBoundUs: bound)
        }
        return SharedMember(
            id: SharedMember.ID(rawValue: try row("member_id")), name: try row("name"),
            joinedAt: PlayerTime(try row("joined_at", as: Date.self)),
            seenAt: PlayerTime(try row("seen_at", as: Date.self)), isListening: try row("is_listening"),
            readyAttempt: Int(try row("ready_attempt", as: Int64.self)),
            failedAttempt: Int(try row("failed_attempt", as: Int64.self)),
            failure: try row.optional("failure", as: String.self).flatMap(PlayerError.Code.init),
            hasVoted: try row("has_voted"), step: step)
    }

    /// Returns the member of an account; `nil` if the account is not in the session.
    package func member(of owner: PlayerOwner) -> SharedMember? {
        session.members.first { accounts[$0.id] == owner.account }
    }

    func entityTag(of owner: PlayerOwner) -> String {
        "\"\(owner.tenant).\(owner.account).\(id).\(session.revision)\""
    }
}

extension PlayerTime {
    /// Creates a time from a date of the database.
    init(_ date: Date) { self.init(milliseconds: Instant(date).milliseconds) }

    /// The time as a date of the database.
    var date: Date { instant.date }
}

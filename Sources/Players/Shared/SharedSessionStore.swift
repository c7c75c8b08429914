import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The store of shared sessions. Every change is one transaction that locks the row of the session, so that concurrent changes of its members are
/// applied one after the other. Joining also locks and pauses the listener's own player.
package struct SharedSessionStore: Sendable {
    let database: TenantDatabase
    /// The clock of a test; `nil` for the clock of the database.
    let clock: (@Sendable () -> Instant)?

    package init(database: TenantDatabase, clock: (@Sendable () -> Instant)? = nil) {
        (self.database, self.clock) = (database, clock)
    }

    private var players: PlayerStore { PlayerStore(database: database, clock: clock) }

    /// Returns the session of a listener as stored, without applying the passage of time; `nil` if the listener is in no session.
    func stored(of owner: PlayerOwner) async throws(PostgresError) -> StoredSharedSession? {
        let rows = try await database.batch(in: owner.tenant, selection(of: owner), idempotent: true)
        return try Self.decoded(rows[0], rows[1])
    }

    /// Returns a session by its identifier, without applying the passage of time; `nil` if the session has ended.
    func stored(_ id: Int64, in tenant: TenantID) async throws(PostgresError) -> StoredSharedSession? {
        let rows = try await database.batch(in: tenant, selection(of: id, in: tenant), idempotent: true)
        return try Self.decoded(rows[0], rows[1])
    }

    /// Returns the session of a listener after applying the passage of time, and stores the session if the passage of time has changed it. Returns
    /// `nil` if the listener is in no session, or if the membership has ended because the listener was not seen for too long.
    package func current(of owner: PlayerOwner) async throws -> SharedOutcome? {
        guard let stored = try await stored(of: owner) else { return nil }
        let passed = try? stored.session.handle(.timePassed, by: nil, at: stored.now).session
        if passed == stored.session { return SharedOutcome(stored: stored, heard: []) }
        let outcome = try await database.transaction(in: owner.tenant) { transaction in
            guard let locked = try await lock(owner, transaction) else { return SharedOutcome?.none }
            return try await write(locked, in: owner.tenant, transaction)
        }
        return outcome?.stored.member(of: owner) == nil ? nil : outcome
    }

    /// Applies actions of a listener. Either all actions are applied or none.
    ///
    /// - Parameter condition: The `If-Match` condition on the entity tag of the session.
    /// - Throws: `SharedChanged` if the condition does not hold; 404 if the listener is in no session; the error of the first action that the session
    ///   refuses.
    package func perform(
        _ actions: [SharedAction], if condition: IfMatch = IfMatch(nil), of owner: PlayerOwner
    ) async throws -> SharedOutcome {
        let outcome = try await database.transaction(in: owner.tenant) { transaction in
            guard var locked = try await lock(owner, transaction) else { return SharedOutcome?.none }
            guard let member = locked.stored.member(of: owner) else {
                // The passage of time has ended the membership, and this end must be stored.
                _ = try await write(locked, in: owner.tenant, transaction)
                return nil
            }
            if !condition.holds(for: locked.stored.entityTag(of: owner)) {
                throw SharedChanged(known: condition.tags ?? "", stored: locked.stored)
            }
            for action in actions {
                let session = locked.stored.session
                do {
                    locked.apply(try session.handle(action, by: member.id, at: locked.stored.now))
                } catch let refusal as SharedRefusal { throw APIError(refusal, session.player) }
            }
            return try await write(locked, in: owner.tenant, transaction)
        }
        guard let outcome else { throw APIError.noSharedSession }
        return outcome
    }

    /// Creates a session of one member with a copy of the listener's own queue, and pauses the listener's own player. Throws 409 if the listener is
    /// already in a session.
    package func create(
        name: String, rule: SharedRule, of owner: PlayerOwner
    ) async throws -> StoredSharedSession {
        try await database.transaction(in: owner.tenant) { transaction in
            if let old = try await lock(owner, transaction) {
                guard old.stored.member(of: owner) == nil else { throw APIError.inSharedSession }
                _ = try await write(old, in: owner.tenant, transaction)
            }
            let own = try await players.paused(of: owner, in: transaction)
            let ids = try await transaction.batch([
                "select control.next_identifier() as session, control.next_identifier() as member"
            ])[0][0]
            let member = SharedMember(
                id: SharedMember.ID(rawValue: try ids("member")), name: name, joinedAt: own.now, seenAt: own.now)
            let copy = Self.copied(own.session.queue)
            let session = SharedSession(
                owner: member, rule: rule, items: copy.items, index: copy.index,
                positionMs: copy.isCurrent ? own.session.positionMs(at: own.now) : 0, at: own.now)
            let stored = StoredSharedSession(
                id: try ids("session"), session: session, accounts: [member.id: owner.account], now: own.now)
            do {
                _ = try await transaction.batch(try Self.insertion(stored, owner))
            } catch let error as PostgresError where error.constraint == "shared_member_pkey" {
                throw APIError.inSharedSession
            }
            return stored
        }
    }

    /// Joins the session of an invitation: the listener leaves any other session, and the listener's own player is paused. Joining the same session
    /// again changes the member's name.
    ///
    /// - Throws: 404 for an unknown invitation; 410 if the invitation has expired or was revoked, or if the session has ended; 409 for a full session
    ///   and for a name that another member has.
    package func join(
        _ secret: SecretKey, name: String, of owner: PlayerOwner
    ) async throws -> SharedOutcome {
        try await database.transaction(in: owner.tenant) { transaction in
            let target = try await invited(secret, in: owner.tenant, transaction)
            let old: Int64? = try await transaction.batch([Self.membership(of: owner)])[0].first?("session_id")
            if let old, old != target {
                // Both sessions are locked in the order of their identifiers, so that two listeners who change places at the same time cannot wait
                // for each other.
                _ = try await transaction.batch([Self.locking([old, target], in: owner.tenant)])
                if var left = try await lock(old, in: owner.tenant, transaction) {
                    if let member = left.stored.member(of: owner) {
                        left.apply(left.stored.session.left(by: member.id, at: left.stored.now))
                    }
                    _ = try await write(left, in: owner.tenant, transaction)
                }
            }
            guard var locked = try await lock(target, in: owner.tenant, transaction), locked.stored.session.owner != nil
            else {
                throw APIError.sessionEnded
            }
            let own = try await players.paused(of: owner, in: transaction)
            let id: Int64 = try await transaction.batch(["select control.next_identifier() as member"])[0][0]("member")
            let member =
                locked.stored.member(of: owner)?.named(name)
                ?? SharedMember(
                    id: SharedMember.ID(rawValue: id), name: name, joinedAt: own.now, seenAt: own.now)
            let session = locked.stored.session
            do {
                locked.apply(try session.joined(by: member, at: own.now), account: owner.account, of: member.id)
            } catch let refusal as SharedRefusal { throw APIError(refusal, session.player) }
            return try await write(locked, in: owner.tenant, transaction)
        }
    }

    /// Leaves the session. A session ends when its last member leaves. Throws 404 if the listener is in no session.
    package func leave(of owner: PlayerOwner) async throws -> SharedOutcome {
        try await ended(of: owner) { stored, member in stored.session.left(by: member.id, at: stored.now) }
    }

    /// Ends the session for all members. Throws 404 if the listener is in no session, and 403 if the listener is not its owner.
    package func end(of owner: PlayerOwner) async throws {
        _ = try await ended(of: owner) { stored, member in
            guard stored.session.owner?.id == member.id else {
                throw APIError(.ownerOnly(stored.session.rule), stored.session.player)
            }
            var reaction = stored.session.left(by: member.id, at: stored.now)
            for other in stored.session.members where other.id != member.id {
                reaction = reaction.session.left(by: other.id, at: stored.now)
            }
            return reaction
        }
    }

    private func ended(
        of owner: PlayerOwner,
        _ leaving: @escaping @Sendable (StoredSharedSession, SharedMember) throws -> SharedReaction
    ) async throws -> SharedOutcome {
        let outcome = try await database.transaction(in: owner.tenant) { transaction in
            guard var locked = try await lock(owner, transaction) else { return SharedOutcome?.none }
            guard let member = locked.stored.member(of: owner) else {
                _ = try await write(locked, in: owner.tenant, transaction)
                return nil
            }
            locked.apply(try leaving(locked.stored, member))
            return try await write(locked, in: owner.tenant, transaction)
        }
        guard let outcome else { throw APIError.noSharedSession }
        return outcome
    }

    /// Records that devices of these listeners are connected. The statement updates only members who were last seen more than 20 seconds and at most
    /// 30 minutes ago.
    func sight(_ accounts: [Int64], in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            update app.shared_member
               set seen_at = coalesce(\(clock?().date), clock_timestamp())
             where tenant_id = \(tenant)
               and user_id = any(\(accounts))
               and seen_at < coalesce(\(clock?().date), clock_timestamp()) - interval '20 seconds'
               and seen_at >= coalesce(\(clock?().date), clock_timestamp()) - interval '30 minutes'
            returning user_id
            """)
    }

    // MARK: - Reading and locking

    /// A session whose row is locked, before and after the changes of the transaction.
    private struct Locked {
        let before: SharedSession
        var stored: StoredSharedSession
        var heard: [SharedReaction.Heard] = []

        mutating func apply(_ reaction: SharedReaction) {
            stored = stored.with(reaction.session)
            heard += reaction.heard
        }

        mutating func apply(_ reaction: SharedReaction, account: Int64, of member: SharedMember.ID) {
            var accounts = stored.accounts
            accounts[member] = account
            stored = StoredSharedSession(
                id: stored.id, session: reaction.session, accounts: accounts, now: stored.now)
        }
    }

    /// Locks the session of a listener, and returns the session after applying the passage of time; `nil` if the listener is in no session.
    private func lock(_ owner: PlayerOwner, _ transaction: Transaction) async throws -> Locked? {
        guard let id: Int64 = try await transaction.batch([Self.membership(of: owner)])[0].first?("session_id") else {
            return nil
        }
        return try await lock(id, in: owner.tenant, transaction)
    }

    private func lock(_ id: Int64, in tenant: TenantID, _ transaction: Transaction) async throws -> Locked? {
        let statements = selection(of: id, in: tenant)
        // The members are read after the session is locked, so that they include the change of a transaction that held the lock before.
        let rows = try await transaction.batch([statements[0].appending("\n   for no key update"), statements[1]])
        guard let stored = try Self.decoded(rows[0], rows[1]) else { return nil }
        var locked = Locked(before: stored.session, stored: stored)
        if let reaction = try? stored.session.handle(.timePassed, by: nil, at: stored.now) { locked.apply(reaction) }
        return locked
    }

    private static func decoded(_ sessions: [Row], _ members: [Row]) throws(PostgresError) -> StoredSharedSession? {
        guard let row = sessions.first else { return nil }
        return try StoredSharedSession(row: row, members: members)
    }

    private func selection(of owner: PlayerOwner) -> [SQL] {
        [
            """
            select s.session_id, s.rule, s.session::text as session, s.queue::text as queue, s.turn, s.ready_since, s.revision,
                   coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms
              from app.shared_session s
              join app.shared_member m on m.tenant_id = s.tenant_id and m.session_id = s.session_id
             where s.tenant_id = \(owner.tenant)
               and m.tenant_id = \(owner.tenant)
               and m.user_id = \(owner.account)
            """,
            """
            select m.user_id, m.member_id, m.name, m.joined_at, m.seen_at, m.is_listening, m.ready_attempt, m.failed_attempt,
                   m.failure, m.has_voted, m.difference_us, m.bound_us
              from app.shared_member m
              join app.shared_member o on o.tenant_id = m.tenant_id and o.session_id = m.session_id
             where m.tenant_id = \(owner.tenant)
               and o.tenant_id = \(owner.tenant)
               and o.user_id = \(owner.account)
             order by m.joined_at, m.member_id
            """,
        ]
    }

    private func selection(of id: Int64, in tenant: TenantID) -> [SQL] {
        [
            """
            select session_id, rule, session::text as session, queue::text as queue, turn, ready_since, revision,
                   coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms
              from app.shared_session
             where tenant_id = \(tenant)
               and session_id = \(id)
            """,
            """
            select user_id, member_id, name, joined_at, seen_at, is_listening, ready_attempt, failed_attempt, failure,
                   has_voted, difference_us, bound_us
              from app.shared_member
             where tenant_id = \(tenant)
               and session_id = \(id)
             order by joined_at, member_id
            """,
        ]
    }

    private static func membership(of owner: PlayerOwner) -> SQL {
        """
        select session_id
          from app.shared_member
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
        """
    }

    private static func locking(_ ids: [Int64], in tenant: TenantID) -> SQL {
        """
        select session_id
          from app.shared_session
         where tenant_id = \(tenant)
           and session_id = any(\(ids))
         order by session_id
           for no key update
        """
    }

    // MARK: - Writing

    /// Writes a changed session, its members and the items that they heard, and notifies all servers. A session without members is deleted.
    private func write(
        _ locked: Locked, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> SharedOutcome {
        let (old, new) = (locked.before, locked.stored)
        var writes: [SQL] = []
        if new.session.members.isEmpty {
            writes.append("delete from app.shared_session where tenant_id = \(tenant) and session_id = \(new.id)")
        } else {
            if !new.session.isStoredAlike(old) { writes.append(try Self.update(new, from: old, tenant)) }
            let left = old.members.map(\.id).filter { new.session.member($0) == nil }.map(\.rawValue)
            if !left.isEmpty {
                writes.append(
                    """
                    delete from app.shared_member
                     where tenant_id = \(tenant)
                       and session_id = \(new.id)
                       and member_id = any(\(left))
                    """)
            }
            for member in new.session.members where old.member(member.id) != member {
                guard let account = new.accounts[member.id] else { continue }
                writes.append(Self.upsert(member, account, new.id, tenant))
            }
        }
        if new.session.revision != old.revision || new.session.members.isEmpty {
            writes.append(
                "select pg_notify('tutti', \(SharedNotice(session: new.id, revision: new.session.revision).payload(tenant)))"
            )
        }
        for item in locked.heard {
            for account in item.members.compactMap({ new.accounts[$0] }) {
                writes.append(
                    PlayerHistoryStore.addition(
                        item.item, since: item.since.instant, playedMs: item.playedMs,
                        PlayerOwner(tenant: tenant, account: account)))
            }
        }
        if !writes.isEmpty { _ = try await transaction.batch(writes) }
        return SharedOutcome(stored: new, heard: locked.heard)
    }

    private static func insertion(_ stored: StoredSharedSession, _ owner: PlayerOwner) throws -> [SQL] {
        let session = stored.session
        let text = try StoredPlayer.text(session.player)
        let queue = try StoredPlayer.text(session.content)
        return [
            """
            insert into app.shared_session (tenant_id, session_id, rule, session, queue, turn, revision)
            values (\(owner.tenant), \(stored.id), \(session.rule.rawValue), \(text)::jsonb, \(queue)::jsonb,
                    \(session.turn?.rawValue), \(Int64(session.revision)))
            """
        ] + session.members.map { insert($0, owner.account, stored.id, owner.tenant) }
    }

    private static func update(
        _ new: StoredSharedSession, from old: SharedSession, _ tenant: TenantID
    ) throws -> SQL {
        let session = new.session
        let text = try StoredPlayer.text(session.player)
        // The items are most of the bytes but seldom change, so they are written only after a change.
        let queue = old.content == session.content ? nil : try StoredPlayer.text(session.content)
        return """
            update app.shared_session
               set rule = \(session.rule.rawValue), session = \(text)::jsonb, queue = coalesce(\(queue)::jsonb, queue),
                   turn = \(session.turn?.rawValue), ready_since = \(session.readySince?.date),
                   revision = \(Int64(session.revision))
             where tenant_id = \(tenant)
               and session_id = \(new.id)
            """
    }

    private static func insert(_ member: SharedMember, _ account: Int64, _ session: Int64, _ tenant: TenantID) -> SQL {
        """
        insert into app.shared_member (tenant_id, user_id, session_id, member_id, name, joined_at, seen_at)
        values (\(tenant), \(account), \(session), \(member.id.rawValue), \(member.name), \(member.joinedAt.date),
                \(member.seenAt.date))
        """
    }

    private static func upsert(_ member: SharedMember, _ account: Int64, _ session: Int64, _ tenant: TenantID) -> SQL {
        """
        insert into app.shared_member (tenant_id, user_id, session_id, member_id, name, joined_at, seen_at, is_listening,
                                       ready_attempt, failed_attempt, failure, has_voted, difference_us, bound_us)
        values (\(tenant), \(account), \(session), \(member.id.rawValue), \(member.name), \(member.joinedAt.date),
                \(member.seenAt.date), \(member.isListening), \(Int64(member.readyAttempt)), \(Int64(member.failedAttempt)),
                \(member.failure?.rawValue), \(member.hasVoted), \(member.step?.differenceUs), \(member.step?.errorBoundUs))
            on conflict (tenant_id, user_id) do update
           set name = excluded.name, seen_at = excluded.seen_at, is_listening = excluded.is_listening,
               ready_attempt = excluded.ready_attempt, failed_attempt = excluded.failed_attempt, failure = excluded.failure,
               has_voted = excluded.has_voted, difference_us = excluded.difference_us, bound_us = excluded.bound_us
        """
    }

    /// Returns the items of a listener's own queue that a shared session accepts: items that are neither blocked nor live, at most `queueLimit` of
    /// them. Also returns the index of the first of these items that is at or after the current item (0 without such an item), and whether the
    /// item at this index is the current item.
    private static func copied(_ queue: PlayerQueue) -> (items: [PlayerItem], index: Int, isCurrent: Bool) {
        guard !queue.isEmpty else { return ([], 0, false) }
        let order = queue.itemsInOrder
        let offered = order.indices.filter { !order[$0].isBlocked && !order[$0].timing.isLive }
        guard let current = offered.firstIndex(where: { $0 >= queue.index }) else {
            return (offered.suffix(SharedSession.queueLimit).map { order[$0] }, 0, false)
        }
        // The limit keeps the items from the current item on, before any earlier items.
        let start = max(0, min(current, offered.count - SharedSession.queueLimit))
        let kept = offered[start...].prefix(SharedSession.queueLimit)
        return (kept.map { order[$0] }, current - start, offered[current] == queue.index)
    }
}

/// The outcome of a change of a shared session.
package struct SharedOutcome: Sendable {
    package let stored: StoredSharedSession
    /// The items that were heard in the session, with the members who heard them.
    let heard: [SharedReaction.Heard]
}

/// The error of a change whose `If-Match` condition failed, with the current session.
struct SharedChanged: Error, Sendable {
    let known: String
    let stored: StoredSharedSession
}

extension SharedSession {
    /// Returns whether this session and another session have the same values in the row of the session; the rows of the members are not compared.
    fileprivate func isStoredAlike(_ other: Self) -> Bool {
        player == other.player && rule == other.rule && turn == other.turn && readySince == other.readySince
            && revision == other.revision
    }
}

extension StoredSharedSession {
    fileprivate func with(_ session: SharedSession) -> Self {
        Self(id: id, session: session, accounts: accounts, now: now)
    }
}

extension SharedSessionStore {
    /// Records that a device of the listener is connected, and returns the session; `nil` if the listener is in no session.
    func seen(_ owner: PlayerOwner) async throws -> StoredSharedSession? {
        do {
            return try await perform([.seen], of: owner).stored
        } catch let error as APIError where error.code == .noSharedSession { return nil }
    }

    /// Returns the time of the clock of sessions, in microseconds since 1970.
    func microseconds(in tenant: TenantID) async throws(PostgresError) -> Int64 {
        let rows = try await database.rows(
            in: tenant,
            "select coalesce(\(clock.map { $0().milliseconds * 1000 }), (extract(epoch from clock_timestamp()) * 1000000)::bigint) as now_us"
        )
        return try rows[0]("now_us")
    }
}

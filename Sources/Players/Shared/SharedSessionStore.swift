import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The store of shared sessions. Every change, except `recordPresence`, is one transaction that locks the row of the session. Creating and joining a
/// session also lock and pause the listener's own player.
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

    /// Returns a session as stored, without applying the passage of time; `nil` if the session has ended.
    func stored(_ id: Int64, in tenant: TenantID) async throws(PostgresError) -> StoredSharedSession? {
        let rows = try await database.batch(in: tenant, selection(of: id, in: tenant), idempotent: true)
        return try Self.decoded(rows[0], rows[1])
    }

    /// Returns the session of a listener after applying the passage of time; `nil` if the listener is in no session.
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

    /// Applies actions of a listener, either all or none.
    ///
    /// - Throws: `SharedChanged` for a failed `If-Match`; 404 if the listener is in no session; 403, 404, 409 or 422 for the first refused action.
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

    /// Creates a session of one member, and pauses the listener's own player. The session's queue is a copy of the listener's own queue without
    /// blocked items and live streams, shortened to `SharedSession.queueLimit` items. Throws 409 if the listener is already in a session.
    func create(name: String, rule: SharedRule, of owner: PlayerOwner) async throws -> SharedOutcome {
        try await database.transaction(in: owner.tenant) { transaction in
            var heard: [HeardItem] = []
            if let old = try await lock(owner, transaction) {
                guard old.stored.member(of: owner) == nil else { throw APIError.inSharedSession }
                heard = try await write(old, in: owner.tenant, transaction).heard
            }
            let (own, heardAlone) = try await players.paused(of: owner, in: transaction)
            let ids = try await transaction.batch([
                "select control.next_identifier() as session, control.next_identifier() as member"
            ])[0][0]
            let member = SharedMember(
                id: SharedMember.ID(rawValue: try ids("member")), name: name, joinedAt: own.now, seenAt: own.now)
            let copy = own.session.queue.copied()
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
            return SharedOutcome(stored: stored, heard: heard + heardAlone)
        }
    }

    /// Joins a session in the caller's transaction: the listener leaves any other session, and the listener's own player is paused. Joining the same
    /// session again changes the member's name. Throws 410 for a session that has ended, and 409 for a full session or a name that another member
    /// has.
    func join(
        _ target: Int64, name: String, of owner: PlayerOwner, _ transaction: Transaction
    ) async throws -> SharedOutcome {
        var heard: [HeardItem] = []
        let old: Int64? = try await transaction.batch([Self.membership(of: owner)])[0].first?("session_id")
        if let old, old != target {
            // Both sessions are locked in the order of their identifiers, so that two listeners who change places cannot deadlock.
            _ = try await transaction.batch([Self.locking([old, target], in: owner.tenant)])
            if var left = try await lock(old, in: owner.tenant, transaction) {
                if let member = left.stored.member(of: owner) {
                    left.apply(left.stored.session.left(by: member.id, at: left.stored.now))
                }
                heard = try await write(left, in: owner.tenant, transaction).heard
            }
        }
        guard var locked = try await lock(target, in: owner.tenant, transaction), locked.stored.session.owner != nil
        else {
            throw APIError.sessionEnded
        }
        let (own, heardAlone) = try await players.paused(of: owner, in: transaction)
        let id: Int64 = try await transaction.batch(["select control.next_identifier() as member"])[0][0]("member")
        let member =
            locked.stored.member(of: owner)?.named(name)
            ?? SharedMember(id: SharedMember.ID(rawValue: id), name: name, joinedAt: own.now, seenAt: own.now)
        let session = locked.stored.session
        do {
            locked.apply(try session.joined(by: member, at: own.now), account: owner.account, of: member.id)
        } catch { throw APIError(error, session.player) }
        let joined = try await write(locked, in: owner.tenant, transaction)
        return SharedOutcome(stored: joined.stored, heard: heard + heardAlone + joined.heard)
    }

    /// Removes a listener from the session, which ends when its last member leaves. Throws 404 if the listener is in no session.
    func leave(of owner: PlayerOwner) async throws -> SharedOutcome {
        try await ended(of: owner) { stored, member in stored.session.left(by: member.id, at: stored.now) }
    }

    /// Ends the session for all members. Throws 404 if the listener is in no session, and 403 if the listener is not its owner.
    func end(of owner: PlayerOwner) async throws -> SharedOutcome {
        try await ended(of: owner) { stored, member in
            guard stored.session.owner?.id == member.id else {
                throw APIError(.ownerOnly(stored.session.rule), stored.session.player)
            }
            return stored.session.ended(at: stored.now)
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

    /// Records that a device of the listener is connected, and returns the session; `nil` if the listener is in no session.
    func seen(_ owner: PlayerOwner) async throws -> SharedOutcome? {
        do {
            return try await perform([.seen], of: owner)
        } catch let error as APIError where error.code == .noSharedSession { return nil }
    }

    /// Records that devices of these listeners are connected, for members who were last seen more than 20 seconds and at most 30 minutes ago.
    func recordPresence(_ accounts: [Int64], in tenant: TenantID) async throws(PostgresError) {
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

    /// Returns the time of the database's clock, by which shared sessions run, in microseconds since 1970.
    func microseconds(in tenant: TenantID) async throws(PostgresError) -> Int64 {
        let rows = try await database.rows(
            in: tenant,
            "select coalesce(\(clock.map { $0().milliseconds * 1000 }), (extract(epoch from clock_timestamp()) * 1000000)::bigint) as now_us"
        )
        return try rows[0]("now_us")
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

    /// Locks the session of a listener, and returns it after applying the passage of time, which may have removed the listener; `nil` if the listener
    /// is stored in no session.
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

    // MARK: - Writing

    /// Writes a changed session and its members, adds the items that the members heard to their histories, and notifies all servers of a new revision
    /// or of the end. Deletes a session without members.
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
        let heard = locked.heard.flatMap { item in
            item.members.compactMap { new.accounts[$0] }.map { account in
                HeardItem(
                    item: item.item, since: item.since.instant, playedMs: item.playedMs,
                    listener: PlayerOwner(tenant: tenant, account: account))
            }
        }
        writes += heard.map {
            PlayerHistoryStore.addition($0.item, since: $0.since, playedMs: $0.playedMs, $0.listener)
        }
        if !writes.isEmpty { _ = try await transaction.batch(writes) }
        return SharedOutcome(stored: new, heard: heard)
    }
}

/// The outcome of a change of a shared session.
package struct SharedOutcome: Sendable {
    package let stored: StoredSharedSession
    /// The items that listeners have heard in the session, in an earlier session that the listener leaves, or on the listener's own player, which is
    /// paused. They are in the history, but not yet in the catalogue.
    let heard: [HeardItem]
}

/// An item that a listener has heard.
struct HeardItem: Sendable {
    let item: String
    /// The time at which the item began to play.
    let since: Instant
    /// The duration for which the item was heard, in milliseconds.
    let playedMs: Int64
    let listener: PlayerOwner
}

/// A failed `If-Match` condition, with the current session.
struct SharedChanged: Error, Sendable {
    let known: String
    let stored: StoredSharedSession
}

extension SharedSession {
    /// Returns whether two sessions have the same values in the row of the session; the members are not compared.
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

extension PlayerQueue {
    /// Returns the items with which a shared session begins, at most `SharedSession.queueLimit`, without blocked items and live streams, and the
    /// index of its current item: the current item of this queue or the next that is included, or else the first. `isCurrent` states whether that
    /// item is also the current item of this queue.
    fileprivate func copied() -> (items: [PlayerItem], index: Int, isCurrent: Bool) {
        guard !isEmpty else { return ([], 0, false) }
        let order = itemsInOrder
        let offered = order.indices.filter { !order[$0].isBlocked && !order[$0].timing.isLive }
        guard let current = offered.firstIndex(where: { $0 >= index }) else {
            return (offered.suffix(SharedSession.queueLimit).map { order[$0] }, 0, false)
        }
        // The items from the current item on matter most.
        let start = max(0, min(current, offered.count - SharedSession.queueLimit))
        let kept = offered[start...].prefix(SharedSession.queueLimit)
        return (kept.map { order[$0] }, current - start, offered[current] == index)
    }
}

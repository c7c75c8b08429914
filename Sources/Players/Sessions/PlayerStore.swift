import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The store of players. Every change is one transaction that locks the listener's row, so that no concurrent change is lost.
package struct PlayerStore: Sendable {
    let database: TenantDatabase
    /// The clock of a test; `nil` for the clock of the database.
    let clock: (@Sendable () -> Instant)?

    package init(database: TenantDatabase, clock: (@Sendable () -> Instant)? = nil) {
        (self.database, self.clock) = (database, clock)
    }

    /// Returns a player as stored, without applying the passage of time.
    func player(of owner: PlayerOwner) async throws(PostgresError) -> StoredPlayer {
        let rows = try await database.rows(in: owner.tenant, selection(of: owner))
        guard let row = rows.first else {
            return StoredPlayer(now: try await time(in: owner.tenant))
        }
        return try StoredPlayer(row: row)
    }

    /// Returns a player after applying the passage of time, and stores the change if an attempt has failed or a device is lost (spec P14,
    /// P24).
    package func current(of owner: PlayerOwner) async throws -> PlayerOutcome {
        let stored = try await player(of: owner)
        if try stored.session.handle(.timePassed, from: "", at: stored.now).session == stored.session {
            return PlayerOutcome(session: stored.session, now: stored.now, effects: [])
        }
        return try await change(owner) { _, _ in [] }
    }

    /// Performs a command in one transaction, after applying the passage of time. A repeated request with the same idempotency key changes nothing
    /// and returns the effects of the first request.
    ///
    /// - Throws: `PlayerRefused` or `PlayerChanged`; 409 if the command would start playback while the listener is in a shared session; 422 for an
    ///   idempotency key of another request; 401 if the account does not exist; or an error of the command. After an error, the player is unchanged.
    func perform(_ command: PlayerCommand, of owner: PlayerOwner) async throws -> PlayerOutcome {
        try await change(owner, command) { session, now in
            if !command.condition.holds(for: session.entityTag(of: owner)) {
                throw PlayerChanged(known: command.condition.tags ?? "", session: session, now: now)
            }
            return try command.events(session)
        }
    }

    private func change(
        _ owner: PlayerOwner, _ command: PlayerCommand? = nil,
        events: @escaping @Sendable (PlayerSession, PlayerTime) throws -> [PlayerEvent]
    ) async throws -> PlayerOutcome {
        try await database.transaction(in: owner.tenant) { transaction in
            let rows = try await transaction.batch([
                """
                insert into app.player (tenant_id, user_id)
                values (\(owner.tenant), \(owner.account))
                    on conflict (tenant_id, user_id) do nothing
                """,
                selection(of: owner).appending("\n   for no key update"),
                Self.earlier(command?.key, owner),
                Self.sharing(owner),
            ])
            guard let row = rows[1].first else { throw APIError.notLoggedIn }
            let stored = try StoredPlayer(row: row)
            if let command, let row = rows[2].first {
                guard try row("request_digest", as: [UInt8].self) == command.digest else { throw APIError.keyReused }
                let text: String = try row("effects")
                let effects = try JSONDecoder().decode([PlayerEffect].self, from: Data(text.utf8))
                return PlayerOutcome(session: stored.session, now: stored.now, effects: effects)
            }
            let now = stored.now
            var (session, effects) = (stored.session, [PlayerEffect]())
            let passed = try session.handle(.timePassed, from: "", at: now)
            (session, effects) = (passed.session, passed.effects)
            let sender = command?.device ?? session.device ?? PlayerDevice.unnamed
            for event in try events(session, now) {
                do {
                    let reaction = try session.handle(event, from: sender, at: now)
                    session = reaction.session
                    effects += reaction.effects
                } catch let refusal as PlayerRefusal {
                    throw PlayerRefused(refusal: refusal, session: session)
                }
            }
            // A listener uses either the player or a shared session. The membership is read after the row is locked, so that a simultaneous join is
            // not missed.
            if session.audio.isActive, !stored.session.audio.isActive, Self.isSharing(rows[3], at: now) {
                throw APIError.inSharedSession
            }
            let writes = try Self.writes(
                from: stored.session, to: session, effects, command, sender: sender, owner)
            if !writes.isEmpty { _ = try await transaction.batch(writes) }
            return PlayerOutcome(session: session, now: now, effects: effects)
        }
    }

    static func writes(
        from old: PlayerSession, to new: PlayerSession, _ effects: [PlayerEffect], _ command: PlayerCommand?,
        sender: PlayerDeviceID, _ owner: PlayerOwner
    ) throws -> [SQL] {
        var writes: [SQL] = []
        if new != old { writes.append(try update(from: old, to: new, owner)) }
        if new.revision != old.revision {
            writes.append(
                "select pg_notify('tutti', \(PlayerNotice(account: owner.account, revision: new.revision).payload(owner.tenant)))"
            )
        }
        for case .heard(let item, let since, let played) in effects {
            writes.append(PlayerHistoryStore.addition(item, since: since.instant, playedMs: played, owner))
        }
        guard let command else { return writes }
        if command.device != nil { writes += PlayerDeviceStore.sighting(of: sender, owner) }
        if let key = command.key {
            let text = String(decoding: try JSONEncoder().encode(effects), as: UTF8.self)
            writes += [
                """
                insert into app.player_request (tenant_id, user_id, idempotency_key, request_digest, effects)
                values (\(owner.tenant), \(owner.account), \(key), \(command.digest), \(text)::jsonb)
                """,
                """
                delete from app.player_request
                 where tenant_id = \(owner.tenant)
                   and user_id = \(owner.account)
                   and created_at < now() - interval '1 day'
                """,
            ]
        }
        return writes
    }

    private static func update(
        from old: PlayerSession, to new: PlayerSession, _ owner: PlayerOwner
    ) throws -> SQL {
        let session = try StoredPlayer.text(new)
        let content = PlayerQueueContent(new.queue)
        // The items are written only if they have changed: they are most of the bytes and rarely change.
        let queue = content == PlayerQueueContent(old.queue) ? nil : try StoredPlayer.text(content)
        return """
            update app.player
               set session = \(session)::jsonb, queue = coalesce(\(queue)::jsonb, queue), revision = \(Int64(new.revision)),
                   updated_at = now()
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
            """
    }

    /// Returns the statement that selects a player with the current time of the database, or of the test's clock if there is one.
    func selection(of owner: PlayerOwner) -> SQL {
        """
        select session::text as session, queue::text as queue,
               coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms
          from app.player
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
        """
    }

    /// Returns the statement that selects the owner's earlier request with this idempotency key. The statement selects nothing if `key` is
    /// `nil`.
    private static func earlier(_ key: String?, _ owner: PlayerOwner) -> SQL {
        """
        select request_digest, effects::text as effects
          from app.player_request
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
           and idempotency_key = \(key)
        """
    }

    private func time(in tenant: TenantID) async throws(PostgresError) -> PlayerTime {
        let rows = try await database.rows(
            in: tenant,
            "select coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms"
        )
        return PlayerTime(milliseconds: try rows[0]("now_ms"))
    }
}

extension APIError {
    /// The 422 error for an idempotency key of another request.
    static let keyReused = APIError(
        .unprocessableContent, code: .idempotencyKeyReused,
        "this Idempotency-Key was used for another request: use a new key for each request")
}

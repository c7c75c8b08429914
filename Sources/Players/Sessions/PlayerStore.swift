import FoundationEssentials
import PlayerCore
import Postgres
import Tenancy
import Web

/// The store of players. No concurrent change is lost.
///
/// Most changes replace the stored session in one batch, provided that it has not changed since it was read. Other changes are transactions that lock
/// the listener's row.
package struct PlayerStore: Sendable {
    let database: TenantDatabase
    /// The clock of a test; `nil` for the clock of the database.
    let clock: (@Sendable () -> Instant)?
    /// The sessions that this store has stored; `nil` if each change reads its player.
    private let memory: PlayerMemory?

    package init(database: TenantDatabase, clock: (@Sendable () -> Instant)? = nil) {
        self.init(database: database, clock: clock, memory: nil)
    }

    init(database: TenantDatabase, clock: (@Sendable () -> Instant)?, memory: PlayerMemory?) {
        (self.database, self.clock, self.memory) = (database, clock, memory)
    }

    /// Returns a player as stored, without applying the passage of time.
    private func player(of owner: PlayerOwner, reading part: PlayerQueuePart) async throws(PostgresError)
        -> StoredPlayer
    {
        let rows = try await database.rows(in: owner.tenant, selection(of: owner, part))
        guard let row = rows.first else {
            return StoredPlayer(now: try await time(in: owner.tenant))
        }
        let stored = try StoredPlayer(row: row)
        return stored.lacksItems ? try await player(of: owner, reading: .whole) : stored
    }

    /// Returns a player after applying the passage of time, and stores a change that results (spec P14, P24). `part` is the part of the queue that
    /// the caller reads.
    package func current(
        of owner: PlayerOwner, reading part: PlayerQueuePart = .whole
    ) async throws -> PlayerOutcome {
        let stored = try await player(of: owner, reading: part)
        let outcome: PlayerOutcome
        do {
            outcome = try Self.outcome(of: nil, for: stored, owner)
        } catch is QueueNeeded {
            return try await current(of: owner, reading: .whole)
        }
        return outcome.session == stored.session ? outcome : try await change(owner, nil, reading: part)
    }

    /// Performs a command after applying the passage of time. A repeated request with the same idempotency key changes nothing, and gets the effects
    /// of the first request with the present session.
    ///
    /// - Throws: `PlayerRefused` or `PlayerChanged`; 409 for a start of playback during a shared session; 422 for an idempotency key that another
    ///   request has used.
    func perform(_ command: PlayerCommand, of owner: PlayerOwner) async throws -> PlayerOutcome {
        if let outcome = try await swap(command, of: owner) { return outcome }
        return try await change(owner, command, reading: command.reads)
    }

    private struct QueueNeeded: Error {}

    /// Returns the outcome of a command, or of the passage of time without one. Throws `QueueNeeded` if items are needed that were not read.
    private static func outcome(
        of command: PlayerCommand?, for stored: StoredPlayer, _ owner: PlayerOwner
    ) throws -> PlayerOutcome {
        guard !stored.lacksItems, !stored.session.needsContent(for: .timePassed) else { throw QueueNeeded() }
        let now = stored.now
        let passed = try stored.session.handle(.timePassed, from: "", at: now)
        var (session, effects) = (passed.session, passed.effects)
        if let command {
            if !command.condition.holds(for: session.entityTag(of: owner)) {
                throw PlayerChanged(known: command.condition.tags ?? "", session: session, now: now)
            }
            let sender = command.sender(in: session)
            for event in try command.events(session) {
                guard !session.needsContent(for: event.kind) else { throw QueueNeeded() }
                do {
                    let reaction = try session.handle(event, from: sender, at: now)
                    session = reaction.session
                    effects += reaction.effects
                } catch {
                    throw PlayerRefused(refusal: error, session: session)
                }
            }
        }
        guard !session.needsContent(for: .timePassed) else { throw QueueNeeded() }
        return PlayerOutcome(before: stored.session, session: session, now: now, effects: effects)
    }

    /// Performs a command that changes nothing but the session. Returns `nil` if the command must be performed in a transaction instead, because it
    /// changes or reads more, or because another change came between.
    ///
    /// A session in memory is used only if the command changes the session, because only a change makes the database compare it with the stored one.
    private func swap(_ command: PlayerCommand, of owner: PlayerOwner) async throws -> PlayerOutcome? {
        guard command.key == nil, command.reads == .excerpt else { return nil }
        if let memory, let entry = memory.entry(of: owner),
            let stored = remembered(entry, for: command.device, now: memory.time(at: .now)),
            let outcome = try? Self.outcome(of: command, for: stored, owner), outcome.session != stored.session,
            !outcome.isHeard,
            try await swap(stored, for: outcome, as: command.device, of: owner, entry.sighting)
        {
            return outcome
        }
        let start = ContinuousClock.now
        let rows = try await database.rows(in: owner.tenant, selection(of: owner, .excerpt, device: command.device))
        guard let row = rows.first else { return nil }
        let stored = try StoredPlayer(row: row)
        guard stored.text != nil else { return nil }
        memory?.note(stored.now, readFrom: start, to: .now)
        let outcome: PlayerOutcome
        do {
            outcome = try Self.outcome(of: command, for: stored, owner)
        } catch is QueueNeeded { return nil }
        guard !outcome.isHeard else { return nil }
        guard outcome.session != stored.session else {
            let sighting = Self.sighting(of: command.device, in: stored, owner)
            if !sighting.isEmpty { _ = try await database.batch(in: owner.tenant, sighting) }
            return outcome
        }
        let isSwapped = try await swap(stored, for: outcome, as: command.device, of: owner, nil)
        return isSwapped ? outcome : nil
    }

    /// Returns the player of a session in memory at the current time of the database; `nil` if the time is unknown.
    private func remembered(
        _ entry: PlayerMemory.Entry, for device: PlayerDeviceID?, now: PlayerTime?
    ) -> StoredPlayer? {
        guard let now = clock.map({ PlayerTime(milliseconds: $0().milliseconds) }) ?? now else { return nil }
        let isSeen = entry.sighting.map { $0.device == device && now.milliseconds - $0.time.milliseconds < 60_000 }
        return StoredPlayer(session: entry.session, text: entry.text, isDeviceSeen: isSeen ?? false, now: now)
    }

    /// Returns the statements that record a request of a device; none without a device, or if it was seen within the last minute.
    private static func sighting(of device: PlayerDeviceID?, in stored: StoredPlayer, _ owner: PlayerOwner) -> [SQL] {
        guard let device, !stored.isDeviceSeen else { return [] }
        return PlayerDeviceStore.sighting(of: device, owner)
    }

    /// Replaces the stored session if it still equals the session in `stored`, and records the request of the device. Returns `false` if another
    /// change came between, or if the outcome starts playback while the listener is in a shared session.
    private func swap(
        _ stored: StoredPlayer, for outcome: PlayerOutcome, as device: PlayerDeviceID?, of owner: PlayerOwner,
        _ seen: PlayerMemory.Sighting?
    ) async throws -> Bool {
        guard let text = stored.text else { return false }
        let (old, new) = (stored.session, outcome.session)
        let newText = try StoredPlayer.text(new)
        let sighting = Self.sighting(of: device, in: stored, owner)
        // Joining a shared session locks the row. The update therefore sees the membership, because its snapshot is taken after the lock.
        var writes: [SQL] = outcome.startsPlayback ? [Self.lock(of: owner)] : []
        let place = writes.count
        writes.append(
            """
            update app.player
               set session = \(newText)::jsonb, revision = \(Int64(new.revision)), updated_at = now()
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
               and session = \(text)::jsonb
               and (not \(outcome.startsPlayback)
                    or not exists (select
                                     from app.shared_member m
                                    where m.tenant_id = \(owner.tenant)
                                      and m.user_id = \(owner.account)))
            returning revision
            """)
        // If the comparison fails, the notification only causes a reading without news.
        if new.revision != old.revision { writes.append(Self.notification(of: new, owner)) }
        let results = try await database.groupedBatch(
            in: owner.tenant, writes + sighting, lockOrder: "\(owner.account)")
        let isSwapped = !results[place].isEmpty
        if let memory {
            let seen =
                if let device, !sighting.isEmpty { PlayerMemory.Sighting(device: device, time: outcome.now) } else {
                    seen
                }
            let entry = PlayerMemory.Entry(session: new.withoutContent, text: newText, sighting: seen)
            memory.keep(isSwapped ? entry : nil, of: owner)
        }
        return isSwapped
    }

    private static func lock(of owner: PlayerOwner) -> SQL {
        """
        select revision
          from app.player
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
           for no key update
        """
    }

    /// Performs a command, or applies the passage of time, in one transaction that locks the player's row.
    private func change(
        _ owner: PlayerOwner, _ command: PlayerCommand?, reading part: PlayerQueuePart
    ) async throws -> PlayerOutcome {
        try await database.transaction(in: owner.tenant) { transaction in
            let reading = [
                selection(of: owner, part, device: command?.device).appending("\n   for no key update"),
                Self.earlier(command?.key, owner),
                Self.sharing(owner),
            ]
            var rows = try await transaction.batch(reading)
            if rows[0].isEmpty {
                rows = Array(try await transaction.batch([Self.insertion(of: owner)] + reading).dropFirst())
            }
            guard let row = rows[0].first else { throw APIError.notLoggedIn }
            var stored = try StoredPlayer(row: row)
            if let command, let row = rows[1].first {
                guard try row("request_digest", as: [UInt8].self) == command.digest else { throw APIError.keyReused }
                let text: String = try row("effects")
                let effects = try JSONDecoder().decode([PlayerEffect].self, from: Data(text.utf8))
                return PlayerOutcome(before: stored.session, session: stored.session, now: stored.now, effects: effects)
            }
            let outcome: PlayerOutcome
            do {
                outcome = try Self.outcome(of: command, for: stored, owner)
            } catch is QueueNeeded {
                let whole = try await transaction.rows(selection(of: owner, .whole, device: command?.device))
                guard let row = whole.first else { throw APIError.notLoggedIn }
                stored = try StoredPlayer(row: row)
                outcome = try Self.outcome(of: command, for: stored, owner)
            }
            // A listener hears one session at a time. The membership is read after the row is locked, so that joining cannot be missed.
            if outcome.startsPlayback, Self.isSharing(rows[2], at: outcome.now) { throw APIError.inSharedSession }
            let writes = try Self.writes(from: stored, to: outcome.session, outcome.effects, command, owner)
            if !writes.isEmpty { _ = try await transaction.batch(writes) }
            return outcome
        }
    }

    /// Returns the statements that store a changed session with its history, notify all servers of a new revision, and record the device and the
    /// idempotency key of the command. `command` is `nil` for a change without a request.
    static func writes(
        from stored: StoredPlayer, to new: PlayerSession, _ effects: [PlayerEffect], _ command: PlayerCommand?,
        _ owner: PlayerOwner
    ) throws -> [SQL] {
        let old = stored.session
        var writes: [SQL] = []
        if new != old { writes.append(try update(from: old, to: new, owner)) }
        if new.revision != old.revision { writes.append(notification(of: new, owner)) }
        for case .heard(let item, let since, let played) in effects {
            writes.append(PlayerHistoryStore.addition(item, since: since.instant, playedMs: played, owner))
        }
        guard let command else { return writes }
        if let device = command.device, !stored.isDeviceSeen {
            writes += PlayerDeviceStore.sighting(of: device, owner)
        }
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
        let isSame = new.queue.excerpt != nil || content == PlayerQueueContent(old.queue)
        let queue = isSame ? nil : try StoredPlayer.text(content)
        return """
            update app.player
               set session = \(session)::jsonb, queue = coalesce(\(queue)::jsonb, queue), revision = \(Int64(new.revision)),
                   updated_at = now()
             where tenant_id = \(owner.tenant)
               and user_id = \(owner.account)
            """
    }

    private static func notification(of session: PlayerSession, _ owner: PlayerOwner) -> SQL {
        "select pg_notify('tutti', \(PlayerNotice(account: owner.account, revision: session.revision).payload(owner.tenant)))"
    }

    /// Returns the statement that inserts an empty row for a listener without a stored player.
    static func insertion(of owner: PlayerOwner) -> SQL {
        """
        insert into app.player (tenant_id, user_id)
        values (\(owner.tenant), \(owner.account))
            on conflict (tenant_id, user_id) do nothing
        """
    }

    /// Returns the statement that selects a player with the current time, and with whether `device` was seen within the last minute.
    func selection(of owner: PlayerOwner, _ part: PlayerQueuePart, device: PlayerDeviceID? = nil) -> SQL {
        """
        select session::text as session, case when \(part == .whole) then queue::text end as queue,
               coalesce(\(clock?().milliseconds), (extract(epoch from clock_timestamp()) * 1000)::bigint) as now_ms,
               exists (select
                         from app.player_device d
                        where d.tenant_id = \(owner.tenant)
                          and d.user_id = \(owner.account)
                          and d.device = \(device)
                          and d.seen_at >= now() - interval '1 minute') as is_device_seen
          from app.player
         where tenant_id = \(owner.tenant)
           and user_id = \(owner.account)
        """
    }

    /// Returns the statement that selects the owner's earlier request with this idempotency key; it selects no row if the key is `nil`.
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
    /// The 422 error for an idempotency key that another request has used.
    static let keyReused = APIError(
        .unprocessableContent, code: .idempotencyKeyReused,
        "this Idempotency-Key was used for another request: use a new key for each request")
}

extension PlayerCommand {
    /// The device from which the events are sent: the command's device, otherwise the session's, otherwise `unnamed`.
    fileprivate func sender(in session: PlayerSession) -> PlayerDeviceID {
        device ?? session.device ?? PlayerDevice.unnamed
    }
}

extension PlayerOutcome {
    fileprivate var isHeard: Bool {
        effects.contains { effect in
            if case .heard = effect { true } else { false }
        }
    }

    fileprivate var startsPlayback: Bool { session.audio.isActive && !before.audio.isActive }
}

import Postgres
import Tenancy
import Web

/// The one state row of a tenant's live concert (spec D2): all SQL that reads or moves it.
///
/// A move is a compare-and-set on `revision`. The move, its line in `live_change` and its NOTIFY are one
/// transaction, sent as one pipeline; when it is acknowledged it is committed.
public struct LiveStore: Sendable {
    let database: TenantDatabase
    let programs: LiveProgramStore

    /// How often a move that lost against another writer is tried again.
    static let attempts = 100

    public init(database: TenantDatabase) {
        self.database = database
        programs = LiveProgramStore(database: database)
    }

    /// Where the tenant's concert is, or `nil` when none is on the air.
    public func position(in tenant: TenantID) async throws(PostgresError) -> LivePosition? {
        try await snapshot(in: tenant)?.onAir?.position
    }

    /// The programme of the concert on the air, or `nil` without one.
    public func program(in tenant: TenantID) async throws(PostgresError) -> LiveProgram? {
        try await situation(in: tenant)?.program
    }

    /// The state row together with the programme that it points into.
    func situation(in tenant: TenantID) async throws(PostgresError) -> LiveSituation? {
        guard let snapshot = try await snapshot(in: tenant), let onAir = snapshot.onAir else { return nil }
        let program = try await programs.program(of: onAir.concert, revision: onAir.contentRevision, in: tenant)
        return program.flatMap { LiveSituation(onAir, in: $0) }
    }

    /// The same from memory, for the time that the database is away; `nil` when the programme is not in memory.
    func rememberedSituation(_ snapshot: LiveSnapshot?, in tenant: TenantID) -> LiveSituation? {
        guard let onAir = snapshot?.onAir, let program = programs.kept(onAir.concert, in: tenant) else { return nil }
        return LiveSituation(onAir, in: program)
    }

    /// Moves to a place, changes the state, or both. Asking for what already is changes nothing.
    ///
    /// - Throws: `APIError` as `LiveTarget` and `LiveRule` refuse it, 404 without a live concert, 412 when it
    ///   is not at the expected revision.
    public func set(
        _ target: LiveTarget, in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution()
    ) async throws -> LivePosition {
        try await move(in: tenant, by: attribution) { current, place, program throws(APIError) in
            Aim(
                place: try target.place(from: place, in: program),
                state: try LiveRule.state(after: target, in: current.state, by: attribution.source))
        }
    }

    /// Goes on or back through the programme.
    ///
    /// - Throws: as `set` does, and 409 beyond an end of the programme or after the end of the concert.
    public func step(
        _ step: LiveStep, in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution()
    ) async throws -> LivePosition {
        try await move(in: tenant, by: attribution) { current, place, program throws(APIError) in
            Aim(
                place: try step.applied(to: place, in: program),
                state: try LiveRule.state(afterStepIn: current.state, by: attribution.source))
        }
    }

    /// What a move leads to.
    private struct Aim {
        let place: LivePlace
        let state: LiveState
    }

    private func move(
        in tenant: TenantID, by attribution: LiveAttribution,
        _ decide: (LivePosition, LivePlace, LiveProgram) throws(APIError) -> Aim
    ) async throws -> LivePosition {
        // A key of our own where the client sent none: the client library below may then repeat the
        // transaction whose connection died, committed or not (spec O section 3).
        var attribution = attribution
        let key = attribution.idempotencyKey ?? Self.freshKey()
        attribution.idempotencyKey = key

        var (earlier, snapshot) = try await earlierOutcome(of: key, in: tenant)
        for _ in 0..<Self.attempts {
            if let earlier { return earlier }
            guard let current = snapshot, let onAir = current.onAir else { throw APIError.noLiveConcert }
            if let expected = attribution.expectedRevision, expected != current.revision {
                throw APIError.positionMoved
            }
            if let program = try await programs.program(
                of: onAir.concert, revision: onAir.contentRevision, in: tenant),
                program.revision == onAir.contentRevision, let place = program.place(of: onAir.position)
            {
                let aim = try decide(onAir.position, place, program)
                if aim.place == place, aim.state == onAir.position.state, attribution.source == onAir.position.source {
                    return onAir.position
                }
                let outcome = try await compareAndSet(aim, at: current.revision, onAir, program, tenant, attribution)
                if outcome.done, let position = outcome.snapshot?.onAir?.position { return position }
                (earlier, snapshot) = (outcome.earlier, outcome.snapshot)
            } else {
                // The content was replaced between the two readings.
                snapshot = try await self.snapshot(in: tenant)
            }
        }
        throw APIError.liveBusy
    }
}

// MARK: - Statements

extension LiveStore {
    /// 128 random bits: a key that no request has used.
    static func freshKey() -> String {
        let bits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return "tutti-" + bits.joined(separator: "-")
    }

    /// All that a server tells listeners, as one transaction reads it.
    func reading(in tenant: TenantID) async throws(PostgresError) -> LiveReading {
        let rows = try await database.batch(in: tenant, [Self.current(tenant), HallMessageStore.valid(tenant)])
        var messages: [HallMessage] = []
        for row in rows[1] { messages.append(try HallMessage(row: row)) }
        return LiveReading(snapshot: try rows[0].first.map(LiveSnapshot.init(row:)), messages: messages)
    }

    /// The row as it is; `nil` before the tenant's first live concert.
    func snapshot(in tenant: TenantID) async throws(PostgresError) -> LiveSnapshot? {
        try await database.first(in: tenant, Self.current(tenant))
    }

    /// What the request with this key led to, if there was one, and the row as it is.
    private func earlierOutcome(
        of key: String, in tenant: TenantID
    ) async throws(PostgresError) -> (LivePosition?, LiveSnapshot?) {
        let rows = try await database.batch(
            in: tenant, [Self.change(key, tenant), Self.current(tenant)], idempotent: true)
        return (try rows[0].first.map(LivePosition.init(row:)), try rows[1].first.map(LiveSnapshot.init(row:)))
    }

    private struct Outcome {
        /// Whether this move was made now.
        let done: Bool
        /// What an earlier request with the same key led to.
        let earlier: LivePosition?
        let snapshot: LiveSnapshot?
    }

    /// One transaction: the move if the row is still as it was read, its record, the notification; then what
    /// there is. It may be repeated whole: the second time the key is there and nothing moves.
    private func compareAndSet(
        _ aim: Aim, at revision: Int64, _ onAir: LiveSnapshot.OnAir, _ program: LiveProgram, _ tenant: TenantID,
        _ attribution: LiveAttribution
    ) async throws(PostgresError) -> Outcome {
        let piece = program.pieces[aim.place.piece]
        let statements: [SQL] = [
            """
            with moved as (
                update app.live l
                   set piece_id = \(piece.id), measure = \(aim.place.measure), state = \(aim.state.rawValue),
                       source = \(attribution.source.rawValue), revision = l.revision + 1, at = clock_timestamp()
                  from app.concert c
                 where l.tenant_id = \(tenant)
                   and l.revision = \(revision)
                   and l.concert_id = \(onAir.concert)
                   and c.tenant_id = \(tenant)
                   and c.concert_id = l.concert_id
                   and c.revision = \(program.revision)
                   and not exists (select
                                     from app.live_change h
                                    where h.tenant_id = \(tenant)
                                      and h.idempotency_key = \(attribution.idempotencyKey))
             returning l.revision, l.concert_id, l.measure, l.state, l.source, l.at
            ), noted as (
                insert into app.live_change
                       (tenant_id, revision, concert_id, piece, measure, state, source, user_id, at, idempotency_key)
                select \(tenant), revision, concert_id, \(piece.name), measure, state, source, \(attribution.userID),
                       at, \(attribution.idempotencyKey)
                  from moved
            )
            select revision, pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "live")) || revision) from moved
            """,
            Self.change(attribution.idempotencyKey ?? "", tenant),
            Self.current(tenant),
        ]
        do {
            let rows = try await database.batch(in: tenant, statements, idempotent: true)
            return Outcome(
                done: !rows[0].isEmpty, earlier: try rows[1].first.map(LivePosition.init(row:)),
                snapshot: try rows[2].first.map(LiveSnapshot.init(row:)))
        } catch {
            // The same key at the same moment, or the piece went with a new import: read again.
            guard ["live_change_idempotency_key", "live_tenant_id_piece_id_fkey"].contains(error.constraint) else {
                throw error
            }
            let (earlier, snapshot) = try await earlierOutcome(of: attribution.idempotencyKey ?? "", in: tenant)
            return Outcome(done: false, earlier: earlier, snapshot: snapshot)
        }
    }

    /// The row with what it points to.
    static func current(_ tenant: TenantID) -> SQL {
        """
        select l.concert_id, c.revision as content_revision, p.name as piece, l.measure,
               coalesce(m.printed, l.measure::text) as printed, coalesce(m.pass, 1) as pass,
               l.revision, l.state, l.source, (extract(epoch from l.at) * 1000)::bigint as at_ms
          from app.live l
          left join app.concert c on c.tenant_id = l.tenant_id and c.concert_id = l.concert_id
          left join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
          left join app.measure m on m.tenant_id = l.tenant_id and m.piece_id = l.piece_id and m.measure = l.measure
         where l.tenant_id = \(tenant)
        """
    }

    /// The change that was made under this key, in the columns of a position.
    private static func change(_ key: String, _ tenant: TenantID) -> SQL {
        """
        select h.piece, h.measure, coalesce(m.printed, h.measure::text) as printed, coalesce(m.pass, 1) as pass,
               h.revision, h.state, h.source, (extract(epoch from h.at) * 1000)::bigint as at_ms
          from app.live_change h
          left join app.piece p on p.tenant_id = h.tenant_id and p.concert_id = h.concert_id and p.name = h.piece
          left join app.measure m on m.tenant_id = h.tenant_id and m.piece_id = p.piece_id and m.measure = h.measure
         where h.tenant_id = \(tenant)
           and h.idempotency_key = \(key)
        """
    }
}

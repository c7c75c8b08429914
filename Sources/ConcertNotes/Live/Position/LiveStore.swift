import Postgres
import Tenancy
import Web

/// The SQL for the state row of a tenant's live concert (spec D2, T19).
///
/// A move is a compare-and-set on the revision, the arbiter and the content. The move, its row in `live_change` and its NOTIFY are one transaction,
/// sent as one pipeline. After a `PostgresError`, a change may have been made nevertheless; a repeat with the same idempotency key does not make it
/// twice. Moves and readings keep the row in memory, and the first attempt at a move starts from it (decision 0079).
public struct LiveStore: Sendable {
    let database: TenantDatabase
    let programs: LiveProgramStore
    let snapshots: LiveSnapshotCache
    /// Called after a move by this store, with the position after the move and whether its piece or measure differs from the position before. Not
    /// called when a concert goes on or off the air. A lost connection may prevent the call.
    let onMove: (@Sendable (LivePosition, _ isOtherMeasure: Bool, TenantID) async -> Void)?

    /// The largest number of attempts for a move when other writers are faster.
    static let attempts = 100

    public init(
        database: TenantDatabase,
        onMove: (@Sendable (LivePosition, _ isOtherMeasure: Bool, TenantID) async -> Void)? = nil
    ) {
        self.database = database
        self.onMove = onMove
        programs = LiveProgramStore(database: database)
        snapshots = LiveSnapshotCache(of: database.observers)
    }

    /// Returns the position of the tenant's live concert, or `nil` off the air.
    public func position(in tenant: TenantID) async throws(PostgresError) -> LivePosition? {
        try await snapshot(in: tenant)?.onAir?.position
    }

    /// Returns the programme of the concert on the air; `nil` off the air, or if new content lacks the position (`situation(in:)`).
    public func program(in tenant: TenantID) async throws -> LiveProgram? {
        try await situation(in: tenant)?.program
    }

    /// Returns the programme of a concert that need not be on the air, at the revision of `concert` or a newer one; `nil` if the concert has been
    /// deleted or has no pieces.
    func program(of concert: Concert, in tenant: TenantID) async throws -> LiveProgram? {
        try await programs.program(of: concert.id, revision: concert.revision, in: tenant)
    }

    /// Returns the position with its programme; `nil` off the air. If the content is replaced during the call, the programme may be newer than the
    /// position; the result is `nil` if the new content lacks the position.
    func situation(in tenant: TenantID) async throws -> LiveSituation? {
        guard let snapshot = try await snapshot(in: tenant), let onAir = snapshot.onAir else { return nil }
        let program = try await programs.program(of: onAir.concert, revision: onAir.contentRevision, in: tenant)
        return program.flatMap { LiveSituation(onAir, in: $0) }
    }

    /// Returns the position with its programme from memory, for use while the database is down. The programme may be older than the position. Returns
    /// `nil` off the air, if the programme is not in memory, or if the programme does not have the position.
    func rememberedSituation(_ snapshot: LiveSnapshot?, in tenant: TenantID) -> LiveSituation? {
        guard let onAir = snapshot?.onAir, let program = programs.kept(onAir.concert, in: tenant) else { return nil }
        return LiveSituation(onAir, in: program)
    }

    /// Moves to a position, changes the state, or both, and returns the position afterwards.
    ///
    /// Throws the errors of `LiveTarget` and `LiveRule`; `APIError` 404 without a live concert, 409 if another source leads, 412 if a condition of
    /// the attribution does not hold, 422 if the key was used for another request, and 503 if other writers are faster at every attempt.
    public func set(
        _ target: LiveTarget, in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution()
    ) async throws -> LivePosition {
        try await move(in: tenant, by: attribution) { current, programPosition, program throws(APIError) in
            MoveTarget(
                programPosition: try target.programPosition(from: programPosition, in: program),
                state: try LiveRule.state(after: target, in: current.state, by: attribution.source))
        }
    }

    /// Moves forward or back, and returns the position afterwards. Throws as `set` does, and `APIError` 409 beyond an end of the programme.
    public func step(
        _ step: LiveStep, in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution()
    ) async throws -> LivePosition {
        try await move(in: tenant, by: attribution) { current, programPosition, program throws(APIError) in
            MoveTarget(
                programPosition: try step.applied(to: programPosition, in: program),
                state: try LiveRule.state(afterStepIn: current.state, by: attribution.source))
        }
    }
}

// MARK: - Presence

extension LiveStore {
    /// Notifies all servers that an operator page is open or has been left, without storing anything.
    func announce(_ notice: OperatorPresenceNotice, in tenant: TenantID) async throws(PostgresError) {
        try await announce(LiveNotice.payload(tenant, kind: OperatorPresenceNotice.kind) + notice.text, in: tenant)
    }

    /// Notifies all servers of the number of followers at this server.
    func announce(_ notice: FollowerNotice, in tenant: TenantID) async throws(PostgresError) {
        try await announce(LiveNotice.payload(tenant, kind: FollowerNotice.kind) + notice.text, in: tenant)
    }

    private func announce(_ payload: String, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(in: tenant, "select pg_notify('tutti', \(payload))")
    }
}

// MARK: - Reading

extension LiveStore {
    /// Returns the state for listeners, read in one transaction, with the newest changes after `revision`, at most `LiveFeed.memory`, oldest first.
    /// By default, the reading has no changes.
    func reading(in tenant: TenantID, since revision: Int64 = .max) async throws(PostgresError) -> LiveReading {
        // Idempotent, so that the database client repeats the batch after a lost connection: a client must read its own write (`LiveHub.caughtUp`).
        let rows = try await database.batch(
            in: tenant,
            [Self.current(tenant), AudienceMessageStore.valid(tenant), Self.moves(since: revision, tenant)],
            idempotent: true)
        var messages: [AudienceMessage] = []
        for row in rows[1] { messages.append(try AudienceMessage(row: row)) }
        var moves: [LiveMove] = []
        for row in rows[2] { moves.append(try LiveMove(row: row)) }
        let snapshot = try rows[0].first.map(LiveSnapshot.init(row:))
        snapshots.remember(snapshot, in: tenant)
        return LiveReading(snapshot: snapshot, messages: messages, moves: moves.reversed())
    }

    /// Returns the current row; `nil` before the tenant's first live concert.
    func snapshot(in tenant: TenantID) async throws(PostgresError) -> LiveSnapshot? {
        let snapshot: LiveSnapshot? = try await database.first(in: tenant, Self.current(tenant))
        snapshots.remember(snapshot, in: tenant)
        return snapshot
    }

    /// Returns the query for the row joined with its concert, piece and measure.
    static func current(_ tenant: TenantID) -> SQL {
        """
        select \(snapshotColumns)
          from app.live l \(snapshotJoins)
         where l.tenant_id = \(tenant)
        """
    }

    /// The columns of a `LiveSnapshot`, from the row `l` of `app.live` and `snapshotJoins`.
    static let snapshotColumns: SQLFragment = """
        l.concert_id, c.revision as content_revision, p.name as piece, p.position as piece_order, l.measure,
        coalesce(m.printed, l.measure::text) as printed, coalesce(m.pass, 1) as pass,
        l.revision, l.state, l.source, (extract(epoch from l.at) * 1000)::bigint as at_ms,
        l.arbiter::text as arbiter, l.arbiter_version,
        (extract(epoch from clock_timestamp()) * 1000)::bigint as read_at_ms
        """

    /// The joins of the row `l` of `app.live` with its concert, piece and measure.
    static let snapshotJoins: SQLFragment = """
        left join app.concert c on c.tenant_id = l.tenant_id and c.concert_id = l.concert_id
        left join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
        left join app.measure m on m.tenant_id = l.tenant_id and m.piece_id = l.piece_id and m.measure = l.measure
        """
}

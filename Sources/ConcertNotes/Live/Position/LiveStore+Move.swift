import Postgres
import Tenancy
import Web

/// The moves of the live concert. A move is decided and then written by a compare-and-set. If another writer was faster, the move is decided again.
extension LiveStore {
    /// The position and state after a move.
    package struct MoveTarget: Sendable {
        package let programPosition: ProgramPosition
        package let state: LiveState

        package init(programPosition: ProgramPosition, state: LiveState) {
            self.programPosition = programPosition
            self.state = state
        }

        /// Returns whether the concert is already at this position and in this state, and was moved there by this source.
        func isAlready(_ position: LivePosition, at programPosition: ProgramPosition, by source: LiveSource) -> Bool {
            self.programPosition == programPosition && state == position.state && source == position.source
        }
    }

    /// One attempt to move the concert: the revision from which the move starts, and the target.
    package struct Move: Sendable {
        package let target: MoveTarget
        package let program: LiveProgram
        package let from: Int64
        /// The time of the move to `from`, which is compared too, because another move may have the same revision after a fail-over that has lost
        /// commits; `nil` off the air.
        package let fromTime: Instant?
        package let attribution: LiveAttribution
        package let key: String
        /// The arbiter after the move.
        package let arbiter: LiveArbiter
        /// The version of the arbiter before the move.
        package let arbiterVersion: Int64
        /// The time from the cause of the move to its request, in milliseconds; `nil` if unknown.
        let delayMs: Int64?

        var piece: LiveProgram.Piece { program.pieces[target.programPosition.piece] }
    }

    /// Makes the move that `decide` returns for the current position, calls `onMove`, and returns the position afterwards. A move without a client's
    /// key that changes nothing is not written (`LiveMoveRule`). A repeat with the same idempotency key returns the position of the first request.
    /// `decide` receives the position on the air, its place in the programme, and the programme; it may be called several times. Throws the errors
    /// of `decide`, and `APIError` 404, 409, 412, 422 and 503 as `set` does.
    func move(
        in tenant: TenantID, by attribution: LiveAttribution,
        _ decide: (LivePosition, ProgramPosition, LiveProgram) throws(APIError) -> MoveTarget
    ) async throws -> LivePosition {
        // Without a key of the client, a generated key lets the database client repeat a transaction after a lost connection (spec O3.1).
        let key = attribution.idempotencyKey ?? Self.freshKey()

        var (earlier, snapshot): (EarlierMove?, LiveSnapshot?)
        if let (move, isOtherMeasure) = moveFromMemory(in: tenant, by: attribution, key: key, decide) {
            let outcome = try await compareAndSet(move, in: tenant)
            if let position = outcome.newPosition {
                await onMove?(position, isOtherMeasure, tenant)
                return position
            }
            (earlier, snapshot) = (outcome.earlier, outcome.snapshot)
        } else {
            (earlier, snapshot) = try await earlierOutcome(of: key, in: tenant)
        }
        for _ in 0..<Self.attempts {
            if let earlier { return try earlier.position(for: attribution) }
            guard let current = snapshot, let onAir = current.onAir else { throw APIError.noLiveConcert }
            guard attribution.expects(current.revision) else { throw APIError.positionMoved }
            if let since = attribution.unmovedByPeopleSince, since != current.revision,
                try await isMovedByPeople(since: since, in: tenant)
            {
                throw APIError.positionMoved
            }
            if let program = try await programs.program(
                of: onAir.concert, revision: onAir.contentRevision, in: tenant),
                program.revision == onAir.contentRevision,
                let programPosition = program.programPosition(of: onAir.position)
            {
                let target = try decide(onAir.position, programPosition, program)
                let decision = try LiveMoveRule.decision(
                    to: target, from: programPosition, of: onAir.position, in: program, at: current, by: attribution,
                    key: key)
                guard case .write(let move) = decision else { return onAir.position }
                let outcome = try await compareAndSet(move, in: tenant)
                if let position = outcome.newPosition {
                    await onMove?(position, target.programPosition != programPosition, tenant)
                    return position
                }
                (earlier, snapshot) = (outcome.earlier, outcome.snapshot)
            } else {
                // A new import has replaced the content between the two reads.
                snapshot = try await self.snapshot(in: tenant)
            }
        }
        throw APIError.liveBusy
    }

    /// Decides a move from the newest reading in memory, which saves a round trip. Returns `nil` if the reading or its programme is not in memory,
    /// and if the move would be refused or change nothing, because only the row in the database can decide that.
    private func moveFromMemory(
        in tenant: TenantID, by attribution: LiveAttribution, key: String,
        _ decide: (LivePosition, ProgramPosition, LiveProgram) throws(APIError) -> MoveTarget
    ) -> (Move, isOtherMeasure: Bool)? {
        guard let current = snapshots.snapshot(in: tenant), let onAir = current.onAir,
            attribution.expects(current.revision),
            attribution.unmovedByPeopleSince.map({ $0 == current.revision }) ?? true,
            let program = programs.kept(onAir.concert, in: tenant), program.revision == onAir.contentRevision,
            let programPosition = program.programPosition(of: onAir.position),
            let target = try? decide(onAir.position, programPosition, program),
            case .write(let move)? = try? LiveMoveRule.decision(
                to: target, from: programPosition, of: onAir.position, in: program, at: current, by: attribution,
                key: key)
        else { return nil }
        return (move, target.programPosition != programPosition)
    }

    /// Returns a new idempotency key of 128 random bits.
    static func freshKey() -> String {
        let bits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }
        return "tutti-" + bits.joined(separator: "-")
    }

    /// Returns the result of an earlier request with this key, `nil` if there was none, and the current row, `nil` if the tenant has never had a live
    /// concert.
    ///
    /// The row is read first. Otherwise, a simultaneous request could commit between the statements, and this request would be refused although its
    /// move was made.
    func earlierOutcome(
        of key: String, in tenant: TenantID
    ) async throws(PostgresError) -> (EarlierMove?, LiveSnapshot?) {
        let rows = try await database.batch(
            in: tenant, [Self.current(tenant), Self.change(key, tenant)], idempotent: true)
        let snapshot = try rows[0].first.map(LiveSnapshot.init(row:))
        snapshots.remember(snapshot, in: tenant)
        return (try rows[1].first.map(EarlierMove.init(row:)), snapshot)
    }

    /// The result of an earlier request with the same key.
    struct EarlierMove: RowDecodable {
        /// The position after the request; `nil` if it took the concert off the air.
        private let position: LivePosition?
        private let fingerprint: [UInt8]?

        init(row: Row) throws(PostgresError) {
            let state: String = try row("state")
            position = state == "off-air" ? nil : try LivePosition(row: row)
            fingerprint = try row.optional("request_digest")
        }

        /// Returns the position after the earlier request. Throws `APIError` 422 if that request took the concert off the air or has another digest.
        func position(for attribution: LiveAttribution) throws(APIError) -> LivePosition {
            guard let position, isRequest(of: attribution) else { throw .keyReused }
            return position
        }

        /// Throws `APIError` 422 if the earlier request did not take the concert off the air, or has another digest.
        func checkEnd(of attribution: LiveAttribution) throws(APIError) {
            guard position == nil, isRequest(of: attribution) else { throw .keyReused }
        }

        private func isRequest(of attribution: LiveAttribution) -> Bool {
            guard let fingerprint, let ours = attribution.fingerprint else { return true }
            return fingerprint == ours
        }
    }

    /// The outcome of one attempt at a move.
    struct Outcome {
        /// Whether this attempt made the move.
        let done: Bool
        /// The result of an earlier request with the same key; `nil` if there was none.
        let earlier: EarlierMove?
        /// The row after the attempt; `nil` if the tenant has never had a live concert.
        let snapshot: LiveSnapshot?

        /// The position after the move; `nil` if this attempt has not made it, or if no concert was on the air at the reading.
        var newPosition: LivePosition? { done ? snapshot?.onAir?.position : nil }
    }

    /// Makes a move, records it in `app.live_change` and notifies the servers and emitters, in one transaction. Does nothing if the row in `app.live`
    /// or the programme has changed or the key exists; `Outcome.done` is then `false`. The same statement returns the row, so no reading delays the
    /// commit and its notification. Repeating the call is safe, because the key then exists.
    ///
    /// - Parameter decision: A statement that records the decision that led to the move, in the same transaction; `nil` for a move without such a
    ///   decision.
    func compareAndSet(
        _ move: Move, recording decision: SQL? = nil, in tenant: TenantID
    ) async throws(PostgresError) -> Outcome {
        var statements: [SQL] = [
            """
            with moved as (
                update app.live l
                   set piece_id = \(move.piece.id), measure = \(move.target.programPosition.measure), state = \(move.target.state.rawValue),
                       source = \(move.attribution.source.rawValue), revision = l.revision + 1, at = clock_timestamp(),
                       arbiter = \(move.arbiter.stored)::text::jsonb, arbiter_version = l.arbiter_version + 1
                  from app.concert c
                 where l.tenant_id = \(tenant)
                   and l.revision = \(move.from)
                   and (extract(epoch from l.at) * 1000)::bigint = \(move.fromTime?.milliseconds)
                   and l.arbiter_version = \(move.arbiterVersion)
                   and l.concert_id = \(move.program.concert)
                   and c.tenant_id = \(tenant)
                   and c.concert_id = l.concert_id
                   and c.revision = \(move.program.revision)
                   and not exists (select
                                     from app.live_change h
                                    where h.tenant_id = \(tenant)
                                      and h.idempotency_key = \(move.key))
             returning l.*
            ), noted as (
                insert into app.live_change
                       (tenant_id, revision, concert_id, piece, measure, state, source, user_id, at, idempotency_key,
                        request_digest, delay_ms)
                select \(tenant), revision, concert_id, \(move.piece.name), measure, state, source, \(move.attribution.userID),
                       at, \(move.key), \(move.attribution.fingerprint), \(move.delayMs)::bigint::integer
                  from moved
            )
            select \(Self.snapshotColumns), pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "live")) || l.revision
                                                      || \(LiveNotice.fields(of: move))::text)
              from moved l \(Self.snapshotJoins)
            """
        ]
        if let decision { statements.append(decision) }
        do {
            if let row = try await database.batch(in: tenant, statements, idempotent: true)[0].first {
                let snapshot = try LiveSnapshot(row: row)
                snapshots.remember(snapshot, in: tenant)
                return Outcome(done: true, earlier: nil, snapshot: snapshot)
            }
        } catch {
            // A simultaneous request has used the key, or a new import has removed the piece.
            guard ["live_change_idempotency_key", "live_tenant_id_piece_id_fkey"].contains(error.constraint) else {
                throw error
            }
        }
        let (earlier, snapshot) = try await earlierOutcome(of: move.key, in: tenant)
        return Outcome(done: false, earlier: earlier, snapshot: snapshot)
    }

    /// Returns the query for the newest changes after a revision, newest first, at most `LiveFeed.memory`, with the columns of a position.
    static func moves(since revision: Int64, _ tenant: TenantID) -> SQL {
        """
        select h.piece, h.measure, coalesce(m.printed, h.measure::text) as printed, coalesce(m.pass, 1) as pass,
               h.revision, h.concert_id, h.state, h.source, (extract(epoch from h.at) * 1000)::bigint as at_ms,
               p.position as piece_order
          from app.live_change h
          left join app.piece p on p.tenant_id = h.tenant_id and p.concert_id = h.concert_id and p.name = h.piece
          left join app.measure m on m.tenant_id = h.tenant_id and m.piece_id = p.piece_id and m.measure = h.measure
         where h.tenant_id = \(tenant)
           and h.revision > \(revision)
         order by h.revision desc
         limit \(Int64(LiveFeed.memory))
        """
    }

    /// Returns the query for the change with this key, with the columns of a position.
    static func change(_ key: String, _ tenant: TenantID) -> SQL {
        """
        select h.piece, h.measure, coalesce(m.printed, h.measure::text) as printed, coalesce(m.pass, 1) as pass,
               h.revision, h.state, h.source, (extract(epoch from h.at) * 1000)::bigint as at_ms,
               h.request_digest
          from app.live_change h
          left join app.piece p on p.tenant_id = h.tenant_id and p.concert_id = h.concert_id and p.name = h.piece
          left join app.measure m on m.tenant_id = h.tenant_id and m.piece_id = p.piece_id and m.measure = h.measure
         where h.tenant_id = \(tenant)
           and h.idempotency_key = \(key)
        """
    }
}

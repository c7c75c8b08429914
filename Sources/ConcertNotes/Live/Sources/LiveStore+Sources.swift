import Postgres
import Tenancy
import Web

/// The functions about the sources of the position. The arbiter in the row of the live concert decides. Each change writes the decision and the move,
/// if there is one, as a compare-and-set in one transaction, and returns the state of the sources afterwards. A change throws `APIError` 404 if no
/// concert is on the air, and 503 if other writers are faster at every attempt.
///
/// A decision of a person is recorded with its idempotency key, and a repeat with the same key changes nothing. A decision also throws `APIError`
/// 412 if a condition of the attribution is not met, and 422 if the key belongs to a different request.
extension LiveStore {
    /// A move that the arbiter has decided.
    package struct SourceStep: Sendable {
        package let position: ProgramPosition
        package let state: LiveState
        package let source: LiveSource
        var delayMs: Int64?

        /// Returns the move that writes this step and the arbiter after it.
        package func move(
            from snapshot: LiveSnapshot, in program: LiveProgram, by attribution: LiveAttribution, key: String,
            leaving arbiter: LiveArbiter
        ) -> Move {
            var attribution = attribution
            attribution.source = source
            return Move(
                target: MoveTarget(programPosition: position, state: state), program: program, from: snapshot.revision,
                fromTime: snapshot.onAir?.position.at, attribution: attribution, key: key, arbiter: arbiter,
                arbiterVersion: snapshot.arbiterVersion,
                delayMs: delayMs)
        }
    }

    /// Returns the state of the sources; `nil` off the air or if the content is replaced during the call.
    func sources(in tenant: TenantID) async throws -> LiveSources? {
        guard let snapshot = try await snapshot(in: tenant) else { return nil }
        return try await sources(of: snapshot, in: tenant)
    }

    /// Returns the state of the sources in a snapshot; `nil` off the air or if the content has changed since the snapshot.
    func sources(of snapshot: LiveSnapshot, in tenant: TenantID) async throws -> LiveSources? {
        try await moment(of: snapshot, in: tenant).map { LiveSources(snapshot, $0) }
    }

    /// Gives the lead to a person at once. Until a person hands over to an automatic source, all automatic sources are refused.
    func takeOver(in tenant: TenantID, by attribution: LiveAttribution) async throws -> LiveSources {
        try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, _ throws(APIError) in
            arbiter.takeOver(by: attribution.holder)
            return nil
        }
    }

    /// Lets the follower lead as soon as its readings are sure, and ends a take-over.
    func allowFollower(in tenant: TenantID, by attribution: LiveAttribution) async throws -> LiveSources {
        try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, _ throws(APIError) in
            arbiter.allowFollower()
            return nil
        }
    }

    /// Names another person as the holder of the position. The leader stays the same.
    func handOver(to person: LiveArbiter.Holder, in tenant: TenantID, by attribution: LiveAttribution) async throws
        -> LiveSources
    {
        try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, _ throws(APIError) in
            arbiter.handOver(to: person)
            return nil
        }
    }

    /// The tempo that is requested when the automatic advance starts or changes its tempo.
    enum Tempo: Sendable, Hashable {
        /// The current tempo of the advance or, without an advance, the tempo of the recording.
        case kept
        /// The tempo of the last presses of Next.
        case tapped
        /// A tempo relative to the reference recording.
        case fixed(Double)
        /// The tempo of `kept`, multiplied by a factor, within `AutoAdvance.tempos`.
        case scaled(Double)
    }

    /// Starts the automatic advance, or changes its tempo. Ends a take-over, and starts a concert in the state `ready`.
    ///
    /// Throws `APIError` 409 if the piece on the air has no reference times, if the presses give no tempo (`TappedTempo.tempo`), or while the concert
    /// is held or ended.
    func startAdvance(_ tempo: Tempo, in tenant: TenantID, by attribution: LiveAttribution) async throws -> LiveSources
    {
        let taps: [TappedTempo.Tap] =
            tempo == .tapped ? try await database.all(in: tenant, Self.taps(tenant)) : []
        return try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, moment throws(APIError) in
            let piece = moment.program.pieces[moment.programPosition.piece]
            guard piece.hasTimes else { throw .noReferenceTimes }
            guard moment.position.state != .held else { throw .held }
            guard moment.position.state != .ended else { throw .ended }
            let wanted: Double
            switch tempo {
            case .kept: wanted = arbiter.advance?.tempo ?? 1
            case .fixed(let tempo): wanted = tempo
            case .scaled(let factor): wanted = (arbiter.advance?.tempo ?? 1) * factor
            case .tapped:
                guard let tapped = TappedTempo.tempo(of: taps, in: piece, at: moment.now) else { throw .noTappedTempo }
                wanted = tapped
            }
            return arbiter.startAdvance(tempo: wanted, isTapped: tempo == .tapped, at: moment)
        }
    }

    /// Pauses the automatic advance and keeps its tempo. If the advance led, a person leads; the holder stays the same.
    func pauseAdvance(in tenant: TenantID, by attribution: LiveAttribution) async throws -> LiveSources {
        try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, _ throws(APIError) in
            arbiter.pauseAdvance()
            return nil
        }
    }

    /// Ends the automatic advance and removes its tempo. If the advance led, a person leads.
    func endAdvance(in tenant: TenantID, by attribution: LiveAttribution) async throws -> LiveSources {
        try await arbitrate(in: tenant, by: attribution, recording: true) { arbiter, _ throws(APIError) in
            arbiter.endAdvance()
            return nil
        }
    }

    /// Takes a reading of the follower, and moves the concert if the follower leads. Throws the errors of `FollowerReading.position(in:at:)`.
    func read(
        _ reading: FollowerReading, in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution()
    ) async throws -> LiveSources {
        try await arbitrate(in: tenant, by: attribution) { arbiter, moment throws(APIError) in
            try arbiter.step(of: reading, at: moment, delayMs: attribution.delayMs)
        }
    }

    /// Makes the step of the automatic advance that is due. Returns the time until the next step, in milliseconds; `nil` if the advance does not
    /// lead, waits at the end of a piece, or may not move the concert in its present state.
    func advance(in tenant: TenantID) async throws -> Int64? {
        var wait: Int64?
        _ = try await arbitrate(in: tenant, by: LiveAttribution(source: .auto)) { arbiter, moment throws(APIError) in
            let (step, next) = arbiter.advanceStep(at: moment)
            wait = next
            return step
        }
        return wait
    }
}

// MARK: - Lease

extension LiveStore {
    /// Takes or renews the lease of a tenant's automatic advance. `holder` is the name of this server. Returns `false` if no concert is on the air,
    /// the advance does not run, or another server holds the lease.
    func takeAdvanceLease(for holder: String, in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
               update app.live
                  set advance_holder = \(holder),
                      advance_until = clock_timestamp() + \(AdvanceService.termMilliseconds) * interval '1 millisecond'
                where tenant_id = \(tenant)
                  and concert_id is not null
                  and arbiter -> 'advance' ->> 'isRunning' = 'true'
                  and (advance_until is null or advance_until < clock_timestamp() or advance_holder = \(holder))
            returning 1 as taken
            """)
        return !rows.isEmpty
    }

    /// Returns whether the automatic advance of a tenant runs.
    func isAdvanceRunning(in tenant: TenantID) async throws(PostgresError) -> Bool {
        let rows = try await database.rows(
            in: tenant,
            """
            select 1 as running
              from app.live
             where tenant_id = \(tenant)
               and concert_id is not null
               and arbiter -> 'advance' ->> 'isRunning' = 'true'
            """)
        return !rows.isEmpty
    }

    /// Ends the lease of a server that stops, so that another server need not wait.
    func releaseAdvanceLease(of holder: String, in tenant: TenantID) async throws(PostgresError) {
        _ = try await database.rows(
            in: tenant,
            """
            with freed as (
                update app.live
                   set advance_until = clock_timestamp()
                 where tenant_id = \(tenant)
                   and advance_holder = \(holder)
                   and advance_until > clock_timestamp()
             returning arbiter_version
            )
            select pg_notify('tutti', \(LiveNotice.payload(tenant, kind: LiveArbiter.noticeKind)) || arbiter_version)
              from freed
            """)
    }
}

// MARK: - Deciding

extension LiveArbiter {
    /// The kind of the notification for a change of the sources that leaves the position unchanged.
    static let noticeKind = "sources"
}

extension LiveStore {
    /// Lets the arbiter decide with `decide`, and writes the decision. Tries again if another writer was faster. With `isRecorded`, a person's
    /// decision is recorded with its key even if it changes nothing, so that a later repeat finds it.
    private func arbitrate(
        in tenant: TenantID, by attribution: LiveAttribution, recording isRecorded: Bool = false,
        _ decide: (inout LiveArbiter, LiveMoment) throws(APIError) -> SourceStep?
    ) async throws -> LiveSources {
        let key = attribution.idempotencyKey ?? Self.freshKey()
        for _ in 0..<Self.attempts {
            let (isRepeat, current) = try await decided(by: attribution, in: tenant)
            guard var snapshot = current, snapshot.onAir != nil else { throw APIError.noLiveConcert }
            // A new import has replaced the content between two reads.
            guard let moment = try await moment(of: snapshot, in: tenant) else { continue }
            if isRepeat { return LiveSources(snapshot, moment) }
            try await checkConditions(of: attribution, at: snapshot, in: tenant)
            var arbiter = snapshot.arbiter.settled(at: moment.now)
            if let step = try decide(&arbiter, moment) {
                let outcome = try await compareAndSet(
                    step.move(from: snapshot, in: moment.program, by: attribution, key: key, leaving: arbiter),
                    recording: isRecorded ? Self.record(of: key, by: attribution, after: snapshot, tenant) : nil,
                    in: tenant)
                guard outcome.done || outcome.earlier != nil, let after = outcome.snapshot else { continue }
                guard let next = try await self.moment(of: after, in: tenant) else { throw APIError.noLiveConcert }
                if outcome.done {
                    await onMove?(next.position, step.position != moment.programPosition, tenant)
                }
                return LiveSources(after, next)
            }
            if isRecorded || arbiter.mustReplace(snapshot.arbiter) {
                guard
                    let version = try await store(
                        arbiter, after: snapshot, key: isRecorded ? key : nil, by: attribution, in: tenant)
                else { continue }
                snapshot.arbiterVersion = version
            }
            snapshot.arbiter = arbiter
            return LiveSources(snapshot, moment)
        }
        throw APIError.liveBusy
    }

    private func moment(of snapshot: LiveSnapshot, in tenant: TenantID) async throws -> LiveMoment? {
        guard let onAir = snapshot.onAir,
            let program = try await programs.program(
                of: onAir.concert, revision: onAir.contentRevision, in: tenant)
        else { return nil }
        return LiveMoment(snapshot, in: program)
    }

    /// Returns the current row, `nil` if the tenant has never had a live concert, and whether an earlier request with the attribution's key has
    /// decided already. The row is read first, for the reason given at `earlierOutcome`. Throws `APIError` 422 if the earlier request was different.
    func decided(
        by attribution: LiveAttribution, in tenant: TenantID
    ) async throws -> (isRepeat: Bool, snapshot: LiveSnapshot?) {
        guard let key = attribution.idempotencyKey else { return (false, try await self.snapshot(in: tenant)) }
        let rows = try await database.batch(
            in: tenant, [Self.current(tenant), Self.decision(key, tenant)], idempotent: true)
        let snapshot = try rows[0].first.map(LiveSnapshot.init(row:))
        snapshots.remember(snapshot, in: tenant)
        guard let earlier = rows[1].first else { return (false, snapshot) }
        if let digest = try earlier.optional("request_digest", as: [UInt8].self), let ours = attribution.fingerprint,
            digest != ours
        {
            throw APIError.keyReused
        }
        return (true, snapshot)
    }

    private func checkConditions(
        of attribution: LiveAttribution, at snapshot: LiveSnapshot, in tenant: TenantID
    ) async throws {
        guard attribution.expects(snapshot.revision) else { throw APIError.positionMoved }
        let version = attribution.undecidedByOthersSince ?? .max
        let revision = attribution.unmovedByOthersSince ?? .max
        guard version < snapshot.arbiterVersion || revision < snapshot.revision else { return }
        let other = try await database.rows(
            in: tenant, Self.others(than: attribution.userID, since: version, revision, tenant)
        ).first
        if let other { throw APIError.sourcesDecided(by: try other.optional("login")) }
    }

    /// Stores an arbiter without a move, and records the decision if `key` is set. Returns the new version, or `nil` if another writer was faster.
    ///
    /// Recording also removes decisions that are more than a day old. No page or program repeats a request after so long a time, or still shows the
    /// sources as they were before that decision.
    private func store(
        _ arbiter: LiveArbiter, after snapshot: LiveSnapshot, key: String?, by attribution: LiveAttribution,
        in tenant: TenantID
    ) async throws(PostgresError) -> Int64? {
        let isNotable = arbiter.isNotable(after: snapshot.arbiter)
        let rows = try await database.rows(
            in: tenant,
            """
            with stored as (
                update app.live
                   set arbiter = \(arbiter.stored)::text::jsonb, arbiter_version = arbiter_version + 1
                 where tenant_id = \(tenant)
                   and revision = \(snapshot.revision)
                   and arbiter_version = \(snapshot.arbiterVersion)
             returning arbiter_version
            ), recorded as (
                insert into app.live_decision (tenant_id, idempotency_key, request_digest, version, user_id)
                select \(tenant), \(key), \(attribution.fingerprint), arbiter_version, \(attribution.userID)
                  from stored
                 where \(key != nil)
            ), removed as (
                delete from app.live_decision
                 where tenant_id = \(tenant)
                   and at < clock_timestamp() - interval '1 day'
                   and \(key != nil)
            ), told as (
                select pg_notify('tutti', \(LiveNotice.payload(tenant, kind: LiveArbiter.noticeKind)) || arbiter_version)
                  from stored
                 where \(isNotable)
            )
            select arbiter_version, (select count(*) from told) as told from stored
            """)
        guard let row = rows.first else { return nil }
        return try row("arbiter_version")
    }

    /// Returns the statement that records the decision of the move with this key from `snapshot`. Without this move, the statement does nothing.
    private static func record(
        of key: String, by attribution: LiveAttribution, after snapshot: LiveSnapshot, _ tenant: TenantID
    ) -> SQL {
        """
        insert into app.live_decision (tenant_id, idempotency_key, request_digest, version, user_id)
        select \(tenant), h.idempotency_key, h.request_digest, \(snapshot.arbiterVersion + 1), \(attribution.userID)
          from app.live_change h
         where h.tenant_id = \(tenant)
           and h.idempotency_key = \(key)
           and h.revision = \(snapshot.revision + 1)
            on conflict do nothing
        """
    }

    private static func decision(_ key: String, _ tenant: TenantID) -> SQL {
        """
        select d.request_digest
          from app.live_decision d
         where d.tenant_id = \(tenant)
           and d.idempotency_key = \(key)
         union all
        select h.request_digest
          from app.live_change h
         where h.tenant_id = \(tenant)
           and h.idempotency_key = \(key)
        """
    }

    private static func others(
        than userID: Int64?, since version: Int64, _ revision: Int64, _ tenant: TenantID
    ) -> SQL {
        """
        select u.login
          from (select d.user_id
                  from app.live_decision d
                 where d.tenant_id = \(tenant)
                   and d.version > \(version)
                   and d.user_id is distinct from \(userID)
                 union all
                select h.user_id
                  from app.live_change h
                 where h.tenant_id = \(tenant)
                   and h.revision > \(revision)
                   and h.source in ('operator', 'osc')
                   and h.user_id is distinct from \(userID)) o
          left join app.user_account u on u.tenant_id = \(tenant) and u.user_id = o.user_id
         limit 1
        """
    }

    private static func taps(_ tenant: TenantID) -> SQL {
        """
        select piece, measure, source, (extract(epoch from at) * 1000)::bigint as at_ms
          from app.live_change
         where tenant_id = \(tenant)
         order by revision desc
         limit \(Int64(TappedTempo.memory))
        """
    }
}

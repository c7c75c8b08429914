import Postgres
import Tenancy
import Web

extension LiveStore {
    /// Puts a concert on the air at measure 1 of its first piece, in the state `ready` (spec Decided 4), and returns its position. The concert
    /// replaces the one on the air and takes the tenant's multicast scope. If the concert is on the air already, it keeps its position, and only its
    /// multicast scope is set again.
    ///
    /// Runs in one transaction. A repeat with the same idempotency key changes nothing and gets the position of the first request.
    ///
    /// - Parameters:
    ///   - defaultScope: The multicast settings of the installation, each used for a tenant without its own value.
    ///   - event: The audit event, recorded in the same transaction unless the concert was on the air already.
    /// - Throws: `APIError` 404 for an unknown concert; 409 if another tenant on the air uses the same group, port and interface
    ///   (spec I22, Decided 26); 412 if a condition of the attribution does not hold; 422 for a concert without pieces, or if the key was used for
    ///   another request.
    public func activate(
        _ concert: Concert.ID, in tenant: Tenant, defaultScope: MulticastScope,
        by attribution: LiveAttribution = LiveAttribution(), recorded event: AuditEvent? = nil
    ) async throws -> LivePosition {
        let group = tenant.multicast.group ?? defaultScope.group ?? ""
        let port = tenant.multicast.port ?? defaultScope.port ?? 0
        let interface = tenant.multicast.interface ?? defaultScope.interface ?? "127.0.0.1"
        do {
            return try await database.transaction(in: tenant.id) { transaction in
                if let earlier = try await Self.earlier(attribution, in: tenant.id, transaction) { return earlier }
                guard
                    let row = try await transaction.rows(
                        """
                        select count(p.piece_id) as pieces
                          from app.concert c
                          left join app.piece p on p.tenant_id = c.tenant_id and p.concert_id = c.concert_id
                         where c.tenant_id = \(tenant.id)
                           and c.concert_id = \(concert)
                         group by c.concert_id
                        """
                    ).first
                else { throw APIError.noSuchConcert }
                guard try row("pieces", as: Int.self) > 0 else { throw APIError.emptyConcert }
                let rows = try await transaction.batch(
                    Self.activation(
                        of: concert, in: tenant.id, group: group, port: port, interface: interface, attribution))
                if let event, let change = rows[1].first, try change("is_new") {
                    _ = try await transaction.rows(event.insertion(in: tenant.id))
                }
                guard let row = rows.last?.first, let onAir = try LiveSnapshot(row: row).onAir else {
                    throw APIError.noSuchConcert
                }
                return onAir.position
            }
        } catch let error as PostgresError where error.constraint == "on_air_scope_key" {
            throw APIError.scopeTaken(group: group, port: port, interface: interface)
        } catch let error as PostgresError where error.constraint == "live_change_idempotency_key" {
            // A simultaneous request with the same key was faster.
            guard let key = attribution.idempotencyKey,
                let earlier = try await earlierOutcome(of: key, in: tenant.id).0
            else { throw error }
            return try earlier.position(for: attribution)
        }
    }

    /// Returns the position of an earlier request with the idempotency key; `nil` if there was none or the attribution has no key. Throws `APIError`
    /// 412 if a condition of the attribution is not met, and 422 if the earlier request was different.
    ///
    /// Locks the row of the live position until the end of the transaction, so that a simultaneous request with the key ends first. As in
    /// `takeOffAir`, the row is locked before the multicast scope.
    private static func earlier(
        _ attribution: LiveAttribution, in tenant: TenantID, _ transaction: Transaction
    ) async throws -> LivePosition? {
        let stored = try await transaction.rows(
            """
            select revision, concert_id is not null as is_on_air
              from app.live
             where tenant_id = \(tenant)
               for update
            """
        ).first
        if let key = attribution.idempotencyKey,
            let earlier = try await transaction.rows(change(key, tenant)).first.map(EarlierMove.init(row:))
        {
            return try earlier.position(for: attribution)
        }
        guard attribution.expectsConcert || attribution.expectedRevisions != nil else { return nil }
        guard let row = stored, try row("is_on_air"), attribution.expects(try row("revision")) else {
            throw APIError.positionMoved
        }
        return nil
    }

    /// Throws `APIError` 409 if a live concert of another tenant uses the multicast scope of this tenant (spec I22). Changes nothing.
    public func checkScope(of tenant: Tenant, defaultScope: MulticastScope) async throws {
        struct Undone: Error {}
        let group = tenant.multicast.group ?? defaultScope.group ?? ""
        let port = tenant.multicast.port ?? defaultScope.port ?? 0
        let interface = tenant.multicast.interface ?? defaultScope.interface ?? "127.0.0.1"
        do {
            try await database.transaction(in: tenant.id) { transaction in
                _ = try await transaction.rows(
                    "select control.go_on_air(\(group), \(Int32(clamping: port)), \(interface))")
                throw Undone()
            }
        } catch is Undone {
        } catch let error as PostgresError where error.constraint == "on_air_scope_key" {
            throw APIError.scopeTaken(group: group, port: port, interface: interface)
        }
    }

    /// Takes the live concert off the air and frees its multicast scope, in one transaction with `event`. The next concert continues the revisions.
    /// A repeat with the same idempotency key changes nothing, even if another concert is on the air by then.
    ///
    /// Throws `APIError` 404 if no concert is on the air, 412 if the revision is none of the expected revisions, and 422 if the key was used for
    /// another request.
    public func takeOffAir(
        in tenant: TenantID, by attribution: LiveAttribution = LiveAttribution(), recorded event: AuditEvent? = nil
    ) async throws {
        // Without a key of the client, a generated key lets the database client repeat the transaction after a lost connection (spec O3.1).
        let key = attribution.idempotencyKey ?? Self.freshKey()
        let expected = (attribution.expectedRevisions ?? []).map(String.init).joined(separator: ",")
        let statements: [SQL] = [
            """
            with was as (
                select l.concert_id, p.name as piece, l.measure
                  from app.live l
                  join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
                 where l.tenant_id = \(tenant)
                   and (\(attribution.expectedRevisions == nil)
                        or l.revision = any (string_to_array(\(expected), ',')::bigint[]))
                   and not exists (select
                                     from app.live_change h
                                    where h.tenant_id = \(tenant)
                                      and h.idempotency_key = \(key))
                   for update of l
            ), gone as (
                update app.live l
                   set concert_id = null, piece_id = null, measure = null, state = 'ended',
                       source = \(attribution.source.rawValue), revision = l.revision + 1, at = clock_timestamp(),
                       arbiter = null, arbiter_version = l.arbiter_version + 1, advance_until = null
                  from was
                 where l.tenant_id = \(tenant)
             returning l.revision, l.at, was.concert_id, was.piece, was.measure
            ), noted as (
                insert into app.live_change
                       (tenant_id, revision, concert_id, piece, measure, state, source, user_id, at, idempotency_key,
                        request_digest)
                select \(tenant), revision, concert_id, piece, measure, 'off-air', \(attribution.source.rawValue),
                       \(attribution.userID), at, \(key), \(attribution.fingerprint)
                  from gone
            ), recorded as (
                insert into app.audit_event (tenant_id, actor_kind, actor_id, actor, action, subject, request_id)
                select \(tenant), \(event?.actor.kind), \(event?.actor.id), \(event?.actor.name),
                       \(event?.action), c.slug, \(event?.requestID)
                  from gone
                  join app.concert c on c.tenant_id = \(tenant) and c.concert_id = gone.concert_id
                 where \(event != nil)
            )
            select revision, pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "live")) || revision) from gone
            """,
            // A refused request must not free the scope.
            """
            select control.go_off_air()
             where not exists (select
                                 from app.live
                                where tenant_id = \(tenant)
                                  and concert_id is not null)
            """,
            Self.current(tenant),
            Self.change(key, tenant),
        ]
        let outcome = try await end(statements, with: key, in: tenant)
        guard !outcome.done else { return }
        if let earlier = outcome.earlier { return try earlier.checkEnd(of: attribution) }
        throw outcome.snapshot?.onAir == nil ? APIError.noLiveConcert : APIError.positionMoved
    }

    /// Runs the statements of `takeOffAir` in one transaction. If a simultaneous request with the key was faster, returns the result of that request.
    private func end(
        _ statements: [SQL], with key: String, in tenant: TenantID
    ) async throws(PostgresError) -> Outcome {
        do {
            let rows = try await database.batch(in: tenant, statements, idempotent: true)
            return Outcome(
                done: !rows[0].isEmpty, earlier: try rows[3].first.map(EarlierMove.init(row:)),
                snapshot: try rows[2].first.map(LiveSnapshot.init(row:)))
        } catch {
            guard error.constraint == "live_change_idempotency_key" else { throw error }
            let (earlier, snapshot) = try await earlierOutcome(of: key, in: tenant)
            return Outcome(done: false, earlier: earlier, snapshot: snapshot)
        }
    }

    private static func activation(
        of concert: Concert.ID, in tenant: TenantID, group: String, port: Int, interface: String,
        _ attribution: LiveAttribution
    ) -> [SQL] {
        [
            "select control.go_on_air(\(group), \(Int32(clamping: port)), \(interface))",
            """
            with first as (
                select piece_id
                  from app.piece
                 where tenant_id = \(tenant)
                   and concert_id = \(concert)
                 order by position
                 limit 1
            ), raised as (
                insert into app.live as l (tenant_id, concert_id, piece_id, measure, state, source, revision)
                select \(tenant), \(concert), piece_id, 1, 'ready', \(attribution.source.rawValue), 1
                  from first
                    on conflict (tenant_id) do update
                   set concert_id = excluded.concert_id, piece_id = excluded.piece_id, measure = 1, state = 'ready',
                       source = excluded.source, revision = l.revision + 1, at = clock_timestamp(),
                       arbiter = null, arbiter_version = l.arbiter_version + 1, advance_until = null
                 where l.concert_id is distinct from excluded.concert_id
             returning l.revision, l.piece_id, l.measure, l.state, l.at
            ), kept as (
                -- A client's key is recorded even if the concert is on the air already, so that a later repeat finds it.
                update app.live
                   set revision = revision + 1, at = clock_timestamp(), arbiter_version = arbiter_version + 1
                 where tenant_id = \(tenant)
                   and concert_id = \(concert)
                   and \(attribution.idempotencyKey != nil)
             returning revision, piece_id, measure, state, at
            ), changed as (
                select r.*, true as is_new from raised r
                 union all
                select k.*, false from kept k
            ), noted as (
                insert into app.live_change
                       (tenant_id, revision, concert_id, piece, measure, state, source, user_id, at, idempotency_key,
                        request_digest)
                select \(tenant), c.revision, \(concert), p.name, c.measure, c.state, \(attribution.source.rawValue),
                       \(attribution.userID), c.at, \(attribution.idempotencyKey), \(attribution.fingerprint)
                  from changed c
                  join app.piece p on p.tenant_id = \(tenant) and p.piece_id = c.piece_id
            )
            select revision, is_new, pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "live")) || revision)
              from changed
            """,
            current(tenant),
        ]
    }
}

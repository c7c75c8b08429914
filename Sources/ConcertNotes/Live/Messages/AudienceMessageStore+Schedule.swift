import Postgres
import Tenancy
import Web

/// The SQL for scheduled messages, and for the log of all messages.
///
/// A scheduled message is a row that counts as expired and withdrawn, so it is never shown. At the scheduled time, `sendDue` sends a new message with
/// the same content and marks the row as sent.
extension AudienceMessageStore {
    /// The longest time from scheduling a message until it is sent, in milliseconds: 366 days.
    static let longestLead: Int64 = 366 * 86_400_000

    /// Schedules a message for a concert, in one transaction with the audit event. The message is sent at `startsAt` if the concert is then on the
    /// air, otherwise as soon as the concert goes on the air. It expires `validity` after `startsAt`; if the concert has not gone on the air by then,
    /// the message is never sent.
    ///
    /// - Parameters:
    ///   - validity: The time from `startsAt` until the message expires, in milliseconds.
    ///   - idempotencyKey: A second, equal request with the same key returns the message of the first request. `nil` schedules a new message.
    /// - Throws: `APIError` 404 for an unknown concert; 422 if the time is past or beyond `longestLead`, or if the key was used for another request.
    func schedule(
        _ draft: AudienceMessageDraft, for slug: String, at startsAt: Instant, validity: Int64, now: Instant,
        in tenant: TenantID, by userID: Int64?, idempotencyKey: String?, recorded event: AuditEvent
    ) async throws -> MessageLogEntry {
        let key = idempotencyKey ?? LiveStore.freshKey()
        let lead = startsAt.milliseconds - now.milliseconds
        guard (1...Self.longestLead).contains(lead) else {
            throw APIError.field(
                "/startsAt", code: .invalidMessage,
                "must be in the future and at most a year from now, found \(startsAt)")
        }
        let digest = idempotencyKey.map { _ in
            draft.fingerprint(with: [slug, startsAt.description, String(validity)])
        }
        return try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(
                """
                insert into app.hall_message
                       (tenant_id, concert_id, title, body, style, button_text, url, created_by, author, created_at,
                        expires_at, withdrawn_at, starts_at, valid_ms, idempotency_key, request_digest)
                select \(tenant), c.concert_id, \(draft.title), \(draft.body), \(draft.style.rawValue),
                       \(draft.buttonText), \(draft.url), \(userID), \(event.actor.name), n.now, n.now, n.now,
                       to_timestamp(\(startsAt.milliseconds) / 1000.0), \(Int32(clamping: validity)), \(key), \(digest)
                  from app.concert c
                 cross join (select clock_timestamp() as now) n
                 where c.tenant_id = \(tenant)
                   and c.slug = \(slug)
                    on conflict on constraint hall_message_idempotency_key do nothing
                returning message_id
                """)
            if !rows.isEmpty { _ = try await transaction.rows(event.insertion(in: tenant)) }
            guard let row = try await transaction.rows(Self.entries(in: tenant, key: key)).first else {
                throw APIError.noSuchConcert
            }
            let startsAt: Int64? = try row.optional("starts_at_ms")
            let earlier: [UInt8]? = try row.optional("request_digest")
            guard startsAt != nil else { throw APIError.keyReused }
            if let digest, let earlier, digest != earlier { throw APIError.keyReused }
            return try MessageLogEntry(row: row)
        }
    }

    /// Returns the scheduled messages that can still be sent, earliest first, at most 200.
    func scheduled(in tenant: TenantID) async throws(PostgresError) -> [MessageLogEntry] {
        try await database.all(
            in: tenant,
            Self.entries(in: tenant).appending(
                """

                   and h.starts_at + h.valid_ms * interval '1 millisecond' > clock_timestamp()
                   and h.settled_at is null
                 order by h.starts_at, h.message_id
                 limit 200
                """))
    }

    /// Cancels a scheduled message, in one transaction with the audit event. Throws `APIError` 404 if there is no such scheduled
    /// message, or if it has been sent or cancelled.
    func cancel(_ id: AudienceMessage.ID, in tenant: TenantID, recorded event: AuditEvent) async throws {
        let isCancelled = try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(
                """
                update app.hall_message
                   set settled_at = clock_timestamp(), outcome = 'cancelled'
                 where tenant_id = \(tenant)
                   and message_id = \(id.rawValue)
                   and starts_at is not null
                   and settled_at is null
                returning message_id
                """)
            guard !rows.isEmpty else { return false }
            _ = try await transaction.rows(event.insertion(in: tenant))
            return true
        }
        guard isCancelled else { throw APIError.noSuchMessage }
    }

    /// Returns the latest 200 messages, sent, scheduled or cancelled, in descending order of `MessageLogEntry.shownFrom`. A scheduled message that
    /// was sent is in the log once, as the message that was sent.
    func log(in tenant: TenantID) async throws(PostgresError) -> [MessageLogEntry] {
        try await database.all(
            in: tenant,
            Self.entries(in: tenant).appending(
                """

                   and h.outcome is distinct from 'sent'
                 order by coalesce(h.starts_at, h.created_at) desc, h.message_id desc
                 limit 200
                """))
    }

    /// Returns a query for the message with this key, or for all messages of the tenant if `key` is `nil`, without order. Callers append further
    /// conditions.
    private static func entries(in tenant: TenantID, key: String? = nil) -> SQL {
        """
        select h.message_id, c.title as concert, c.slug, h.title, h.body, h.style, h.button_text, h.url, h.author,
               (extract(epoch from h.created_at) * 1000)::bigint as created_at_ms,
               (extract(epoch from h.expires_at) * 1000)::bigint as expires_at_ms,
               (extract(epoch from h.withdrawn_at) * 1000)::bigint as withdrawn_at_ms,
               (extract(epoch from h.starts_at) * 1000)::bigint as starts_at_ms, h.valid_ms::bigint as valid_ms,
               (extract(epoch from h.settled_at) * 1000)::bigint as settled_at_ms, h.request_digest
          from app.hall_message h
          join app.concert c on c.tenant_id = \(tenant) and c.concert_id = h.concert_id
         where h.tenant_id = \(tenant)
           and (\(key)::text is null or h.idempotency_key = \(key))
        """
    }

    /// Sends the due messages of the concert on the air, and returns their number. Several servers may call this function at the same time: each
    /// message is sent once. Throws the `APIError` of the first message that cannot be sent, after the others are sent. A `PostgresError` ends the
    /// call at once; the messages before it have then been sent.
    func sendDue(in tenant: TenantID) async throws -> Int {
        let rows = try await database.rows(
            in: tenant,
            """
            select h.message_id, h.title, h.body, h.style, h.button_text, h.url, h.created_by, h.author,
                   (extract(epoch from h.starts_at) * 1000)::bigint + h.valid_ms as ends_at_ms
              from app.hall_message h
              join app.live l on l.tenant_id = \(tenant) and l.concert_id = h.concert_id
             where h.tenant_id = \(tenant)
               and h.starts_at <= clock_timestamp()
               and h.starts_at + h.valid_ms * interval '1 millisecond' > clock_timestamp()
               and h.settled_at is null
             order by h.starts_at, h.message_id
            """)
        var refusal: APIError?
        for row in rows {
            do { try await send(due: row, in: tenant) } catch let error as APIError { refusal = refusal ?? error }
        }
        if let refusal { throw refusal }
        return rows.count
    }

    private func send(due row: Row, in tenant: TenantID) async throws {
        let id: Int64 = try row("message_id")
        let draft = try AudienceMessageDraft(
            title: row("title"), body: row("body"), style: row("style"), buttonText: row("button_text"),
            url: row.optional("url"), expiresAt: Instant(milliseconds: row("ends_at_ms")), now: .now)
        _ = try await send(
            draft, in: tenant, by: row.optional("created_by"), author: row.optional("author"),
            idempotencyKey: "scheduled-\(id)")
        _ = try await database.rows(
            in: tenant,
            """
            update app.hall_message
               set settled_at = clock_timestamp(), outcome = 'sent'
             where tenant_id = \(tenant)
               and message_id = \(id)
               and settled_at is null
            """)
    }
}

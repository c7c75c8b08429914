import Postgres
import Tenancy
import Web

/// The SQL for messages to the audience. Sending and withdrawing a message are one transaction each, which notifies the emitter and the servers. The
/// audit event, if given, is recorded in the same transaction, with the title of the message as its subject. After a `PostgresError`, the message may
/// have been sent or scheduled nevertheless; only a repeat with the same idempotency key does not make a second message.
public struct AudienceMessageStore: Sendable {
    let database: TenantDatabase

    /// The largest number of messages shown at a time; older messages are omitted.
    static let validLimit = 20

    public init(database: TenantDatabase) { self.database = database }

    /// Sends a message to the audience of the live concert. The transaction locks the live row first, so that two simultaneous messages with the
    /// same content get different repeat numbers.
    ///
    /// - Parameters:
    ///   - userID: The account of the author; `nil` without an account, as for consoles.
    ///   - author: The login of the author; `nil` for the actor of `event`.
    ///   - idempotencyKey: A second request with the same key returns the message of the first request, even if it names another end. `nil` sends a
    ///     new message.
    /// - Throws: `APIError` 404 without a live concert; 422 if the spaces that mark repeats make the packet too long, or if the key was used for
    ///   another message.
    public func send(
        _ draft: AudienceMessageDraft, in tenant: TenantID, by userID: Int64? = nil, author: String? = nil,
        idempotencyKey: String? = nil, recorded event: AuditEvent? = nil
    ) async throws -> AudienceMessage {
        let key = idempotencyKey ?? LiveStore.freshKey()
        let digest = idempotencyKey == nil ? nil : draft.fingerprint
        let rows: [[Row]]
        do {
            rows = try await database.batch(
                in: tenant,
                [
                    Self.lock(tenant),
                    Self.insertion(of: draft, tenant, userID, author ?? event?.actor.name, key, digest, event),
                    Self.message(key, tenant),
                ], idempotent: true)
        } catch {
            // A simultaneous request with the same key has sent the message.
            guard error.constraint == "hall_message_idempotency_key" else { throw error }
            rows = [[], [], try await database.rows(in: tenant, Self.message(key, tenant))]
        }
        if let row = rows[2].first {
            let earlier: [UInt8]? = try row.optional("request_digest")
            guard try !row("is_scheduled") else { throw APIError.keyReused }
            if let digest, let earlier, digest != earlier { throw APIError.keyReused }
            return try AudienceMessage(row: row)
        }
        guard !rows[0].isEmpty else { throw APIError.noLiveConcert }
        let most = AudienceMessageDraft.packetLimit - draft.packetLength + 1
        throw APIError.field(
            "/body", code: .invalidMessage,
            "the same message was already sent \(SentenceFormat.count(most, "time")) in this concert, "
                + "the maximum for a message of this length: change the text slightly")
    }

    /// Returns the messages that have neither expired nor been withdrawn, newest first, at most `validLimit`.
    public func valid(in tenant: TenantID) async throws(PostgresError) -> [AudienceMessage] {
        try await database.all(in: tenant, Self.valid(tenant))
    }

    /// Withdraws a message. A message that has expired is not changed. Throws `APIError` 404 if the tenant does not have the message.
    public func withdraw(
        _ id: AudienceMessage.ID, in tenant: TenantID, recorded event: AuditEvent? = nil
    ) async throws {
        let rows = try await database.batch(
            in: tenant,
            [
                """
                with ended as (
                    update app.hall_message
                       set expires_at = c.now, withdrawn_at = c.now
                      from (select clock_timestamp() as now) c
                     where tenant_id = \(tenant)
                       and message_id = \(id.rawValue)
                       and expires_at > c.now
                 returning message_id, title
                ), recorded as (
                    insert into app.audit_event
                           (tenant_id, actor_kind, actor_id, actor, action, subject, detail, request_id)
                    select \(tenant), \(event?.actor.kind), \(event?.actor.id), \(event?.actor.name),
                           \(event?.action), title, jsonb_build_object('message', message_id::text),
                           \(event?.requestID)
                      from ended
                     where \(event != nil)
                )
                select pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "message")) || message_id) from ended
                """,
                """
                select message_id
                  from app.hall_message
                 where tenant_id = \(tenant)
                   and message_id = \(id.rawValue)
                """,
            ], idempotent: true)
        guard !rows[1].isEmpty else { throw APIError.noSuchMessage }
    }

    /// Returns the query for the messages of `valid(in:)`.
    static func valid(_ tenant: TenantID) -> SQL {
        """
        select message_id, title, body, style, button_text, url, repeat_number,
               (extract(epoch from created_at) * 1000)::bigint as created_at_ms,
               (extract(epoch from expires_at) * 1000)::bigint as expires_at_ms
          from app.hall_message
         where tenant_id = \(tenant)
           and expires_at > clock_timestamp()
         order by message_id desc
         limit \(validLimit)
        """
    }

    private static func lock(_ tenant: TenantID) -> SQL {
        """
        select concert_id
          from app.live
         where tenant_id = \(tenant)
           and concert_id is not null
           for no key update
        """
    }

    /// Returns the statement that inserts the message with its repeat number, records the audit event and sends the notification. Does nothing off
    /// the air, if the key is already used, or if the packet would be too long.
    ///
    /// Old phones distinguish messages by the bytes of their packets. A message with the style LINK therefore repeats an earlier one with the same
    /// body and address, and any other message repeats an earlier one with the same texts and style.
    private static func insertion(
        of draft: AudienceMessageDraft, _ tenant: TenantID, _ userID: Int64?, _ author: String?, _ key: String,
        _ digest: [UInt8]?, _ event: AuditEvent?
    ) -> SQL {
        """
        with sent as (
            insert into app.hall_message
                   (tenant_id, concert_id, title, body, style, button_text, url, repeat_number, created_by, author,
                    created_at, expires_at, idempotency_key, request_digest)
            select \(tenant), l.concert_id, \(draft.title), \(draft.body), \(draft.style.rawValue),
                   \(draft.buttonText), \(draft.url), r.number, \(userID), \(author),
                   c.now, coalesce(to_timestamp(\(draft.expiresAt?.milliseconds) / 1000.0),
                                   c.now + \(AudienceMessageDraft.defaultValidity) * interval '1 millisecond'),
                   \(key), \(digest)
              from app.live l
             cross join (select clock_timestamp() as now) c
             cross join lateral (select count(*)::integer as number
                                   from app.hall_message h
                                  where h.tenant_id = \(tenant)
                                    and h.concert_id = l.concert_id
                                    and h.starts_at is null
                                    and h.style = \(draft.style.rawValue)
                                    and h.body = \(draft.body)
                                    and h.url is not distinct from \(draft.url)
                                    and (h.style = 'LINK'
                                         or h.title = \(draft.title) and h.button_text = \(draft.buttonText))) r
             where l.tenant_id = \(tenant)
               and l.concert_id is not null
               and \(draft.packetLength) + r.number <= \(AudienceMessageDraft.packetLimit)
               and not exists (select
                                 from app.hall_message h
                                where h.tenant_id = \(tenant)
                                  and h.idempotency_key = \(key))
         returning message_id, title
        ), recorded as (
            insert into app.audit_event
                   (tenant_id, actor_kind, actor_id, actor, action, subject, detail, request_id)
            select \(tenant), \(event?.actor.kind), \(event?.actor.id), \(event?.actor.name), \(event?.action),
                   title, jsonb_build_object('message', message_id::text), \(event?.requestID)
              from sent
             where \(event != nil)
        )
        select message_id, pg_notify('tutti', \(LiveNotice.payload(tenant, kind: "message")) || message_id) from sent
        """
    }

    private static func message(_ key: String, _ tenant: TenantID) -> SQL {
        """
        select message_id, title, body, style, button_text, url, repeat_number,
               (extract(epoch from created_at) * 1000)::bigint as created_at_ms,
               (extract(epoch from expires_at) * 1000)::bigint as expires_at_ms, request_digest,
               starts_at is not null as is_scheduled
          from app.hall_message
         where tenant_id = \(tenant)
           and idempotency_key = \(key)
        """
    }
}

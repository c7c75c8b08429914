import Postgres
import Tenancy

/// The reading of a tenant's live state with two statements.
extension LiveState {
    /// The maximum number of messages that are read. Older messages are left out.
    static let messageLimit = 20

    static func statements(for tenant: TenantID) -> [SQL] {
        [
            """
            select l.revision, p.name, l.measure, l.state not in ('blackout', 'ended') as shows_position
              from app.live l
              left join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
             where l.tenant_id = \(tenant)
            """,
            // The validity is capped to fit an integer. An expired message is read for another minute, because its packets may still be due.
            """
            select h.message_id, h.title, h.body, h.style, h.button_text, h.url, h.repeat_number,
                   (greatest(0, extract(epoch from least(h.expires_at, clock_timestamp() + interval '1 day')
                                                   - clock_timestamp())) * 1000)::integer as valid_ms,
                   h.withdrawn_at is not null as is_withdrawn
              from app.live l
              join app.hall_message h on h.tenant_id = l.tenant_id and h.concert_id = l.concert_id
             where l.tenant_id = \(tenant)
               and h.expires_at > clock_timestamp() - interval '1 minute'
             order by h.message_id desc
             limit \(messageLimit)
            """,
        ]
    }

    /// Decodes the rows of `statements`, in their order.
    init(_ results: ArraySlice<[Row]>) throws(PostgresError) {
        if let row = results.first?.first {
            revision = try row("revision")
            if let name = try row.optional("name", as: String.self) {
                position = LivePosition(name: name, measure: try row("measure"))
            }
            showsPosition = try row("shows_position")
        }
        for row in (results.last ?? []).reversed() { messages.append(try AudienceMessage(row: row)) }
    }
}

extension AudienceMessage: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = try row("message_id")
        packet = try PushPacket(row: row)
        validity = .milliseconds(try row("valid_ms", as: Int.self))
        isWithdrawn = try row("is_withdrawn")
    }
}

extension PushPacket: RowDecodable {
    init(row: Row) throws(PostgresError) {
        title = try row("title")
        body = try row("body")
        repeatNumber = try row("repeat_number")
        let style: String = try row("style")
        switch style {
        case "BUTTON": self.style = .button(text: try row("button_text"))
        case "AUTO": self.style = .automatic
        case "LINK": self.style = .link(url: try row("url"))
        default: throw .decoding(column: "style", reason: "contains \(style), which is not BUTTON, AUTO or LINK")
        }
    }
}

import Postgres
import Tenancy

/// The two statements that read a tenant's live state, and what becomes of their rows.
extension LiveState {
    static func statements(for tenant: TenantID) -> [SQL] {
        [
            """
            select p.name, l.measure
              from app.live l
              join app.piece p on p.tenant_id = l.tenant_id and p.piece_id = l.piece_id
             where l.tenant_id = \(tenant)
            """,
            // The rest of the validity is measured by the clock that set it, and capped to be a number at all.
            """
            select h.message_id, h.title, h.body, h.style, h.button_text, h.url, h.repeat_number,
                   (greatest(0, extract(epoch from least(h.expires_at, clock_timestamp() + interval '1 day')
                                                   - clock_timestamp())) * 1000)::integer as valid_ms
              from app.live l
              join app.hall_message h on h.tenant_id = l.tenant_id and h.concert_id = l.concert_id
             where l.tenant_id = \(tenant)
             order by h.message_id desc
             limit 1
            """,
        ]
    }

    /// The rows of `statements`, in their order.
    init(_ results: ArraySlice<[Row]>) throws(PostgresError) {
        position = try results.first?.first.map { (row) throws(PostgresError) in try LivePosition(row: row) }
        message = try results.last?.first.map { (row) throws(PostgresError) in try HallMessage(row: row) }
    }
}

extension LivePosition: RowDecodable {
    init(row: Row) throws(PostgresError) {
        name = try row("name")
        measure = try row("measure")
    }
}

extension HallMessage: RowDecodable {
    init(row: Row) throws(PostgresError) {
        id = try row("message_id")
        packet = try PushPacket(row: row)
        validity = .milliseconds(try row("valid_ms", as: Int.self))
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
        default: throw .decoding(column: "style", reason: "is not a style that has a packet")
        }
    }
}

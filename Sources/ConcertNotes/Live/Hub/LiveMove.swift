import Postgres

/// One revision of the live concert in the log of changes (`live_change`).
struct LiveMove: Sendable, Hashable {
    let revision: Int64
    /// The position, or `nil` if the concert went off the air.
    let position: LivePosition?
}

extension LiveMove: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        let state: String = try row("state")
        position = state == "off-air" ? nil : try LivePosition(row: row)
    }
}

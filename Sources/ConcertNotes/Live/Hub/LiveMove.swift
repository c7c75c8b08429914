import Postgres

/// One revision of the live concert as the log of changes (`live_change`) has it.
struct LiveMove: Sendable, Hashable {
    let revision: Int64
    /// `nil` for one that took the concert off the air.
    let position: LivePosition?
}

extension LiveMove: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        let state: String = try row("state")
        position = state == "off-air" ? nil : try LivePosition(row: row)
    }
}

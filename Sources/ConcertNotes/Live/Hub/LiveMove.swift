import Postgres

/// One revision of the live concert in the log of changes (`live_change`).
package struct LiveMove: Sendable, Hashable {
    let revision: Int64
    /// The position, or `nil` if the concert went off the air.
    let position: LivePosition?

    package init(revision: Int64, position: LivePosition?) {
        self.revision = revision
        self.position = position
    }
}

extension LiveMove: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        let state: String = try row("state")
        position = state == "off-air" ? nil : try LivePosition(row: row)
    }
}

import Postgres

/// One revision of the live concert in the log of changes (`live_change`).
package struct LiveMove: Sendable, Hashable {
    let revision: Int64
    /// The concert that was moved; `nil` if the row was read while no concert was on the air.
    let concert: Concert.ID?
    /// The position, or `nil` if the concert went off the air.
    let position: LivePosition?

    package init(revision: Int64, concert: Concert.ID?, position: LivePosition?) {
        self.revision = revision
        self.concert = concert
        self.position = position
    }
}

extension LiveMove: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        concert = Concert.ID(rawValue: try row("concert_id"))
        let state: String = try row("state")
        position = state == "off-air" ? nil : try LivePosition(row: row)
    }
}

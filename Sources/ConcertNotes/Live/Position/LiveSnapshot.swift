import Postgres

/// The live row of a tenant, read by one statement: the position and the revisions that a change compares.
struct LiveSnapshot: Sendable, Hashable {
    /// The live revision, which is kept while no concert is on the air.
    let revision: Int64
    /// The concert on the air, or `nil` if there is none.
    let onAir: OnAir?
    /// The arbiter, which decides which source may move the concert.
    var arbiter = LiveArbiter()
    /// The version of the arbiter, which can change while the position stays the same.
    var arbiterVersion: Int64 = 0
    /// The time of the reading by the clock of the database, in milliseconds since 1970.
    var readAt: Int64 = 0

    struct OnAir: Sendable, Hashable {
        let concert: Concert.ID
        /// The revision of the content. The pieces may differ between revisions.
        let contentRevision: Int
        let position: LivePosition
    }
}

extension LiveSnapshot: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        arbiter = LiveArbiter(stored: try row.optional("arbiter"))
        arbiterVersion = try row("arbiter_version")
        readAt = try row("read_at_ms")
        guard let concert = try row.optional("concert_id", as: Int64.self) else {
            onAir = nil
            return
        }
        onAir = OnAir(
            concert: Concert.ID(rawValue: concert), contentRevision: try row("content_revision"),
            position: try LivePosition(row: row))
    }
}

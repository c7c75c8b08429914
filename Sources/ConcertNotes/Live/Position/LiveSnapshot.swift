import Postgres

/// The live row of a tenant as one statement read it: the position, and what a change must compare with.
struct LiveSnapshot: Sendable, Hashable {
    /// The live revision, which off the air is kept too.
    let revision: Int64
    /// `nil` off the air.
    let onAir: OnAir?

    struct OnAir: Sendable, Hashable {
        let concert: Concert.ID
        /// The revision of the concert's content: another one may have other pieces.
        let contentRevision: Int
        let position: LivePosition
    }
}

extension LiveSnapshot: RowDecodable {
    init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        guard let concert = try row.optional("concert_id", as: Int64.self) else {
            onAir = nil
            return
        }
        onAir = OnAir(
            concert: Concert.ID(rawValue: concert), contentRevision: try row("content_revision"),
            position: try LivePosition(row: row))
    }
}

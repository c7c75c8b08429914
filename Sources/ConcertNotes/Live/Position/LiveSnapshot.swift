import Postgres

/// The live row of a tenant, read by one statement: the position, and the versions that a compare-and-set checks.
package struct LiveSnapshot: Sendable, Hashable {
    /// The live revision, which is not reset when a concert goes off the air; the next concert continues from it.
    package let revision: Int64
    /// The concert on the air and its position; `nil` off the air.
    package let onAir: OnAir?
    package var arbiter = LiveArbiter()
    /// The version of the arbiter, which can change while the position stays the same.
    package var arbiterVersion: Int64 = 0
    /// The time of the reading by the clock of the database, in milliseconds since 1970.
    package var readAt: Int64 = 0

    package init(
        revision: Int64, onAir: OnAir?, arbiter: LiveArbiter = LiveArbiter(), arbiterVersion: Int64 = 0,
        readAt: Int64 = 0
    ) {
        self.revision = revision
        self.onAir = onAir
        self.arbiter = arbiter
        self.arbiterVersion = arbiterVersion
        self.readAt = readAt
    }

    /// The concert on the air and its position.
    package struct OnAir: Sendable, Hashable {
        package let concert: Concert.ID
        /// The revision of the content. The pieces may differ between revisions.
        package let contentRevision: Int
        package let position: LivePosition
        /// The position of the piece in the programme, from 1; `nil` if unknown.
        package let pieceOrder: Int?

        package init(concert: Concert.ID, contentRevision: Int, position: LivePosition, pieceOrder: Int? = nil) {
            self.concert = concert
            self.contentRevision = contentRevision
            self.position = position
            self.pieceOrder = pieceOrder
        }
    }
}

extension LiveSnapshot: RowDecodable {
    package init(row: Row) throws(PostgresError) {
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
            position: try LivePosition(row: row), pieceOrder: try row.optional("piece_order"))
    }
}

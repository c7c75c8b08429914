import Postgres

/// One revision of the live concert in the log of changes (`live_change`).
package struct LiveMove: Sendable, Hashable {
    let revision: Int64
    /// The concert that was moved; `nil` if the move comes from the row of `app.live` while no concert was on the air.
    let concert: Concert.ID?
    /// The position; `nil` if the concert went off the air.
    let position: LivePosition?
    /// The position of the piece in the programme, from 1; `nil` off the air, or if the concert no longer has the piece.
    let pieceOrder: Int?

    package init(revision: Int64, concert: Concert.ID?, position: LivePosition?, pieceOrder: Int? = nil) {
        self.revision = revision
        self.concert = concert
        self.position = position
        self.pieceOrder = pieceOrder
    }
}

extension LiveMove {
    /// Returns whether this move ends the piece of the move before it: the concert moves to a later piece of the programme, ends, goes off the air,
    /// or is replaced by another concert (decision 0085).
    ///
    /// A move back to an earlier piece is a correction and ends nothing; nor does any move of a concert that had not begun or had ended. Returns
    /// `false` for moves that do not follow each other.
    func endsPiece(after earlier: LiveMove) -> Bool {
        guard earlier.revision + 1 == revision, let left = earlier.position, left.state != .ready, left.state != .ended
        else { return false }
        guard let position, concert == earlier.concert, position.state != .ended else { return true }
        guard let pieceOrder, let earlierOrder = earlier.pieceOrder else { return false }
        return pieceOrder > earlierOrder
    }
}

extension LiveMove: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        revision = try row("revision")
        concert = Concert.ID(rawValue: try row("concert_id"))
        let state: String = try row("state")
        position = state == "off-air" ? nil : try LivePosition(row: row)
        pieceOrder = try row.optional("piece_order")
    }
}

import Postgres

/// The number of songs added to a listener's library in one month in UTC.
package struct MonthlyAdditions: Sendable, Hashable, RowDecodable {
    /// The month, such as "2026-06".
    package let month: String
    package let songs: Int64

    package init(month: String, songs: Int64) { (self.month, self.songs) = (month, songs) }

    package init(row: Row) throws(PostgresError) {
        month = try row("month")
        songs = try row("songs")
    }
}

import Postgres

/// How many songs of a listener's library were added in one month of UTC.
package struct MonthlyAdditions: Sendable, Hashable, RowDecodable {
    /// Such as "2026-06".
    package let month: String
    package let songs: Int64

    package init(month: String, songs: Int64) { (self.month, self.songs) = (month, songs) }

    package init(row: Row) throws(PostgresError) {
        month = try row("month")
        songs = try row("songs")
    }
}

import Postgres
import Web

extension ListRow {
    /// Creates the row of a show from the columns `show_id`, `title` and `art`, the path of the picture.
    init(show row: Row) throws(PostgresError) {
        let key: Int64 = try row("show_id")
        let title: String = try row("title")
        let picture: String? = try row.optional("art")
        self.init("\(title)", LocalPath("/station/shows/\(key)"), artwork: Artwork(title, url: picture))
    }
}

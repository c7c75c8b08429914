import Postgres
import SoundCloud

extension LibrarySearchIndex {
    /// Returns the statements that remove from the search index those artists, albums and labels in `entries` that no longer exist.
    static func pruning(_ entries: FilingWriter.Entries, of listener: Listener) -> [SQL] {
        entries.keys(of: [.artists, .albums, .labels]).map { category, ids in
            """
            delete from app.library_word w
             where w.tenant_id = \(listener.tenant)
               and w.user_id = \(listener.account)
               and w.kind = \(category.indexKind.rawValue)
               and w.item_id = any (\(ids))
               and not exists (select from \(name: category.table) e
                                where e.tenant_id = w.tenant_id and e.user_id = w.user_id
                                  and e.\(name: category.id) = w.item_id)
            """
        }
    }
}

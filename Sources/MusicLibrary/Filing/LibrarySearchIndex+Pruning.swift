import Postgres
import SoundCloud

extension LibrarySearchIndex {
    /// Returns the statements that remove the words of artists, albums and labels that no longer exist.
    static func pruning(_ entries: FilingWriter.Entries, of listener: Listener) -> [SQL] {
        var statements: [SQL] = []
        if !entries.artists.isEmpty {
            statements.append(
                """
                delete from app.library_word w
                 where w.tenant_id = \(listener.tenant)
                   and w.user_id = \(listener.account)
                   and w.kind = 1
                   and w.item_id = any (\(entries.artists))
                   and not exists (select from app.library_artist a
                                    where a.tenant_id = w.tenant_id and a.user_id = w.user_id
                                      and a.artist_id = w.item_id)
                """)
        }
        if !entries.albums.isEmpty {
            statements.append(
                """
                delete from app.library_word w
                 where w.tenant_id = \(listener.tenant)
                   and w.user_id = \(listener.account)
                   and w.kind = 2
                   and w.item_id = any (\(entries.albums))
                   and not exists (select from app.library_album al
                                    where al.tenant_id = w.tenant_id and al.user_id = w.user_id
                                      and al.album_id = w.item_id)
                """)
        }
        if !entries.labels.isEmpty {
            statements.append(
                """
                delete from app.library_word w
                 where w.tenant_id = \(listener.tenant)
                   and w.user_id = \(listener.account)
                   and w.kind = 3
                   and w.item_id = any (\(entries.labels))
                   and not exists (select from app.library_label l
                                    where l.tenant_id = w.tenant_id and l.user_id = w.user_id
                                      and l.label_id = w.item_id)
                """)
        }
        return statements
    }
}

import Postgres
import SoundCloud

/// The SQL names of the tables and columns for artists, albums and labels.
extension BrowseStore.Category {
    var table: StaticString {
        switch self {
        case .artists: "app.library_artist"
        case .albums: "app.library_album"
        case .labels: "app.library_label"
        }
    }

    /// The column with the key of an entry, in the category's table and in `library_track`; for artists, also in `library_credit`.
    var id: StaticString {
        switch self {
        case .artists: "artist_id"
        case .albums: "album_id"
        case .labels: "label_id"
        }
    }

    /// The column with the name of an artist or label, or with the title of an album.
    var name: StaticString { self == .albums ? "title" : "name" }

    /// The column with the sort key of the name or title.
    var key: StaticString { self == .albums ? "title_key" : "name_key" }

    /// The kind of the category's entries in the search index.
    var indexKind: LibrarySearchIndex.Kind {
        switch self {
        case .artists: .artist
        case .albums: .album
        case .labels: .label
        }
    }

    /// The group of ``LibraryCoverStore`` that contains the category's entries.
    var group: LibraryCoverStore.Group {
        switch self {
        case .artists: .artists
        case .albums: .albums
        case .labels: .labels
        }
    }

    /// Returns the statement that selects the key of an entry. The result has no row if the listener has no such entry.
    package func proof(of id: Int64, _ listener: Listener) -> SQL {
        """
        select \(name: self.id)
          from \(name: table)
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and \(name: self.id) = \(id)
        """
    }
}

import Postgres
import SoundCloud
import Tenancy
import Web

/// The search in the listener's own music. Matches in titles come first, then in names of people, then others; whole words precede beginnings. If the
/// search words of an item match differently, the match that comes last determines the place of the item.
package struct LibrarySearchStore: Sendable {
    let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    /// A search result with the position in the order of results. The position also identifies the item.
    struct Hit: Sendable, Hashable, RowDecodable {
        let position: LibraryQuery.Position

        init(row: Row) throws(PostgresError) {
            position = LibraryQuery.Position(
                field: try row("field"), form: try row("form"), kind: try row("kind"), item: try row("item_id"))
        }
    }

    /// Returns a page of the items that match every word, best matches first; empty if the search text has no words. Rebuilds an outdated search
    /// index first.
    package func page(_ query: LibraryQuery, of listener: Listener) async throws -> ListPage<LibraryQuery.Position> {
        guard !query.words.isEmpty else { return ListPage([], limit: query.limit) }
        try await LibrarySearchIndex.build(for: listener, in: database)
        let stations = try await stations(query, of: listener)
        let hits: [Hit] = try await database.all(
            in: listener.tenant, Self.selection(query, stations: stations, of: listener))
        return ListPage(hits.map(\.position), limit: query.limit)
    }

    /// The match of a search word with the name of a station.
    struct StationNameMatch: Sendable, Hashable {
        let station: Int64
        let form: Int16
    }

    /// Returns a match for each search word and each station whose name contains the word; empty if the search excludes stations. Names of stations
    /// are not in the index, because a listener has at most 200 stations.
    private func stations(_ query: LibraryQuery, of listener: Listener) async throws -> [StationNameMatch] {
        guard query.kinds.contains(.station), query.scope == nil else { return [] }
        var found: [StationNameMatch] = []
        for station in try await StationStore(database: database).stations(of: listener) {
            let words = Set(Folding.words(of: station.name))
            for (number, word) in query.words.enumerated() {
                let isLast = number == query.words.count - 1
                let form: Int16? =
                    words.contains(word) ? 0 : isLast && words.contains { $0.utf8.starts(with: word.utf8) } ? 1 : nil
                if let form { found.append(StationNameMatch(station: station.id, form: form)) }
            }
        }
        return found
    }

    /// Returns the statement that selects one page and the first row of the next page. Tables other than the index are read only for a scope.
    static func selection(_ query: LibraryQuery, stations: [StationNameMatch], of listener: Listener) -> SQL {
        let last = query.words.last ?? ""
        let whole = query.words.dropLast()
        let kinds = query.kinds.map(\.rawValue)
        return """
            with hit as (
                select w.kind, w.item_id, min(w.field) as field, 0::smallint as form
                  from unnest(\(Array(whole))) as q (word)
                  join app.library_word w
                    on w.tenant_id = \(listener.tenant)
                   and w.user_id = \(listener.account)
                   and w.word = q.word
                   and w.kind = any (\(kinds))
                 group by q.word, w.kind, w.item_id
                 union all
                select w.kind, w.item_id, min(w.field), min(case when w.word = \(last) then 0 else 1 end)::smallint
                  from app.library_word w
                 where w.tenant_id = \(listener.tenant)
                   and w.user_id = \(listener.account)
                   and w.word >= \(last)
                   and w.word < \(last + "\u{10FFFF}")
                   and w.kind = any (\(kinds))
                 group by w.kind, w.item_id
                 union all
                select 6::smallint, s.station, 0::smallint, s.form
                  from unnest(\(stations.map(\.station)), \(stations.map(\.form))) as s (station, form)
            ), found as (
                select kind, item_id, max(field) as field, max(form) as form
                  from hit
                 group by kind, item_id
                having count(*) = \(query.words.count)
            )
            select f.kind, f.item_id, f.field, f.form
              from found f
             where (f.field, f.form, f.kind, -f.item_id)
                   > (\(query.after.field), \(query.after.form), \(query.after.kind), \(-query.after.item))
               and case \(query.scope?.rawValue ?? "")
                   when 'likes'
                   then exists (select from app.cloud_like k
                                 where k.tenant_id = \(listener.tenant) and k.user_id = \(listener.account)
                                   and (f.kind = 0 and k.track_id = f.item_id
                                        or f.kind = 4 and k.playlist_id = f.item_id))
                   when '' then true
                   else f.kind = 0
                        and exists (select from app.library_track x
                                     where x.tenant_id = \(listener.tenant) and x.user_id = \(listener.account)
                                       and x.track_id = f.item_id and x.shelf = \(query.scope?.rawValue ?? ""))
                   end
             order by f.field, f.form, f.kind, f.item_id desc
             limit \(query.limit + 1)
            """
    }

    // MARK: - Results

    /// The items of a result page, with one dictionary by key for each kind, and the listener's marks on the items.
    package struct Items: Sendable {
        package var library: [Int64: LibraryTrack] = [:]
        var entries: [LibrarySearchIndex.Kind: [Int64: BrowseStore.Entry]] = [:]
        var stations: [Int64: Station] = [:]
        package var cloud = CloudItemStore.Items()
        var marks = ListenerMarks()
    }

    /// Reads the items of a page. An item that the listener no longer has is omitted.
    package func items(of page: [LibraryQuery.Position], for listener: Listener) async throws -> Items {
        func keys(_ kind: LibrarySearchIndex.Kind) -> [Int64] { page.filter { $0.kind == kind.rawValue }.map(\.item) }
        var items = Items()
        for track in try await BrowseStore(database: database).tracks(keys(.track), of: listener) {
            items.library[track.id.rawValue] = track
        }
        items.cloud = try await CloudItemStore(database: database).items(
            tracks: keys(.track), playlists: keys(.playlist), users: keys(.user), for: listener)
        items.marks = try await ListenerMarkStore(database: database).marks(of: items.cloud, for: listener)
        items.cloud.tracks = items.cloud.tracks.filter(\.value.isLiked)
        items.cloud.playlists = items.cloud.playlists.filter { items.marks.own.contains($0) || $1.isLiked }
        items.cloud.users = items.cloud.users.filter { items.marks.followed.contains($1.urn) }
        let categories: [BrowseStore.Category] = [.artists, .albums, .labels]
        if categories.contains(where: { !keys($0.indexKind).isEmpty }) {
            let entries = categories.map { BrowseStore.entries($0, keys($0.indexKind), listener) }
            let covers = categories.map { LibraryCoverStore.covers($0.group, keys($0.indexKind), listener) }
            let rows = try await database.batch(in: listener.tenant, entries + covers)
            for (index, category) in categories.enumerated() {
                let entries = try rows[index].map { try BrowseStore.Entry(row: $0) }
                var found = Dictionary(entries.map { ($0.id, $0) }) { $1 }
                for row in rows[categories.count + index] {
                    found[try row("id", as: Int64.self)]?.cover = try Cover(row: row)
                }
                items.entries[category.indexKind] = found
            }
        }
        if !keys(.station).isEmpty {
            let stations = try await StationStore(database: database).stations(of: listener)
            items.stations = Dictionary(stations.map { ($0.id, $0) }) { $1 }
        }
        return items
    }
}

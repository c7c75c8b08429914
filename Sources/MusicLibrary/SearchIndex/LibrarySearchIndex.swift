import Postgres
import SoundCloud
import Tenancy

/// The search words of a listener's items (`app.library_word`), written in the same transaction as the items.
///
/// The database splits the sort keys (`SortKey`), which are already folded, into words, of which the first 64 characters are stored. Writing an item
/// again replaces its words, and removes all words of an item that the listener no longer has.
package enum LibrarySearchIndex {
    /// The kinds of items that a search finds, as numbered in the column `kind`. The index contains no stations; their names are searched directly.
    package enum Kind: Int16, Sendable, CaseIterable {
        case track = 0
        case artist, album, label, playlist, user, station

        var word: String { "\(self)" }
    }

    /// The field of an item that contains a word, in the order of results. The raw values are those of the column `field`.
    enum Field: Int16, Sendable, CaseIterable {
        case title = 0
        case people, other

        var word: String { "\(self)" }
    }

    /// The version of the rules that determine the words. ``build(for:in:)`` rebuilds words of another version.
    static let version: Int64 = 1
    /// The number of Unicode scalars of a word that are stored. A search compares as many.
    static let wordLength: Int32 = 64

    // MARK: - Words of items

    /// Returns the statements that write the words of tracks: the title, artists, album, label, uploaded title and uploader. A track that is only
    /// liked has the words of the uploaded title and the uploader.
    static func tracks(_ ids: [Int64], of listener: Listener) -> [SQL] {
        guard !ids.isEmpty else { return [] }
        return [
            removal(.track, ids, listener),
            """
            insert into app.library_word (tenant_id, user_id, word, field, kind, item_id)
            select \(listener.tenant), \(listener.account), left(w.word, \(wordLength)), k.field, 0::smallint, k.id
              from (select x.track_id as id, 0::smallint as field, x.title_key as key
                      from app.library_track x
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(ids))
                     union all
                    select c.track_id, 1::smallint, case when a.name ilike 'the %' then 'the ' else '' end || a.name_key
                      from app.library_credit c
                      join app.library_artist a
                        on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
                     where c.tenant_id = \(listener.tenant)
                       and c.user_id = \(listener.account)
                       and c.track_id = any (\(ids))
                     union all
                    select x.track_id, 2::smallint, al.title_key
                      from app.library_track x
                      join app.library_album al
                        on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(ids))
                     union all
                    select x.track_id, 2::smallint, l.name_key
                      from app.library_track x
                      join app.library_label l
                        on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(ids))
                     union all
                    select t.track_id, case when x.track_id is null then f.liked else 2::smallint end, f.key
                      from app.cloud_track t
                      join app.cloud_user u on u.tenant_id = t.tenant_id and u.cloud_user_id = t.cloud_user_id
                      left join app.library_track x
                        on x.tenant_id = t.tenant_id and x.user_id = \(listener.account) and x.track_id = t.track_id
                      left join app.cloud_like k
                        on k.tenant_id = t.tenant_id and k.user_id = \(listener.account) and k.track_id = t.track_id
                     cross join lateral (values (0::smallint, t.title_key), (1::smallint, u.name_key)) as f (liked, key)
                     where t.tenant_id = \(listener.tenant)
                       and t.track_id = any (\(ids))
                       and (x.track_id is not null or k.track_id is not null)) k
             cross join lateral string_to_table(split_part(k.key, chr(1), 1), ' ') as w (word)
             where w.word <> ''
                on conflict do nothing
            """,
        ]
    }

    /// Returns the statements that write the words of the artists, albums and labels under which these tracks are filed.
    static func entries(of tracks: [Int64], _ listener: Listener) -> [SQL] {
        guard !tracks.isEmpty else { return [] }
        return [
            """
            delete from app.library_word w
             using (select 1::smallint as kind, c.artist_id as id
                      from app.library_credit c
                     where c.tenant_id = \(listener.tenant)
                       and c.user_id = \(listener.account)
                       and c.track_id = any (\(tracks))
                     union
                    select f.kind, f.id
                      from app.library_track x
                     cross join lateral (values (2::smallint, x.album_id), (3::smallint, x.label_id)) as f (kind, id)
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(tracks))) p
             where w.tenant_id = \(listener.tenant)
               and w.user_id = \(listener.account)
               and w.kind = p.kind
               and w.item_id = p.id
            """,
            """
            insert into app.library_word (tenant_id, user_id, word, field, kind, item_id)
            select \(listener.tenant), \(listener.account), left(w.word, \(wordLength)), k.field, k.kind, k.id
              from (select 1::smallint as kind, 0::smallint as field, a.artist_id as id,
                           case when a.name ilike 'the %' then 'the ' else '' end || a.name_key as key
                      from app.library_credit c
                      join app.library_artist a
                        on a.tenant_id = c.tenant_id and a.user_id = c.user_id and a.artist_id = c.artist_id
                     where c.tenant_id = \(listener.tenant)
                       and c.user_id = \(listener.account)
                       and c.track_id = any (\(tracks))
                     union all
                    select 2::smallint, f.field, al.album_id, f.key
                      from app.library_track x
                      join app.library_album al
                        on al.tenant_id = x.tenant_id and al.user_id = x.user_id and al.album_id = x.album_id
                      left join app.library_artist a
                        on a.tenant_id = al.tenant_id and a.user_id = al.user_id and a.artist_id = al.artist_id
                     cross join lateral (values (0::smallint, al.title_key), (1::smallint, coalesce(a.name_key, '')))
                        as f (field, key)
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(tracks))
                     union all
                    select 3::smallint, 0::smallint, l.label_id, l.name_key
                      from app.library_track x
                      join app.library_label l
                        on l.tenant_id = x.tenant_id and l.user_id = x.user_id and l.label_id = x.label_id
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.track_id = any (\(tracks))) k
             cross join lateral string_to_table(split_part(k.key, chr(1), 1), ' ') as w (word)
             where w.word <> ''
                on conflict do nothing
            """,
        ]
    }

    /// Returns the statements that write the words of playlists that the account owns or likes: title and owner.
    static func playlists(_ ids: [Int64], of listener: Listener) -> [SQL] {
        guard !ids.isEmpty else { return [] }
        return [
            removal(.playlist, ids, listener),
            """
            insert into app.library_word (tenant_id, user_id, word, field, kind, item_id)
            select p.tenant_id, \(listener.account), left(w.word, \(wordLength)), f.field, 4::smallint, p.playlist_id
              from app.cloud_playlist p
              join app.cloud_user u on u.tenant_id = p.tenant_id and u.cloud_user_id = p.cloud_user_id
             cross join lateral (values (0::smallint, p.title_key), (1::smallint, u.name_key)) as f (field, key)
             cross join lateral string_to_table(split_part(f.key, chr(1), 1), ' ') as w (word)
             where p.tenant_id = \(listener.tenant)
               and p.playlist_id = any (\(ids))
               and w.word <> ''
               and (exists (select from app.own_playlist o
                             where o.tenant_id = p.tenant_id and o.user_id = \(listener.account)
                               and o.playlist_id = p.playlist_id)
                    or exists (select from app.cloud_like k
                                where k.tenant_id = p.tenant_id and k.user_id = \(listener.account)
                                  and k.playlist_id = p.playlist_id))
                on conflict do nothing
            """,
        ]
    }

    /// Returns the statements that write the words of users whom the listener follows.
    static func users(_ ids: [Int64], of listener: Listener) -> [SQL] {
        guard !ids.isEmpty else { return [] }
        return [
            removal(.user, ids, listener),
            """
            insert into app.library_word (tenant_id, user_id, word, field, kind, item_id)
            select u.tenant_id, \(listener.account), left(w.word, \(wordLength)), 0::smallint, 5::smallint, u.cloud_user_id
              from app.cloud_user u
              join app.cloud_following f
                on f.tenant_id = u.tenant_id and f.user_id = \(listener.account) and f.cloud_user_id = u.cloud_user_id
             cross join lateral string_to_table(split_part(u.name_key, chr(1), 1), ' ') as w (word)
             where u.tenant_id = \(listener.tenant)
               and u.cloud_user_id = any (\(ids))
               and w.word <> ''
                on conflict do nothing
            """,
        ]
    }

    /// Returns the statements that write the words of items in one part of a sync. Items of the stream have no words.
    static func indexing(_ ids: [Int64], in part: SyncPart, of listener: Listener) -> [SQL] {
        switch part {
        case .likedTracks: tracks(ids, of: listener)
        case .likedPlaylists, .playlists: playlists(ids, of: listener)
        case .followings: users(ids, of: listener)
        case .stream: []
        }
    }

    /// Writes the words of one SoundCloud item after a change by the listener. An item that is not stored is ignored.
    static func write(_ urn: CloudURN, of listener: Listener, in transaction: Transaction) async throws {
        let rows = try await transaction.rows(urn.selection(in: listener.tenant))
        guard let id = try rows.first.map({ try $0("id", as: Int64.self) }) else { return }
        let statements =
            switch urn.kind {
            case .track: tracks([id], of: listener)
            case .playlist: playlists([id], of: listener)
            case .user: users([id], of: listener)
            }
        _ = try await transaction.batch(statements)
    }

    private static func removal(_ kind: Kind, _ ids: [Int64], _ listener: Listener) -> SQL {
        """
        delete from app.library_word
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and kind = \(kind.rawValue)
           and item_id = any (\(ids))
        """
    }

    // MARK: - Rebuilding

    /// Rebuilds all words of a listener, in one transaction, unless they already have the current version, which is stored in a row with an empty
    /// word. O(n) in the number of items.
    static func build(for listener: Listener, in database: TenantDatabase) async throws {
        let isBuilt = try await !database.rows(in: listener.tenant, mark(of: listener)).isEmpty
        guard !isBuilt else { return }
        try await database.transaction(in: listener.tenant) { transaction in
            // Takes the same lock as filing, so that concurrent filings write their words after this rebuild.
            _ = try await transaction.rows(
                """
                select pg_advisory_xact_lock(\(listener.tenant), hashtext('library ' || \(String(listener.account))))
                """)
            guard try await transaction.rows(mark(of: listener)).isEmpty else { return }
            let rows = try await transaction.batch(
                [
                    """
                    delete from app.library_word
                     where tenant_id = \(listener.tenant)
                       and user_id = \(listener.account)
                    """
                ] + everything(of: listener))
            let ids = try rows.dropFirst().map { try $0.map { try $0("id", as: Int64.self) } }
            for chunk in chunks(ids[0]) { _ = try await transaction.batch(tracks(chunk, of: listener)) }
            for chunk in chunks(ids[1]) { _ = try await transaction.batch(entries(of: chunk, listener)) }
            for chunk in chunks(ids[2]) { _ = try await transaction.batch(playlists(chunk, of: listener)) }
            for chunk in chunks(ids[3]) { _ = try await transaction.batch(users(chunk, of: listener)) }
            _ = try await transaction.rows(
                """
                insert into app.library_word (tenant_id, user_id, word, field, kind, item_id)
                values (\(listener.tenant), \(listener.account), '', 0, 0, \(version))
                    on conflict do nothing
                """)
        }
    }

    private static func mark(of listener: Listener) -> SQL {
        """
        select item_id
          from app.library_word
         where tenant_id = \(listener.tenant)
           and user_id = \(listener.account)
           and word = ''
           and item_id = \(version)
        """
    }

    /// Returns four statements that select keys, in this order: of all tracks, filed or liked, of the filed tracks, of the account's own and liked
    /// playlists, and of the followed users.
    private static func everything(of listener: Listener) -> [SQL] {
        [
            """
            select track_id as id
              from app.library_track
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
             union
            select track_id
              from app.cloud_like
             where tenant_id = \(listener.tenant) and user_id = \(listener.account) and track_id is not null
             order by id
            """,
            """
            select track_id as id
              from app.library_track
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
             order by id
            """,
            """
            select playlist_id as id
              from app.own_playlist
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
             union
            select playlist_id
              from app.cloud_like
             where tenant_id = \(listener.tenant) and user_id = \(listener.account) and playlist_id is not null
             order by id
            """,
            """
            select cloud_user_id as id
              from app.cloud_following
             where tenant_id = \(listener.tenant) and user_id = \(listener.account)
             order by id
            """,
        ]
    }

    private static func chunks(_ ids: [Int64]) -> [[Int64]] {
        stride(from: 0, to: ids.count, by: 5000).map { Array(ids[$0..<min($0 + 5000, ids.count)]) }
    }
}

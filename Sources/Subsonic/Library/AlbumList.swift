import MusicLibrary
import Postgres
import SoundCloud

/// The SQL for lists of album keys. A key consists of `album_id`, which is null for an artist's singles, and `artist_id`, which is used only for
/// singles.
enum AlbumList {
    /// The list types of getAlbumList and getAlbumList2.
    enum Order: String, Sendable, Hashable {
        case alphabeticalByName, alphabeticalByArtist, newest, recent, frequent, random, byYear, byGenre
        /// The albums with rated tracks, highest average rating first.
        case highest
        /// Always empty, because only tracks and playlists can be starred.
        case starred
    }

    /// A page of an album list, with the values of the filters.
    struct Part: Sendable, Hashable {
        var limit: Int
        var offset: Int
        var genre = ""
        /// The first and last year, in descending order if the last precedes the first.
        var firstYear: Int64 = 0
        var lastYear: Int64 = 9999
    }

    /// Returns the statement for a page of a list, or `nil` for a list that is always empty.
    static func selection(_ order: Order, _ part: Part, _ listener: Listener) -> SQL? {
        switch order {
        case .alphabeticalByName: byName(part, listener)
        case .alphabeticalByArtist: byArtist(part, listener)
        case .newest: all(part, by: "max(x.added_at) desc, 1, 2", listener)
        case .random: all(part, by: "random()", listener)
        case .recent: played(part, by: "max(e.listened_at) desc, 1, 2", listener)
        case .frequent: played(part, by: "count(*) desc, 1, 2", listener)
        case .byYear: byYear(part, listener)
        case .byGenre: byGenre(part, listener)
        case .highest: highest(part, listener)
        case .starred: nil
        }
    }

    /// Returns the statement for the albums and singles on which an artist is credited in any role, by title, singles last.
    static func of(artist: Int64, _ listener: Listener) -> SQL {
        """
        select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id
          from app.library_credit c
          join app.library_track x
            on x.tenant_id = c.tenant_id and x.user_id = c.user_id and x.track_id = c.track_id and x.shelf = 'library'
          left join app.library_album a
            on a.tenant_id = x.tenant_id and a.user_id = x.user_id and a.album_id = x.album_id
         where c.tenant_id = \(listener.tenant)
           and c.user_id = \(listener.account)
           and c.artist_id = \(artist)
         group by 1, 2, a.title_key
         order by a.title_key nulls last, 1, 2
        """
    }

    /// Returns the statement for a page of the albums whose title and artist together match every SQL pattern or, if there are no patterns, of all
    /// albums and singles, by title.
    static func matching(_ words: [String], _ part: Part, _ listener: Listener) -> SQL {
        guard !words.isEmpty else { return byName(part, listener) }
        return """
            select a.album_id, coalesce(a.artist_id, 0) as artist_id
              from app.library_album a
              left join app.library_artist r
                on r.tenant_id = a.tenant_id and r.user_id = a.user_id and r.artist_id = a.artist_id
             where a.tenant_id = \(listener.tenant)
               and a.user_id = \(listener.account)
               and a.title_key || ' ' || coalesce(r.name_key, '') like all (\(words))
               and exists (select 1
                             from app.library_track x
                            where x.tenant_id = a.tenant_id and x.user_id = a.user_id and x.album_id = a.album_id
                              and x.shelf = 'library')
             order by a.title_key, a.album_id
             limit \(part.limit) offset \(part.offset)
            """
    }

    private static func byName(_ part: Part, _ listener: Listener) -> SQL {
        """
        select k.album_id, k.artist_id
          from (select a.album_id, coalesce(a.artist_id, 0) as artist_id, a.title_key as key
                  from app.library_album a
                 where a.tenant_id = \(listener.tenant)
                   and a.user_id = \(listener.account)
                   and exists (select 1
                                 from app.library_track x
                                where x.tenant_id = a.tenant_id and x.user_id = a.user_id and x.album_id = a.album_id
                                  and x.shelf = 'library')
                 union all
                select null, r.artist_id, 'singles' || r.name_key
                  from app.library_artist r
                 where r.tenant_id = \(listener.tenant)
                   and r.user_id = \(listener.account)
                   and exists (select 1
                                 from app.library_track x
                                where x.tenant_id = r.tenant_id and x.user_id = r.user_id
                                  and x.artist_id = r.artist_id and x.album_id is null and x.shelf = 'library')) k
         order by k.key, k.album_id, k.artist_id
         limit \(part.limit) offset \(part.offset)
        """
    }

    private static func byArtist(_ part: Part, _ listener: Listener) -> SQL {
        """
        select k.album_id, k.artist_id
          from (select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id,
                       min(x.artist_key) as key
                  from app.library_track x
                 where x.tenant_id = \(listener.tenant)
                   and x.user_id = \(listener.account)
                   and x.shelf = 'library'
                 group by 1, 2) k
          left join app.library_album a
            on a.tenant_id = \(listener.tenant) and a.user_id = \(listener.account) and a.album_id = k.album_id
          left join app.library_artist r
            on r.tenant_id = a.tenant_id and r.user_id = a.user_id and r.artist_id = a.artist_id
         order by coalesce(r.name_key, k.key), a.title_key nulls last, k.album_id, k.artist_id
         limit \(part.limit) offset \(part.offset)
        """
    }

    private static func all(_ part: Part, by order: StaticString, _ listener: Listener) -> SQL {
        """
        select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id
          from app.library_track x
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.shelf = 'library'
         group by 1, 2
         order by \(name: order)
         limit \(part.limit) offset \(part.offset)
        """
    }

    private static func played(_ part: Part, by order: StaticString, _ listener: Listener) -> SQL {
        """
        select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id
          from app.listen e
          join app.library_track x
            on x.tenant_id = e.tenant_id and x.user_id = e.user_id and x.track_id = e.track_id and x.shelf = 'library'
         where e.tenant_id = \(listener.tenant)
           and e.user_id = \(listener.account)
         group by 1, 2
         order by \(name: order)
         limit \(part.limit) offset \(part.offset)
        """
    }

    private static func highest(_ part: Part, _ listener: Listener) -> SQL {
        """
        select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id
          from app.track_rating r
          join app.library_track x
            on x.tenant_id = r.tenant_id and x.user_id = r.user_id and x.track_id = r.track_id and x.shelf = 'library'
         where r.tenant_id = \(listener.tenant)
           and r.user_id = \(listener.account)
         group by 1, 2
         order by avg(r.rating) desc, count(*) desc, 1, 2
         limit \(part.limit) offset \(part.offset)
        """
    }

    private static func byYear(_ part: Part, _ listener: Listener) -> SQL {
        let isBackwards = part.firstYear > part.lastYear
        return """
            select k.album_id, k.artist_id
              from (select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id,
                           min(extract(year from t.uploaded_at at time zone 'UTC'))::bigint as year,
                           min(x.title_key) as key
                      from app.library_track x
                      join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
                     where x.tenant_id = \(listener.tenant)
                       and x.user_id = \(listener.account)
                       and x.shelf = 'library'
                     group by 1, 2) k
             where k.year between \(min(part.firstYear, part.lastYear)) and \(max(part.firstYear, part.lastYear))
             order by case when \(isBackwards) then -k.year else k.year end, k.key, k.album_id, k.artist_id
             limit \(part.limit) offset \(part.offset)
            """
    }

    private static func byGenre(_ part: Part, _ listener: Listener) -> SQL {
        """
        select x.album_id, case when x.album_id is null then x.artist_id else 0 end as artist_id
          from app.library_track x
          join app.cloud_track t on t.tenant_id = x.tenant_id and t.track_id = x.track_id
          left join app.library_album a
            on a.tenant_id = x.tenant_id and a.user_id = x.user_id and a.album_id = x.album_id
         where x.tenant_id = \(listener.tenant)
           and x.user_id = \(listener.account)
           and x.shelf = 'library'
           and t.genre = \(part.genre)
         group by 1, 2, a.title_key
         order by coalesce(a.title_key, 'singles' || min(x.artist_key)), 1, 2
         limit \(part.limit) offset \(part.offset)
        """
    }
}

import Postgres
import Tenancy
import Web

/// By which first letters a list can be entered: where in the order of `SortKey` each begins, so that asking which of them a
/// list has is a look into its index for each, however long it is.
struct LetterRail: Sendable, Hashable {
    struct Letter: Sendable, Hashable {
        let label: String
        /// Said to whom the label alone says nothing.
        let words: String
        /// The first key; each reaches to the next one's.
        let start: String
    }

    /// Those that the list has, in order.
    let letters: [Letter]

    /// Behind every key that begins as another one does.
    static let end = "\u{10FFFF}"

    static let all: [Letter] =
        [Letter(label: "#", words: "Digits and symbols", start: "")]
        + "abcdefghijklmnopqrstuvwxyz".map { Letter(label: $0.uppercased(), words: "", start: String($0)) }
        + [
            Letter(label: "Α–Ω", words: "Greek", start: "\u{370}"),
            Letter(label: "А–Я", words: "Cyrillic", start: "\u{400}"),
            // Armenian, Hebrew, Arabic, the scripts of India, Thai; then Korean, Japanese, Chinese.
            Letter(label: "More", words: "Other scripts, from Armenian to Thai", start: "\u{530}"),
            Letter(label: "East Asian", words: "", start: "\u{1100}"),
        ]

    /// - Parameter places: of `all`, from 1 on.
    init(places: [Int64]) { letters = places.map { Self.all[Int($0) - 1] } }

    /// Which of them the list has, by place. In the order of the index and one row of each: so no other index is taken, even
    /// without statistics.
    static func places(_ list: List, of listener: Listener) -> SQL {
        let starts = all.map(\.start)
        let ends = Array(starts.dropFirst()) + [end]
        switch list {
        case .tracks(let shelf):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from app.library_track
                                      where tenant_id = \(listener.tenant)
                                        and user_id = \(listener.account)
                                        and shelf = \(shelf)
                                        and title_key >= n.start
                                        and title_key < n.stop
                                      order by title_key, track_id
                                      limit 1) x
                 order by n.place
                """
        case .entries(.artists):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from app.library_artist
                                      where tenant_id = \(listener.tenant)
                                        and user_id = \(listener.account)
                                        and name_key >= n.start
                                        and name_key < n.stop
                                      order by name_key, artist_id
                                      limit 1) x
                 order by n.place
                """
        case .entries(.albums):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from app.library_album
                                      where tenant_id = \(listener.tenant)
                                        and user_id = \(listener.account)
                                        and title_key >= n.start
                                        and title_key < n.stop
                                      order by title_key, album_id
                                      limit 1) x
                 order by n.place
                """
        case .entries(.labels):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from app.library_label
                                      where tenant_id = \(listener.tenant)
                                        and user_id = \(listener.account)
                                        and name_key >= n.start
                                        and name_key < n.stop
                                      order by name_key, label_id
                                      limit 1) x
                 order by n.place
                """
        }
    }

    /// What is entered.
    enum List: Sendable, Hashable {
        case tracks(LibraryTrack.Shelf)
        case entries(ShelfStore.Category)
    }
}

extension ShelfStore {
    func rail(_ list: LetterRail.List, of listener: Listener) async throws -> LetterRail {
        let rows = try await database.rows(in: listener.tenant, LetterRail.places(list, of: listener))
        return LetterRail(places: try rows.map { try $0("place") })
    }
}

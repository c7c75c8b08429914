import Postgres
import SoundCloud
import Tenancy
import Web

/// The alphabetic index of a list. Each letter starts at a known `SortKey`, so one index lookup per letter finds the letters that occur.
package struct AlphabeticIndex: Sendable, Hashable {
    /// An entry of the alphabetic index: a letter, a script, a group of scripts, or all digits and symbols.
    package struct Letter: Sendable, Hashable {
        /// The text of the link to the letter, such as "A" or "Α–Ω".
        package let label: String
        /// The label in words, for screen readers; empty if screen readers can read `label` itself.
        package let words: String
        /// The lower bound of the letter's sort keys. The upper bound is the start of the next letter in `all`; for the last letter, `end`.
        package let start: String
    }

    /// The letters that occur, in the order of `all`.
    package let letters: [Letter]

    /// The suffix for the upper end of a range: a prefix with this suffix sorts after every key that begins with the prefix.
    static let end = "\u{10FFFF}"

    static let all: [Letter] =
        [Letter(label: "#", words: "Digits and symbols", start: "")]
        + "abcdefghijklmnopqrstuvwxyz".map { Letter(label: $0.uppercased(), words: "", start: String($0)) }
        + [
            Letter(label: "Α–Ω", words: "Greek", start: "\u{370}"),
            Letter(label: "А–Я", words: "Cyrillic", start: "\u{400}"),
            // "More" covers Armenian, Hebrew, Arabic, the scripts of India and Thai. "East Asian" covers Korean, Japanese and Chinese.
            Letter(label: "More", words: "Other scripts, from Armenian to Thai", start: "\u{530}"),
            Letter(label: "East Asian", words: "", start: "\u{1100}"),
        ]

    /// Creates the alphabetic index from the letters that occur, as positions in `all`, counted from 1.
    init(positions: [Int64]) { letters = positions.map { Self.all[Int($0) - 1] } }

    /// Returns the statement that selects the letters that occur in the list, as positions in `all`. The statement looks up the first row of each
    /// letter, and the rows before it that the list hides, so that the planner uses the database index even without statistics.
    static func positions(_ list: List, of listener: Listener) -> SQL {
        let starts = all.map(\.start)
        let ends = Array(starts.dropFirst()) + [end]
        switch list {
        case .tracks(let location):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from app.library_track
                                      where tenant_id = \(listener.tenant)
                                        and user_id = \(listener.account)
                                        and shelf = \(location)
                                        and title_key >= n.start
                                        and title_key < n.stop
                                      order by title_key, track_id
                                      limit 1) x
                 order by n.place
                """
        case .entries(let category):
            return """
                select n.place
                  from unnest(\(starts), \(ends)) with ordinality as n (start, stop, place)
                 cross join lateral (select
                                       from \(name: category.table) a
                                      where a.tenant_id = \(listener.tenant)
                                        and a.user_id = \(listener.account)
                                        and a.\(name: category.key) >= n.start
                                        and a.\(name: category.key) < n.stop
                                        and \(BrowseStore.isShown(category))
                                      order by a.\(name: category.key), a.\(name: category.id)
                                      limit 1) x
                 order by n.place
                """
        }
    }

    /// The lists that have an alphabetic index.
    package enum List: Sendable, Hashable {
        case tracks(LibraryTrack.Location)
        case entries(BrowseStore.Category)
    }
}

extension BrowseStore {
    /// Returns the letters that occur in a list. For artists, albums and labels, only entries that `entries(_:_:of:)` lists count.
    package func alphabeticIndex(_ list: AlphabeticIndex.List, of listener: Listener) async throws -> AlphabeticIndex {
        let rows = try await database.rows(in: listener.tenant, AlphabeticIndex.positions(list, of: listener))
        return AlphabeticIndex(positions: try rows.map { try $0("place") })
    }
}

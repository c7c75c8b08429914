import ArtistClassification
import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A stored correction of an artist, an album or a label (spec L8).
package struct StoredCorrection: Sendable, Hashable {
    package struct ID: NumberedID, PostgresCodable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    package let id: ID
    let correction: ListenerKnowledge.NameCorrection
    package let correctedAt: Instant

    /// The effect of the correction as an English sentence.
    package var sentence: String {
        let (subject, name) = (Self.quoted(correction.subject), Self.quoted(correction.names[0]))
        let isSpelling = ArtistName.foldKey(correction.subject) == ArtistName.foldKey(correction.names[0])
        switch correction.kind {
        case .alias: return "\(subject) is the same artist as \(name)."
        case .rename: return "The artist \(subject) is renamed to \(name)."
        case .split: return "\(subject) is split into \(SentenceFormat.list(correction.names.map(Self.quoted)))."
        case .label: return "The label \(subject) is \(isSpelling ? "spelt" : "filed as") \(name)."
        case .album:
            let artists = correction.names.dropFirst().map { " by \($0)" }
            guard artists.count < 2 else {
                return "The album \(subject)\(artists[0]) is filed as \(name)\(artists[1])."
            }
            return "The album \(subject)\(artists.first ?? "") is \(isSpelling ? "spelt" : "filed as") \(name)."
        }
    }

    /// The corrected name of the artist, album or label; for a split, the first name. Pages draw a placeholder picture from the name.
    package var name: String { correction.names[0] }

    /// Whether an artist is corrected, and not an album or a label. Pages show round pictures for artists.
    package var isOfArtist: Bool {
        switch correction.kind {
        case .alias, .rename, .split: true
        case .label, .album: false
        }
    }

    private static func quoted(_ name: String) -> String { "“\(name)”" }
}

extension StoredCorrection: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        id = try row("teaching_id")
        correction = try ListenerKnowledge.NameCorrection(row: row)
        correctedAt = Instant(try row("said_at", as: Date.self))
    }
}

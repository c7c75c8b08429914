import ArtistClassification
import Postgres
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A stored correction of an artist, an album or a label (spec L8).
package struct LibraryTeaching: Sendable, Hashable {
    package struct ID: NumberedID, PostgresCodable {
        package let rawValue: Int64

        package init(rawValue: Int64) { self.rawValue = rawValue }
    }

    package let id: ID
    let lesson: ListenerKnowledge.Lesson
    package let taughtAt: Instant

    /// The effect of the correction as a sentence.
    package var sentence: String {
        let (subject, name) = (Self.quoted(lesson.subject), Self.quoted(lesson.names[0]))
        let isSpelling = ArtistName.foldKey(lesson.subject) == ArtistName.foldKey(lesson.names[0])
        switch lesson.kind {
        case .alias: return "\(subject) is the same artist as \(name)."
        case .rename: return "The artist \(subject) is renamed to \(name)."
        case .split: return "\(subject) is split into \(Phrase.list(lesson.names.map(Self.quoted)))."
        case .label: return "The label \(subject) is \(isSpelling ? "spelled" : "filed as") \(name)."
        case .album:
            let artists = lesson.names.dropFirst().map { " by \($0)" }
            guard artists.count < 2 else {
                return "The album \(subject)\(artists[0]) is filed as \(name)\(artists[1])."
            }
            return "The album \(subject)\(artists.first ?? "") is \(isSpelling ? "spelled" : "filed as") \(name)."
        }
    }

    private static func quoted(_ name: String) -> String { "“\(name)”" }
}

extension LibraryTeaching: RowDecodable {
    package init(row: Row) throws(PostgresError) {
        id = try row("teaching_id")
        lesson = try ListenerKnowledge.Lesson(row: row)
        taughtAt = Instant(try row("said_at", as: Date.self))
    }
}

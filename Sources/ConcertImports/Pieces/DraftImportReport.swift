import ConcertEditing
import ConcertNotes

/// The changes that an import has made or, after a dry run, would make.
struct DraftImportReport: Codable, Sendable {
    /// The changes of one part, such as "measures" or "annotations".
    struct Part: Codable, Sendable {
        let part: String
        var added = 0
        var changed = 0
        var removed = 0
        var unchanged = 0
        /// The first changes, at most `exampleLimit`.
        var examples: [Example] = []

        static let exampleLimit = 5

        init(_ part: String) { self.part = part }
    }

    /// A change, with the texts before and after: `before` is `nil` for an added entry, `after` for a removed one.
    struct Example: Codable, Sendable {
        /// The kind of the change: "added", "changed" or "removed".
        let change: String
        /// The measure as heard; `nil` if the change is not at a measure.
        let measure: Int?
        let before: String?
        let after: String?
    }

    let format: String
    var parts: [Part] = []
    var notices: [FileFinding] = []

    var isChanged: Bool { parts.contains { $0.added + $0.changed + $0.removed > 0 } }
}

extension DraftImportReport {
    /// Adds the differences of two contents of a piece.
    mutating func compare(_ old: PieceContent, _ new: PieceContent) {
        count("measures", Self.measures(old), Self.measures(new))
        count("end", Self.end(old), Self.end(new))
        count("keys", Self.keys(old), Self.keys(new))
        count("sections", Self.sections(old), Self.sections(new))
        count("tracks", Self.tracks(old), Self.tracks(new))
        count("annotations", Self.annotations(old), Self.annotations(new))
        count("intensities", Self.intensities(old), Self.intensities(new))
    }

    /// An entry of a part, with the texts that are compared and shown.
    struct Entry: Hashable {
        let key: String
        let measure: Int?
        let text: String
    }

    /// Adds the differences of two lists of entries to a part. Entries with the same key are compared. Texts of examples are cut after 200
    /// characters. A part without entries is not listed. O(n).
    mutating func count(_ name: String, _ old: [Entry], _ new: [Entry]) {
        let index = parts.firstIndex { $0.part == name } ?? parts.count
        var part = parts.indices.contains(index) ? parts[index] : Part(name)
        func note(_ change: String, _ measure: Int?, _ before: String?, _ after: String?) {
            guard part.examples.count < Part.exampleLimit else { return }
            part.examples.append(
                Example(
                    change: change, measure: measure, before: before.map { String($0.prefix(200)) },
                    after: after.map { String($0.prefix(200)) }))
        }
        var left = Dictionary(old.map { ($0.key, $0) }) { first, _ in first }
        for entry in new {
            guard let before = left.removeValue(forKey: entry.key) else {
                part.added += 1
                note("added", entry.measure, nil, entry.text)
                continue
            }
            if before == entry {
                part.unchanged += 1
            } else {
                part.changed += 1
                note("changed", entry.measure, before.text, entry.text)
            }
        }
        for entry in old where left[entry.key] != nil {
            part.removed += 1
            note("removed", entry.measure, entry.text, nil)
        }
        guard !old.isEmpty || !new.isEmpty else { return }
        if parts.indices.contains(index) { parts[index] = part } else { parts.append(part) }
    }

    private static func time(_ milliseconds: Int32?) -> String {
        milliseconds.map { " at \(RecordingTime(milliseconds: $0).decimalSeconds) s" } ?? ""
    }

    private static func measures(_ content: PieceContent) -> [Entry] {
        content.measures.enumerated().map { index, measure in
            let pass = measure.pass > 1 ? ", pass \(measure.pass)" : ""
            return Entry(
                key: "\(index)", measure: index + 1, text: "m. \(measure.printed)\(pass)\(time(measure.startMs))")
        }
    }

    private static func end(_ content: PieceContent) -> [Entry] {
        guard let end = content.end else { return [] }
        return [Entry(key: "", measure: end.measure, text: "end\(time(end.startMs))")]
    }

    private static func keys(_ content: PieceContent) -> [Entry] {
        content.keys.map {
            Entry(key: "\($0.measure)", measure: $0.measure, text: "\($0.fifths), \($0.name)\(time($0.startMs))")
        }
    }

    private static func sections(_ content: PieceContent) -> [Entry] {
        content.sections.map {
            Entry(key: $0.id, measure: $0.measure, text: "\($0.label), \($0.colour)\(time($0.startMs))")
        }
    }

    private static func tracks(_ content: PieceContent) -> [Entry] {
        content.tracks.map {
            Entry(
                key: $0.id, measure: nil,
                text: [$0.name, $0.language, $0.level?.rawValue].compactMap { $0 }.joined(separator: ", "))
        }
    }

    private static func annotations(_ content: PieceContent) -> [Entry] {
        content.tracks.flatMap { track in
            track.annotations.map {
                Entry(
                    key: $0.id, measure: $0.measure,
                    text: "\(track.name): \($0.text)\(time($0.startMs))")
            }
        }
    }

    private static func intensities(_ content: PieceContent) -> [Entry] {
        content.intensities.map {
            Entry(key: "\($0.measure)", measure: $0.measure, text: "\($0.value)\(time($0.startMs))")
        }
    }
}

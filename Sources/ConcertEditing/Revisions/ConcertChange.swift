import ConcertNotes
import Web

/// A difference between two revisions of a concert, or between a revision and the draft.
public struct ConcertChange: Sendable, Hashable, Encodable {
    public let kind: Kind
    public let what: Subject
    /// The name of the piece; `nil` for a change of the concert itself.
    public let piece: String?
    /// The name of the track; `nil` unless a track or an annotation changed.
    public let track: String?
    /// The measure in the newer content, or in the older content for a removed entry; `nil` for a change without a measure.
    public let measure: Int?
    /// The older text; `nil` for an added entry.
    public let before: String?
    /// The newer text; `nil` for a removed entry.
    public let after: String?

    /// Whether the newer content adds, removes or changes an entry.
    public enum Kind: String, Sendable, Hashable, Encodable, CaseIterable { case added, removed, changed }

    /// The part of a concert that differs.
    public enum Subject: String, Sendable, Hashable, Encodable, CaseIterable {
        case title, date, venue, piece, order, recording, measures, end, track, annotation, section, key, intensities
        case image, asset
    }

    init(
        _ what: Subject, piece: String? = nil, track: String? = nil, measure: Int? = nil, from before: String?,
        to after: String?
    ) {
        kind = before == nil ? .added : after == nil ? .removed : .changed
        self.what = what
        self.piece = piece
        self.track = track
        self.measure = measure
        self.before = before
        self.after = after
    }

    /// Returns the differences between two contents: the details of the concert, the removed pieces, the other pieces in the order of the newer
    /// programme, the order of the pieces, and the files.
    ///
    /// Pieces are matched by identifier, or otherwise by name; tracks by name, or otherwise by identifier; annotations, sections and keys by measure,
    /// or otherwise by text. O(n log n) in the size of the contents, and O(n²) in the entries of one list that differ.
    public static func all(from old: ConcertSnapshot, to new: ConcertSnapshot) -> [ConcertChange] {
        var changes: [ConcertChange] = []
        func compare(_ what: Subject, _ before: String?, _ after: String?) {
            if before != after { changes.append(ConcertChange(what, from: before, to: after)) }
        }
        compare(.title, old.title, new.title)
        compare(.date, old.date, new.date)
        compare(.venue, old.venue, new.venue)

        var left = old.pieces
        var pairs: [(old: ConcertSnapshot.PieceSnapshot?, new: ConcertSnapshot.PieceSnapshot)] = []
        for piece in new.pieces {
            let index =
                left.firstIndex { $0.id != nil && $0.id == piece.id }
                ?? left.firstIndex { $0.name.key == piece.name.key }
            pairs.append((index.map { left.remove(at: $0) }, piece))
        }
        for piece in left {
            changes.append(ConcertChange(.piece, piece: piece.name.description, from: piece.name.description, to: nil))
        }
        for (before, after) in pairs {
            guard let before else {
                changes.append(
                    ConcertChange(.piece, piece: after.name.description, from: nil, to: after.name.description))
                continue
            }
            changes += PieceComparison(old: before, new: after).changes
        }
        let kept = pairs.compactMap { $0.old?.name.description }
        let before = old.pieces.map(\.name.description).filter(kept.contains)
        if before != kept {
            changes.append(
                ConcertChange(.order, from: before.joined(separator: "; "), to: kept.joined(separator: "; ")))
        }
        changes += files(.image, old.images, new.images) + files(.asset, old.assets, new.assets)
        return changes
    }

    private static func files(
        _ what: Subject, _ old: [ConcertSnapshot.FileReference], _ new: [ConcertSnapshot.FileReference]
    ) -> [ConcertChange] {
        let before = Dictionary(old.map { ($0.name, $0) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.name, $0) }) { first, _ in first }
        return Set(before.keys).union(after.keys).sorted().compactMap { name in
            guard before[name]?.sha256 != after[name]?.sha256 else { return nil }
            func text(_ file: ConcertSnapshot.FileReference?) -> String? {
                file.map { "\($0.name) (\($0.sha256.prefix(12)))" }
            }
            return ConcertChange(what, from: text(before[name]), to: text(after[name]))
        }
    }
}

private struct PieceComparison {
    let old: ConcertSnapshot.PieceSnapshot
    let new: ConcertSnapshot.PieceSnapshot

    private var name: String { new.name.description }

    var changes: [ConcertChange] {
        var changes: [ConcertChange] = []
        func compare(_ what: ConcertChange.Subject, _ before: String?, _ after: String?) {
            if before != after { changes.append(ConcertChange(what, piece: name, from: before, to: after)) }
        }
        compare(.piece, old.name.description, new.name.description)
        compare(.recording, old.content.recording, new.content.recording)
        changes += measureChanges
        compare(.end, Self.text(of: old.content.end), Self.text(of: new.content.end))
        changes += trackChanges
        changes += Self.matched(
            old.content.sections.map { ($0.measure, "\($0.label), \($0.colour)") },
            new.content.sections.map { ($0.measure, "\($0.label), \($0.colour)") }
        ).map { ConcertChange(.section, piece: name, measure: $0.measure, from: $0.before, to: $0.after) }
        changes += Self.matched(
            old.content.keys.map { ($0.measure, "\($0.fifths), \($0.name)") },
            new.content.keys.map { ($0.measure, "\($0.fifths), \($0.name)") }
        ).map { ConcertChange(.key, piece: name, measure: $0.measure, from: $0.before, to: $0.after) }
        if old.content.intensities != new.content.intensities {
            compare(
                .intensities, SentenceFormat.count(old.content.intensities.count, "intensity", "intensities"),
                SentenceFormat.count(new.content.intensities.count, "intensity", "intensities"))
            if old.content.intensities.count == new.content.intensities.count {
                let first = zip(old.content.intensities, new.content.intensities).first { $0 != $1 }
                changes.append(
                    ConcertChange(
                        .intensities, piece: name, measure: first?.1.measure, from: first.map { "\($0.0.value)" } ?? "",
                        to: first.map { "\($0.1.value)" } ?? ""))
            }
        }
        return changes
    }

    /// The first measure that differs, with the sizes of both tables; empty if the tables are the same.
    private var measureChanges: [ConcertChange] {
        let (before, after) = (old.content.measures, new.content.measures)
        guard before != after else { return [] }
        let index = zip(before, after).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        let place = index ?? min(before.count, after.count)
        func text(_ measures: [PieceContent.MeasureContent]) -> String {
            let count = SentenceFormat.count(measures.count, "measure")
            guard measures.indices.contains(place) else { return count }
            let measure = measures[place]
            return
                "\(count); measure \(place + 1) at \(measure.startMs) ms, printed number \(measure.printed), pass \(measure.pass)"
        }
        return [ConcertChange(.measures, piece: name, measure: place + 1, from: text(before), to: text(after))]
    }

    private var trackChanges: [ConcertChange] {
        var changes: [ConcertChange] = []
        var left = old.content.tracks
        for track in new.content.tracks {
            let index =
                left.firstIndex { $0.name == track.name } ?? left.firstIndex { $0.id == track.id && new.id == old.id }
            let before = index.map { left.remove(at: $0) }
            if before.map(Self.text) != Self.text(of: track) {
                changes.append(
                    ConcertChange(
                        .track, piece: name, track: track.name, from: before.map(Self.text), to: Self.text(of: track)))
            }
            changes += annotations(before?.annotations ?? [], track.annotations, of: track.name)
        }
        for track in left {
            changes.append(
                ConcertChange(.track, piece: name, track: track.name, from: Self.text(of: track), to: nil))
            changes += annotations(track.annotations, [], of: track.name)
        }
        return changes
    }

    private func annotations(
        _ old: [PieceContent.AnnotationContent], _ new: [PieceContent.AnnotationContent], of track: String
    ) -> [ConcertChange] {
        Self.matched(old.map { ($0.measure, $0.text) }, new.map { ($0.measure, $0.text) }).map {
            ConcertChange(
                .annotation, piece: name, track: track, measure: $0.measure, from: $0.before, to: $0.after)
        }
    }

    private static func text(of track: PieceContent.TrackContent) -> String {
        [track.name, track.language, track.level?.rawValue].compactMap { $0 }.joined(separator: ", ")
    }

    private static func text(of end: PieceContent.EndContent?) -> String? {
        end.map { "measure \($0.measure) at \($0.startMs) ms" }
    }

    private struct Difference {
        let measure: Int
        let before: String?
        let after: String?
    }

    /// Returns the entries that differ, paired by measure or, for entries that have moved, by text.
    private static func matched(
        _ old: [(measure: Int, text: String)], _ new: [(measure: Int, text: String)]
    ) -> [Difference] {
        struct Entry: Hashable {
            let measure: Int
            let text: String
        }
        var counts: [Entry: Int] = [:]
        for entry in new { counts[Entry(measure: entry.measure, text: entry.text), default: 0] += 1 }
        var before: [Entry] = []
        for entry in old.map({ Entry(measure: $0.measure, text: $0.text) }) {
            if let count = counts[entry], count > 0 { counts[entry] = count - 1 } else { before.append(entry) }
        }
        var after: [Entry] = []
        for entry in new.map({ Entry(measure: $0.measure, text: $0.text) }).reversed() {
            guard let count = counts[entry], count > 0 else { continue }
            counts[entry] = count - 1
            after.append(entry)
        }
        var differences: [Difference] = []
        func pair(_ isPair: (Entry, Entry) -> Bool, _ text: (Entry, Entry) -> (String, String)) {
            var unpaired: [Entry] = []
            for entry in after.reversed() {
                guard let index = before.firstIndex(where: { isPair($0, entry) }) else {
                    unpaired.append(entry)
                    continue
                }
                let (from, to) = text(before.remove(at: index), entry)
                differences.append(Difference(measure: entry.measure, before: from, after: to))
            }
            after = unpaired.reversed()
        }
        pair({ $0.measure == $1.measure }, { ($0.text, $1.text) })
        pair(
            { $0.text == $1.text },
            { ("measure \($0.measure): \($0.text)", "measure \($1.measure): \($1.text)") })
        differences += before.map { Difference(measure: $0.measure, before: $0.text, after: nil) }
        differences += after.map { Difference(measure: $0.measure, before: nil, after: $0.text) }
        return differences.sorted { $0.measure < $1.measure }
    }
}

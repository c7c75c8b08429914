import ConcertNotes
import Web

/// The texts about measures on the pages of a piece. A measure has its number as heard, followed by the number that the score prints (spec I12).
struct MeasureTexts: Sendable {
    private let content: PieceContent
    /// The number of measures, at least 1. Without a table of measures, the largest measure of a note, a section, a key signature or the end.
    let count: Int

    init(_ content: PieceContent) {
        self.content = content
        guard content.measures.isEmpty else {
            count = content.measures.count
            return
        }
        let named =
            content.tracks.flatMap { $0.annotations.map(\.measure) } + content.sections.map(\.measure)
            + content.keys.map(\.measure) + [content.end?.measure ?? 1]
        count = max(1, named.max() ?? 1)
    }

    /// Returns the measure of the piece that is nearest to a number.
    func nearest(_ number: Int) -> Int { min(max(1, number), count) }

    /// Returns a measure with its printed number, such as "m. 35" or "m. 35 (printed 34, 2nd time)".
    func label(_ number: Int) -> String {
        let printed = printed(number)
        return printed.isEmpty ? "m. \(number)" : "m. \(number) (\(printed))"
    }

    /// Returns the printed number and the pass, such as "printed 34, 2nd time"; empty if they say no more than the number as heard.
    func printed(_ number: Int) -> String {
        guard content.measures.indices.contains(number - 1) else { return "" }
        let measure = content.measures[number - 1]
        let pass = measure.pass > 1 ? "\(Ordinal.text(measure.pass)) time" : ""
        guard measure.printed != String(number) || measure.pass > 1 else { return "" }
        return "printed \(measure.printed)\(pass.isEmpty ? "" : ", \(pass)")"
    }

    /// Returns the start of a measure, such as "3:05"; empty if it is unknown.
    func time(_ number: Int) -> String {
        content.start(ofMeasure: number).map { Self.clock($0) } ?? ""
    }

    /// Returns a time as minutes and seconds, rounded to the nearest second, such as "3:05".
    static func clock(_ milliseconds: Int32) -> String {
        let (minutes, seconds) = RecordingTime(milliseconds: milliseconds).nearestSecond
            .quotientAndRemainder(dividingBy: 60)
        return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    /// Returns the section of a measure; `nil` before the first section.
    func section(_ number: Int) -> PieceContent.SectionContent? { content.sections.last { $0.measure <= number } }

    /// Returns the key signature of a measure; `nil` before the first.
    func key(_ number: Int) -> PieceContent.KeyContent? { content.keys.last { $0.measure <= number } }
}

extension PieceContent.TrackContent {
    /// Returns the index of the note that is shown at a measure: the last note that begins at or before it (spec N11). `nil` before the first note.
    func indexInForce(at measure: Int) -> Int? { annotations.lastIndex { $0.measure <= measure } }

    /// The language of the texts as an HTML attribute; empty if it is unknown.
    var languageAttribute: HTML { language.map { " lang=\"\($0)\"" } ?? .empty }

    /// The name with the language and the level, such as "History (de, advanced)".
    var label: String {
        let details = [language, level?.rawValue].compactMap(\.self)
        return details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))"
    }
}

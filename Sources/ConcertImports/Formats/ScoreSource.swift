import ConcertNotes
import ScoreFormats

/// A reader of a piece from a score or a measure map: the measures as heard and, from a score, the key signatures and the rehearsal marks, which
/// become sections (spec I12, N33).
struct ScoreSource {
    private let score: Score
    private let heard: [HeardMeasure]

    /// The tempo of scores without a tempo indication, in quarter notes per minute.
    private static let standardTempo = 120.0

    /// Reads a score and writes out its repeats. Blocks, so call it on a worker.
    init(_ bytes: [UInt8], limits: ScoreLimits) throws(ScoreFault) {
        score = try Score.read(bytes, limits: limits)
        heard = try score.unrolled(limit: limits.heard)
    }

    /// Returns the content of the score; for a measure map, without keys and sections. The times of the measures are estimates.
    func piece(isMap: Bool) -> ImportedPiece {
        var piece = ImportedPiece()
        let printed = printedNumbers()
        let starts = starts()
        piece.measures = heard.map { measure in
            ImportedPiece.Measure(
                startMs: starts[measure.count - 1], printed: printed[measure.written],
                line: score.measures[measure.written].line)
        }
        piece.end = ImportedPiece.End(measure: heard.count, startMs: starts[heard.count])
        piece.hasEstimatedTimes = true
        if !isMap {
            piece.keys = keys()
            piece.sections = sections()
        }
        piece.notices = score.remarks.map { FileFinding($0.text, measure: $0.measure) }
        if heard.count != score.measures.count {
            piece.notices.append(
                FileFinding(
                    "the score has \(score.measures.count) measures as written and \(heard.count) measures as heard, "
                        + "including repeats"))
        }
        return piece
    }

    /// Returns the printed number of each written measure. A missing number becomes the number before it with "b" added, or "0" at the
    /// beginning.
    private func printedNumbers() -> [String] {
        var numbers: [String] = []
        for measure in score.measures {
            if !measure.number.isEmpty {
                numbers.append(measure.number)
            } else {
                numbers.append(numbers.last.map { String($0.prefix(30)) + "b" } ?? "0")
            }
        }
        return numbers
    }

    /// Returns the starts of the measures as heard, and the end, in milliseconds. Each time is later than the one before, up to `Int32.max`.
    private func starts() -> [Int32] {
        let millisecondsPerQuarter = 60_000 / Self.standardTempo
        var starts: [Int32] = []
        var last = -1.0
        for measure in heard {
            let milliseconds = measure.seconds.map { $0 * 1000 } ?? measure.start * millisecondsPerQuarter
            last = max(last + 1, milliseconds.rounded())
            starts.append(Int32(clamping: Int64(last)))
        }
        let length = heard.last.map { score.measures[$0.written].length } ?? 0
        // The last measure gets the tempo of the measure before it, if the times determine that tempo.
        var quarter = millisecondsPerQuarter
        if heard.count > 1, let before = heard.dropLast().last, heard[0].seconds != nil {
            let lengthBefore = score.measures[before.written].length
            quarter = Double(starts[heard.count - 1] - starts[heard.count - 2]) / max(lengthBefore, 0.001)
        }
        starts.append(Int32(clamping: Int64(max(last + 1, last + (length * quarter).rounded()))))
        return starts
    }

    private func keys() -> [ImportedPiece.Key]? {
        var keys: [ImportedPiece.Key] = []
        for measure in heard {
            let written = score.measures[measure.written]
            guard let key = written.key, key.fifths != keys.last?.fifths else { continue }
            keys.append(ImportedPiece.Key(measure: measure.count, fifths: key.fifths, line: written.line))
        }
        return keys.isEmpty ? nil : keys
    }

    private func sections() -> [ImportedPiece.Section]? {
        var sections: [ImportedPiece.Section] = []
        for measure in heard {
            let written = score.measures[measure.written]
            guard !written.rehearsalMarks.isEmpty else { continue }
            sections.append(
                ImportedPiece.Section(
                    measure: measure.count, label: written.rehearsalMarks.joined(separator: " "), line: written.line))
        }
        guard let first = sections.first else { return nil }
        if first.measure > 1 {
            sections.insert(
                ImportedPiece.Section(
                    measure: 1, label: "Beginning", line: heard.first.map { score.measures[$0.written].line }), at: 0)
        }
        return sections
    }
}

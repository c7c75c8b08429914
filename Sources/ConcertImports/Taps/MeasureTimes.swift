import ConcertNotes
import Web

/// The times of measures, in milliseconds, as the form of the tap page sends them: a line for each measure with its number and its start in seconds,
/// and a last line with "end" and the end of the piece. A column with the printed number is ignored.
struct MeasureTimes: Sendable, Equatable {
    let starts: [Int32]
    let end: Int32

    init(_ content: PieceContent) {
        starts = content.measures.map(\.startMs)
        end = content.end?.startMs ?? (starts.last ?? 0) + 1000
    }

    /// Reads the text of the form. Throws `APIError` 422 with a fault for each invalid line, up to 100, or if a measure or the end is missing.
    init(_ text: String) throws(APIError) {
        var faults: [APIError.Fault] = []
        var starts: [Int32] = []
        var end: Int32?
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let fields = line.split(whereSeparator: { $0 == "\t" || $0 == " " })
            guard let label = fields.first, faults.count < 100 else { continue }
            func fault(_ reason: String, _ suggestion: String) {
                faults.append(
                    APIError.Fault(
                        field: "times", reason: "has an error on line \(index + 1): \(reason)", suggestion: suggestion))
            }
            guard end == nil else {
                fault("the line follows the line of the end", "write the end in the last line")
                continue
            }
            guard fields.count >= 2, let time = fields.last.flatMap({ RecordingTime(decimalSeconds: $0) }) else {
                fault(
                    "the line must have a measure and a time in seconds, found \"\(line.prefix(60))\"",
                    "write the measure, then its start in seconds, a decimal number with at most 3 places, such as 12.345"
                )
                continue
            }
            if label == "end" {
                end = time.milliseconds
            } else if label == "\(starts.count + 1)" {
                if let last = starts.last, time.milliseconds <= last {
                    fault("measure \(label) does not begin after the previous measure", "write a later time")
                }
                starts.append(time.milliseconds)
            } else {
                fault(
                    "measure \(starts.count + 1) is expected, found \"\(label.prefix(20))\"",
                    "number the measures 1, 2, 3 …")
                starts.append(time.milliseconds)
            }
        }
        if starts.isEmpty { faults.append(APIError.Fault(field: "times", reason: "must have a line for each measure")) }
        if end == nil, !starts.isEmpty {
            faults.append(
                APIError.Fault(
                    field: "times", reason: "must have a last line with the end",
                    suggestion: "write \"end\" and the time"))
        }
        guard faults.isEmpty, let end else { throw .invalid(faults) }
        self.starts = starts
        self.end = end
    }

    /// Writes the times into a piece. A piece without measures gets measures with consecutive numbers. As in `replaceMeasures(by:end:)`, all
    /// annotations, sections, key signatures and intensities lose their `startMs` if a measure changes.
    ///
    /// Throws `APIError` 422 if the piece has another number of measures, or if the times break a rule; the content may then already have changed.
    func apply(to content: inout PieceContent) throws(APIError) {
        let old = content.measures
        guard old.isEmpty || old.count == starts.count else {
            throw .invalid(
                "times",
                "must have one line for each of the \(old.count) measures of the piece, found \(SentenceFormat.count(starts.count, "line"))"
            )
        }
        let measures = starts.enumerated().map { index, start in
            PieceContent.MeasureContent(
                startMs: start, printed: old.isEmpty ? "\(index + 1)" : old[index].printed,
                pass: old.isEmpty ? 1 : old[index].pass)
        }
        try content.replaceMeasures(
            by: measures, end: PieceContent.EndContent(measure: content.end?.measure ?? measures.count, startMs: end))
    }

    /// Returns the text of the form for a piece.
    func text(_ content: PieceContent) -> String {
        let lines = starts.enumerated().map { index, start in
            let measure = content.measures.indices.contains(index) ? content.measures[index] : nil
            let printed =
                measure.map { $0.pass > 1 ? "m.\($0.printed)/\($0.pass)" : "m.\($0.printed)" } ?? "m.\(index + 1)"
            return
                "\(index + 1)\t\(printed.filter { !$0.isWhitespace })\t\(RecordingTime(milliseconds: start).decimalSeconds)"
        }
        return (lines + ["end\t-\t\(RecordingTime(milliseconds: end).decimalSeconds)"]).joined(separator: "\n")
    }
}

/// A writer of uncompressed measure maps, `.mm.json` (github.com/measure-map/specification).
///
/// A map of the measures as heard has one entry for each time a measure is heard, with the printed number as its name. The ID consists of
/// the position of the written measure, from 1, and the pass, such as "12-2".
struct MeasureMapWriter {
    private let score: Score
    private let heard: [HeardMeasure]

    init(_ score: Score, heard: [HeardMeasure]) {
        self.score = score
        self.heard = heard
    }

    /// Returns the map of the measures as written. `next` lists the successors pass by pass, so that `MeasureMapReader` reads
    /// the same playing order.
    func written() -> [UInt8] {
        var starts: [Double] = []
        var start = 0.0
        for measure in score.measures {
            starts.append(start)
            start += measure.length
        }
        let next = successors()
        return document(
            score.measures.indices.map { index in
                entry(
                    score.measures[index], id: "\(index + 1)", count: index + 1, start: starts[index], next: next[index]
                )
            })
    }

    /// Returns the map of the measures as heard.
    func asHeard() -> [UInt8] {
        document(
            heard.map { measure in
                entry(
                    score.measures[measure.written], id: "\(measure.written + 1)-\(measure.pass)", count: measure.count,
                    start: measure.start, next: measure.count < heard.count ? [measure.count + 1] : [], isWritten: false
                )
            })
    }

    /// Returns the counts of the measures that follow each measure, pass by pass.
    private func successors() -> [[Int]] {
        var lists = [[Int]](repeating: [], count: score.measures.count)
        for (measure, following) in zip(heard, heard.dropFirst()) {
            lists[measure.written].append(following.written + 1)
        }
        if let last = heard.last, !lists[last.written].isEmpty {
            // The piece ends at a measure that was also left in an earlier pass, which the format can express only by a count of no measure.
            lists[last.written].append(-1)
        }
        return lists.map { list in
            var list = list
            while list.count > 1, list[list.count - 1] == list[list.count - 2] { list.removeLast() }
            return list
        }
    }

    private func entry(
        _ measure: WrittenMeasure, id: String, count: Int, start: Double, next: [Int], isWritten: Bool = true
    ) -> String {
        var members = ["\"ID\": \(Self.quoted(id))", "\"count\": \(count)", "\"qstamp\": \(Self.number(start))"]
        if let number = ScoreNumber.integer(measure.number), number >= 0 { members.append("\"number\": \(number)") }
        members.append("\"name\": \(Self.quoted(measure.number))")
        if let time = measure.time {
            members.append("\"time_signature\": \(Self.quoted(time.text))")
            members.append("\"nominal_length\": \(time.length.map(Self.number) ?? "null")")
        }
        members.append("\"actual_length\": \(Self.number(measure.length))")
        members.append("\"start_repeat\": \(isWritten && measure.marks.forward)")
        members.append("\"end_repeat\": \(isWritten && measure.marks.backward != nil)")
        members.append("\"next\": [\(next.map(String.init).joined(separator: ", "))]")
        return "  {" + members.joined(separator: ", ") + "}"
    }

    private func document(_ entries: [String]) -> [UInt8] {
        Array(("[\n" + entries.joined(separator: ",\n") + "\n]\n").utf8)
    }

    /// Returns a number with at most five decimals, as in the examples of the specification.
    private static func number(_ value: Double) -> String {
        let scaled = (value * 100_000).rounded()
        let (whole, rest) = (Int(scaled) / 100_000, Int(scaled) % 100_000)
        guard rest > 0 else { return "\(whole)" }
        let digits = String(100_000 + rest).dropFirst()
        return "\(whole)." + digits.reversed().drop { $0 == "0" }.reversed()
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20:
                quoted += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

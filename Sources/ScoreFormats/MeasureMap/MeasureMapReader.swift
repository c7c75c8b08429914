import Web

/// A reader of measure maps, `.mm.json` (github.com/measure-map/specification, measuremap.schema.json): an array of objects, one for each measure. A
/// compressed map omits entries that follow from the previous one by the rules of the specification.
///
/// The names of the first draft of the format (`offset`, `measure_number`, `has_end_repeat`, `next_measure`) are also accepted.
struct MeasureMapReader {
    private let limits: ScoreLimits
    private let meter: ReadingMeter

    init(limits: ScoreLimits) {
        self.limits = limits
        meter = ReadingMeter(seconds: limits.processorSeconds)
    }

    /// Reads a whole map as a score. Throws the first fault. O(n).
    func score(_ bytes: [UInt8]) throws(ScoreFault) -> Score {
        guard bytes.count <= limits.unpacked else {
            throw ScoreFault(
                .limit,
                "the file has \(bytes.count) bytes; at most \(limits.unpacked) are allowed; split the map into several files"
            )
        }
        var entries: [MeasureMapEntry] = []
        for node in try document(bytes) {
            try meter.check(line: node.line)
            let entry = try MeasureMapEntry(node, position: entries.count + 1)
            try fill(&entries, before: entry)
            try append(entry, to: &entries)
        }
        return try score(of: entries)
    }

    private func document(_ bytes: [UInt8]) throws(ScoreFault) -> [JSONNode] {
        var limits = JSONTokenizer.Limits()
        limits.allowsByteOrderMark = true
        limits.depth = 8
        limits.string = self.limits.text
        var tokens = JSONTokenizer(bytes, limits: limits)
        var values = 0
        let root: JSONNode
        do {
            root = try JSONNode.read(&tokens, allowsEqualNames: false) { [self] _, line in
                values += 1
                if values % 256 == 0 { try meter.check(line: line) }
                guard values <= self.limits.elements, values <= self.limits.measures * 64 else {
                    throw ScoreFault(
                        .limit, "the file must have at most \(values - 1) values; simplify the file", line: line)
                }
            }
            _ = try tokens.next()
        } catch let fault as JSONTokenizer.Fault {
            throw ScoreFault(
                .json, "the JSON is not well-formed in column \(fault.column): \(fault.reason)", line: fault.line)
        } catch {
            throw error as? ScoreFault
                ?? ScoreFault(.json, "the file cannot be read as JSON; export the measure map again")
        }
        guard let array = root.array else {
            throw ScoreFault(.format, "a measure map must be an array of measures", line: root.line)
        }
        guard !array.isEmpty else {
            throw ScoreFault(.value, "the measure map has no measures; add at least one measure", line: root.line)
        }
        return array
    }

    /// Adds the entries omitted before `entry`. Throws `ScoreFault` if the counts do not increase, or for too many measures.
    private func fill(_ entries: inout [MeasureMapEntry], before entry: MeasureMapEntry) throws(ScoreFault) {
        guard let count = entry.count, let last = entries.last?.count else { return }
        guard count > last else {
            throw ScoreFault(.value, "count is \(count) after \(last); counts must increase", line: entry.line)
        }
        guard count - last <= limits.measures else { throw tooMany(entry.line) }
        while let before = entries.last, let reached = before.count, reached + 1 < count {
            try append(before.successor(), to: &entries)
        }
    }

    private func append(_ entry: MeasureMapEntry, to entries: inout [MeasureMapEntry]) throws(ScoreFault) {
        guard entries.count < limits.measures else { throw tooMany(entry.line) }
        entries.append(entry)
    }

    private func tooMany(_ line: Int) -> ScoreFault {
        ScoreFault(
            .limit, "the measure map must have at most \(limits.measures) measures; split it into several files",
            line: line
        )
    }

    private func score(of entries: [MeasureMapEntry]) throws(ScoreFault) -> Score {
        var score = Score()
        score.measures = try entries.map { entry throws(ScoreFault) in try entry.measure() }
        if entries.contains(where: { $0.next != nil }) { score.order = .successors(try successors(entries)) }
        return score
    }

    /// Returns the successors of each measure as positions in the map, from 0, with -1 for the end. Without `next`, the next measure follows.
    private func successors(_ entries: [MeasureMapEntry]) throws(ScoreFault) -> [[Int]] {
        var positions: [MeasureMapEntry.Reference: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let count = entry.count { positions[.count(count)] = index }
            if let id = entry.id, positions.updateValue(index, forKey: .id(id)) != nil {
                throw ScoreFault(
                    .value,
                    "the ID \"\(ScoreNumber.text(id, limit: 40))\" occurs twice; each measure must have its own ID",
                    line: entry.line)
            }
        }
        var successors: [[Int]] = []
        for (index, entry) in entries.enumerated() {
            guard let next = entry.next else {
                successors.append(index + 1 < entries.count ? [index + 1] : [])
                continue
            }
            var list: [Int] = []
            for reference in next {
                // Programs write -1, or the count after the last count, at the end of the piece.
                if case .count(let count) = reference,
                    count <= 0 || (index == entries.count - 1 && count == (entry.count ?? 0) + 1)
                {
                    list.append(-1)
                    continue
                }
                guard let position = positions[reference] else {
                    throw ScoreFault(
                        .value,
                        "next names \(reference), which is not a measure of the map; use the count or the ID of a measure",
                        line: entry.line)
                }
                list.append(position)
            }
            successors.append(list)
        }
        return successors
    }
}

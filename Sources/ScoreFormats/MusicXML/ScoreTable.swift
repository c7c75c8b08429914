/// The measures of all parts, merged into one table as the parts are read.
///
/// A mark in one part applies to the whole score, since programs write jumps and tempos into the first part only. The length of a measure is the
/// longest of all parts, and its key is that of most parts.
struct ScoreTable {
    private enum Property: String, CaseIterable {
        case number = "measure numbers"
        case length = "measure lengths"
        case time = "time signatures"
        case repeats = "repeat signs"
        case endings = "endings"
    }

    /// The differences of one part from the parts before it: for each property the number, as printed, of the first measure that differs, and the
    /// number of measures that differ.
    private typealias Differences = [Property: (first: String, count: Int)]

    private struct Row {
        var measure: WrittenMeasure
        var hasTime = false
        var lengths: Set<Double> = []
        var endsEnding = false
        var openCodas: [PartMeasure.Sign] = []
    }

    private let limits: ScoreLimits
    private var rows: [Row] = []
    private var parts: [(name: String, count: Int, keys: [(measure: Int, key: KeySignature)])] = []
    private var differences: [Differences] = []
    private(set) var remarks: [Score.Remark] = []

    init(limits: ScoreLimits) { self.limits = limits }

    /// Adds a part and returns its index. Throws `ScoreFault` for more parts than `limits.parts`.
    mutating func addPart(_ name: String) throws(ScoreFault) -> Int {
        guard parts.count < limits.parts else {
            throw ScoreFault(.limit, "the score must have at most \(limits.parts) parts; remove some of the parts")
        }
        parts.append((name, 0, []))
        differences.append([:])
        return parts.count - 1
    }

    /// Adds the next measure of a part. Throws `ScoreFault` for more measures than `limits.measures`.
    mutating func add(_ part: Int, _ measure: PartMeasure) throws(ScoreFault) {
        let index = parts[part].count
        guard index < limits.measures else {
            throw ScoreFault(
                .limit, "the score must have at most \(limits.measures) measures; split it into several files",
                line: measure.line,
                measure: measure.number)
        }
        parts[part].count += 1
        if let key = measure.key { parts[part].keys.append((index, key)) }
        for text in measure.remarks { remark(text, measure.number) }
        let isNew = index == rows.count
        if isNew { rows.append(Row(measure: WrittenMeasure(number: measure.number, line: measure.line))) }
        if !isNew { compare(part, measure, with: rows[index]) }
        if part == 0 { rows[index].measure.words = measure.words }
        merge(measure, into: index, isNew: isNew)
        addBoundaries(measure, at: index)
    }

    mutating func remark(_ text: String, _ measure: String?) {
        let remark = Score.Remark(measure: measure, text: text)
        if remarks.count < limits.remarks, !remarks.contains(remark) { remarks.append(remark) }
    }

    private mutating func compare(_ part: Int, _ measure: PartMeasure, with row: Row) {
        func note(_ property: Property, _ differs: Bool) {
            if differs { differences[part][property, default: (measure.number, 0)].count += 1 }
        }
        let written = row.measure
        note(.number, written.number != measure.number)
        note(.length, measure.length > 0 && written.length > 0 && abs(measure.length - written.length) > 0.01)
        note(.time, measure.hasTime && row.hasTime && measure.time != written.time)
        note(.repeats, (measure.marks.backward == nil) != (written.marks.backward == nil))
        note(.endings, (measure.marks.ending?.passes ?? []) != (written.marks.ending?.passes ?? []))
    }

    private mutating func merge(_ measure: PartMeasure, into index: Int, isNew: Bool) {
        if isNew {
            rows[index].measure.isImplicit = measure.isImplicit
            rows[index].measure.multipleRest = measure.multipleRest
        }
        rows[index].measure.length = max(rows[index].measure.length, measure.length)
        if measure.hasTime, !rows[index].hasTime {
            rows[index].hasTime = true
            rows[index].measure.time = measure.time
        }
        for mark in measure.rehearsalMarks where !rows[index].measure.rehearsalMarks.contains(mark) {
            rows[index].measure.rehearsalMarks.append(mark)
        }
        if rows[index].measure.tempos.isEmpty {
            rows[index].measure.tempos = measure.tempos.sorted { $0.offset < $1.offset }
        }
        if rows[index].openCodas.isEmpty { rows[index].openCodas = measure.openCodas }
        rows[index].endsEnding = rows[index].endsEnding || measure.endsEnding
        Self.merge(measure.marks, into: &rows[index].measure.marks)
    }

    // Static, because each call of an instance method would copy the table with all its rows.
    private static func merge(_ new: FormMarks, into marks: inout FormMarks) {
        marks.forward = marks.forward || new.forward
        marks.backward = marks.backward ?? new.backward
        marks.ending = marks.ending ?? new.ending
        marks.segnos.formUnion(new.segnos)
        marks.codas.formUnion(new.codas)
        marks.daCapo = better(marks.daCapo, new.daCapo)
        marks.dalSegno = better(marks.dalSegno, new.dalSegno)
        marks.toCoda = better(marks.toCoda, new.toCoda)
        marks.fine = better(marks.fine, new.fine)
    }

    /// Returns the first jump, with missing members from the second; or the only jump, or `nil` if both are `nil`.
    private static func better(_ first: FormMarks.Jump?, _ second: FormMarks.Jump?) -> FormMarks.Jump? {
        guard var jump = first else { return second }
        if jump.target.isEmpty { jump.target = second?.target ?? "" }
        if jump.times.isEmpty { jump.times = second?.times ?? [] }
        jump.until = jump.until ?? second?.until
        return jump
    }

    /// Adds the marks that belong to the neighbours of a measure. Those for the next measure wait until `measures()` merges them.
    private mutating func addBoundaries(_ measure: PartMeasure, at index: Int) {
        if index > 0 {
            if measure.endsEndingBefore { rows[index - 1].endsEnding = true }
            if let backward = measure.backwardBefore {
                rows[index - 1].measure.marks.backward = rows[index - 1].measure.marks.backward ?? backward
            }
        }
        for sign in measure.segnos { place(sign, at: index, \.segnos) }
        for sign in measure.codas { place(sign, at: index, \.codas) }
        if measure.forwardAfter { waiting[index + 1, default: FormMarks()].forward = true }
    }

    private var waiting: [Int: FormMarks] = [:]

    private mutating func place(
        _ sign: PartMeasure.Sign, at index: Int, _ path: WritableKeyPath<FormMarks, Set<String>>
    ) {
        if sign.isAtEnd {
            waiting[index + 1, default: FormMarks()][keyPath: path].insert(sign.name)
        } else {
            rows[index].measure.marks[keyPath: path].insert(sign.name)
        }
    }

    // MARK: Result

    /// Returns the measures after all parts have been added. Measures without a time or key signature have the previous one. Call this function once.
    mutating func measures() -> [WrittenMeasure] {
        for (index, marks) in waiting where index < rows.count {
            Self.merge(marks, into: &rows[index].measure.marks)
        }
        waiting = [:]
        resolveCodas()
        resolveEndings()
        resolveTimes()
        resolveKeys()
        reportDifferences()
        return rows.map(\.measure)
    }

    /// Decides for coda signs without `sound` whether the music leaves or arrives there. If only a To Coda is marked elsewhere, the music arrives at
    /// the first sign after it; if only a coda, it leaves at the first sign; if neither, it leaves at the first sign and arrives at the last.
    private mutating func resolveCodas() {
        let signs = rows.indices.filter { !rows[$0].openCodas.isEmpty }
        guard let first = signs.first, let last = signs.last else { return }
        let leaving = rows.firstIndex { $0.measure.marks.toCoda != nil }
        let hasArrival = rows.contains { !$0.measure.marks.codas.isEmpty }
        func arrive(_ index: Int) {
            let place = rows[index].openCodas.contains(where: \.isAtEnd) && index + 1 < rows.count ? index + 1 : index
            rows[place].measure.marks.codas.insert("")
        }
        switch (leaving, hasArrival) {
        case (_?, true): break
        case (let leaving?, false): arrive(signs.first { $0 > leaving } ?? last)
        case (nil, true): rows[first].measure.marks.toCoda = FormMarks.Jump()
        case (nil, false):
            guard first < last else {
                remark(
                    "a single coda sign is ignored, since the score has no second coda sign", rows[first].measure.number
                )
                return
            }
            rows[first].measure.marks.toCoda = FormMarks.Jump()
            arrive(last)
        }
    }

    private mutating func resolveEndings() {
        var start: Int?
        for index in rows.indices {
            if rows[index].measure.marks.ending != nil { start = index }
            if rows[index].endsEnding, let begun = start {
                rows[begun].measure.marks.ending?.length = index - begun + 1
                start = nil
            }
        }
    }

    /// Gives each measure the time signature in force. A measure without durations gets the length of a full measure, or four quarter notes if that
    /// is unknown.
    private mutating func resolveTimes() {
        var time: TimeSignature?
        for index in rows.indices {
            if rows[index].hasTime { time = rows[index].measure.time }
            rows[index].measure.time = time
            if rows[index].measure.length <= 0 { rows[index].measure.length = time?.length ?? 4 }
        }
    }

    /// Sets the key of each measure to the key of most parts; the first part decides a tie.
    private mutating func resolveKeys() {
        var changes: [Int: [(part: Int, key: KeySignature)]] = [:]
        for (part, entry) in parts.enumerated() {
            for change in entry.keys { changes[change.measure, default: []].append((part, change.key)) }
        }
        var current = [KeySignature?](repeating: nil, count: parts.count)
        var key: KeySignature?
        for index in rows.indices {
            if let changed = changes[index] {
                for change in changed { current[change.part] = change.key }
                key = Self.mostFrequent(current)
            }
            rows[index].measure.key = key
        }
    }

    private static func mostFrequent(_ keys: [KeySignature?]) -> KeySignature? {
        var counts: [Int: Int] = [:]
        for case let key? in keys { counts[key.fifths, default: 0] += 1 }
        let most = counts.values.max() ?? 0
        let fifths = keys.first { key in key.map { counts[$0.fifths] == most } ?? false }??.fifths
        let equal = keys.compactMap { $0 }.filter { $0.fifths == fifths }
        return equal.first { $0.mode != nil } ?? equal.first
    }

    private mutating func reportDifferences() {
        guard let most = parts.map(\.count).max() else { return }
        for (index, part) in parts.enumerated() {
            if part.count < most {
                let measures = part.count == 1 ? "1 measure" : "\(part.count) measures"
                remark("the part \(part.name) has \(measures), but the longest part has \(most)", nil)
            }
            for property in Property.allCases {
                guard let difference = differences[index][property] else { continue }
                let measures = difference.count == 1 ? "1 measure" : "\(difference.count) measures"
                remark(
                    "from here on, the part \(part.name) differs from the parts before it in \(measures): \(property.rawValue)",
                    difference.first)
            }
        }
    }
}

import Web

/// An entry of a measure map, as read.
struct MeasureMapEntry {
    /// A measure named in `next`, by its count or its ID.
    enum Reference: Hashable, CustomStringConvertible {
        case count(Int)
        case id(String)

        var description: String {
            switch self {
            case .count(let count): "\(count)"
            case .id(let id): "\"\(ScoreNumber.text(id, limit: 40))\""
            }
        }
    }

    let line: Int
    private(set) var id: String?
    private(set) var count: Int?
    private(set) var number: Int?
    private(set) var name: String?
    private(set) var timeSignature: String?
    private(set) var nominalLength: Double?
    private(set) var actualLength: Double?
    private(set) var startsRepeat = false
    private(set) var endsRepeat = false
    private(set) var next: [Reference]?

    /// Reads the entry at a position in the array, from 1. Throws `ScoreFault` for an invalid member, and for an entry with neither count nor ID.
    init(_ node: JSONNode, position: Int) throws(ScoreFault) {
        guard case .object(let members) = node.value else {
            throw ScoreFault(.value, "measure \(position) of the map must be an object", line: node.line)
        }
        line = node.line
        for member in members where member.node.value != .null { try read(member) }
        guard id != nil || count != nil else {
            throw ScoreFault(
                .value, "measure \(position) of the map has neither count nor ID; add one of them", line: line)
        }
    }

    private mutating func read(_ member: JSONNode.Member) throws(ScoreFault) {
        let node = member.node
        switch member.name {
        case "ID": id = try text(member)
        case "count": count = try integer(member, from: 1)
        case "number", "measure_number": number = try integer(member, from: 0)
        case "name": name = try text(member)
        case "time_signature": timeSignature = try text(member)
        case "nominal_length": nominalLength = try length(member, from: 0)
        case "actual_length": actualLength = try length(member, from: 0)
        case "start_repeat", "has_start_repeat": startsRepeat = try flag(member)
        case "end_repeat", "has_end_repeat": endsRepeat = try flag(member)
        // The position is computed from the lengths.
        case "qstamp", "offset": _ = try length(member, from: 0)
        case "next", "next_measure":
            guard let elements = node.array else { throw fault(member, "must be an array of counts or IDs") }
            guard elements.count <= 1000 else {
                throw fault(member, "must have at most 1000 counts or IDs, found \(elements.count)")
            }
            next = try elements.map { element throws(ScoreFault) in
                if let text = element.text { return .id(text) }
                guard let number = element.numberText.flatMap({ ScoreNumber.integer($0) }) else {
                    throw fault(member, "must contain only whole numbers or strings")
                }
                return .count(number)
            }
        // Other programs may add members that the schema does not have.
        default: break
        }
    }

    private func fault(_ member: JSONNode.Member, _ rule: String) -> ScoreFault {
        let found = (member.node.text ?? member.node.numberText).map {
            ", found \"\(ScoreNumber.text($0, limit: 40))\""
        }
        return ScoreFault(.value, "\(member.name) \(rule)\(found ?? "")", line: member.node.line)
    }

    private func text(_ member: JSONNode.Member) throws(ScoreFault) -> String {
        guard let text = member.node.text ?? member.node.numberText else { throw fault(member, "must be a string") }
        guard text.count <= 500 else {
            throw ScoreFault(
                .value, "\(member.name) must have at most 500 characters, found \(text.count)", line: member.node.line)
        }
        return text
    }

    private func integer(_ member: JSONNode.Member, from least: Int) throws(ScoreFault) -> Int {
        guard let number = member.node.numberText.flatMap({ ScoreNumber.integer($0) }), number >= least else {
            throw fault(member, "must be a whole number from \(least) to 999999999")
        }
        return number
    }

    private func length(_ member: JSONNode.Member, from least: Double) throws(ScoreFault) -> Double {
        guard let number = member.node.number, number >= least, number <= 1e9 else {
            throw fault(member, "must be a number of quarter notes from 0 to 1000000000")
        }
        return number
    }

    private func flag(_ member: JSONNode.Member) throws(ScoreFault) -> Bool {
        if let flag = member.node.flag { return flag }
        guard let number = member.node.number else { throw fault(member, "must be true or false") }
        return number != 0
    }

    /// Returns the entry that a compressed map omits after this one: the next count and number, with the same time signature and nominal length.
    func successor() -> MeasureMapEntry {
        var entry = self
        entry.id = nil
        entry.count = count.map { $0 + 1 }
        entry.number = number.map { $0 + 1 }
        entry.name = entry.number.map(String.init)
        entry.actualLength = nil
        entry.startsRepeat = false
        entry.endsRepeat = false
        entry.next = nil
        return entry
    }

    /// Returns the written measure. Throws `ScoreFault` if the entry determines no length, or one of more than 4000 quarter notes.
    func measure() throws(ScoreFault) -> WrittenMeasure {
        var measure = WrittenMeasure(
            number: ScoreNumber.text(name ?? number.map(String.init) ?? id ?? "", limit: 40), line: line)
        let parts = timeSignature?.split(separator: "/", omittingEmptySubsequences: false).map {
            ScoreNumber.integer($0) ?? 0
        }
        var nominal = nominalLength.flatMap { $0 > 0 ? $0 : nil }
        if let parts, parts.count == 2, (1...1000).contains(parts[0]), (1...1024).contains(parts[1]) {
            nominal = nominal ?? Double(parts[0]) * 4 / Double(parts[1])
        }
        measure.time = timeSignature.map { TimeSignature(text: ScoreNumber.text($0, limit: 40), length: nominal) }
        guard let length = actualLength.flatMap({ $0 > 0 ? $0 : nil }) ?? nominal else {
            throw ScoreFault(
                .value, "the measure has no length; give actual_length, nominal_length or a time_signature such as 3/4",
                line: line, measure: measure.number)
        }
        guard length <= 4_000 else {
            throw ScoreFault(
                .value, "the measure must be at most 4000 quarter notes long; check its lengths", line: line,
                measure: measure.number)
        }
        measure.length = length
        measure.isImplicit = number == 0
        measure.marks.forward = startsRepeat
        if endsRepeat { measure.marks.backward = FormMarks.Backward() }
        return measure
    }
}

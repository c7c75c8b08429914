import XML

/// A reader of MusicXML 1.0 to 4.0, partwise or timewise. The measures of a part are parsed one by one, so that the elements of only
/// one measure are in memory at a time.
struct MusicXMLReader {
    private let bytes: [UInt8]
    private let limits: ScoreLimits
    private let meter: ReadingMeter

    init(_ bytes: [UInt8], limits: ScoreLimits) {
        self.bytes = MusicXMLText.prepared(bytes)
        self.limits = limits
        meter = ReadingMeter(seconds: limits.processorSeconds)
    }

    /// Reads the whole file as a score. Throws the first fault. O(n).
    func score() throws(ScoreFault) -> Score {
        guard bytes.count <= limits.unpacked else {
            throw ScoreFault(
                .limit, "the file must have at most \(limits.unpacked) bytes; split the score into several files")
        }
        let isTimewise = try isTimewise()
        var reading = Reading(limits: limits, isTimewise: isTimewise)
        let root = try read(streaming: [isTimewise ? "part" : "measure"], into: &reading)
        return try reading.score(root)
    }

    /// Reads only the start tag of the root element, and returns whether the score is timewise. Throws `ScoreFault` for another root element.
    private func isTimewise() throws(ScoreFault) -> Bool {
        struct Found: Error {}
        var root: XMLElement?
        do {
            try XMLReader(limits: limits.xml).root(
                pulling: pieces(),
                opening: {
                    root = $0
                    throw Found()
                })
        } catch is Found {
            // The first start tag is enough.
        } catch {
            throw Self.fault(error, limits)
        }
        switch root?.name {
        case "score-partwise": return false
        case "score-timewise": return true
        case "opus":
            throw ScoreFault(.format, "the file is an opus, a list of scores; send one of its scores", line: root?.line)
        default:
            let name = ScoreNumber.text(root?.name ?? "", limit: 40)
            throw ScoreFault(
                .format,
                "the file is not MusicXML: the root element is \"\(name)\"; it must be score-partwise or score-timewise",
                line: root?.line)
        }
    }

    private func read(streaming names: Set<String>, into reading: inout Reading) throws(ScoreFault) -> XMLElement {
        // The closures of the reader run one after another, and none of them outlives this call.
        let box = Box(reading)
        defer { reading = box.reading }
        do {
            return try XMLReader(limits: limits.xml).root(
                pulling: pieces(), streaming: names,
                opening: { try box.reading.open($0) },
                to: { try box.reading.receive($0) },
                checkpoint: { [meter] line in try meter.check(line: line) })
        } catch {
            throw Self.fault(error, limits)
        }
    }

    private final class Box {
        var reading: Reading
        init(_ reading: Reading) { self.reading = reading }
    }

    /// Returns a function that returns the bytes in pieces of 64 KiB, and then `nil`.
    private func pieces() -> () -> [UInt8]? {
        var offset = 0
        return { [bytes] in
            guard offset < bytes.count else { return nil }
            defer { offset += 1 << 16 }
            return Array(bytes[offset..<min(bytes.count, offset + 1 << 16)])
        }
    }

    /// Returns the fault for an error of the XML reader.
    static func fault(_ error: any Error, _ limits: ScoreLimits) -> ScoreFault {
        if let fault = error as? ScoreFault { return fault }
        guard let error = error as? XMLError else {
            return ScoreFault(.xml, "the file cannot be read as XML; export the score again")
        }
        var reason = error.description(within: limits.xml)
        if case .doctype = error {
            reason =
                "the DOCTYPE has declarations of its own, which are not allowed; remove everything from \"[\" to \"]\""
        }
        if case .limit = error { return ScoreFault(.limit, reason, line: error.line) }
        return ScoreFault(.xml, reason, line: error.line)
    }
}

extension MusicXMLReader {
    private struct Reading {
        private let limits: ScoreLimits
        private let isTimewise: Bool
        private var table: ScoreTable
        private var readers: [PartReader] = []
        private var indices: [String: Int] = [:]
        /// The part, or in timewise scores the measure, whose content follows.
        private var outer: XMLElement?
        private var part = 0
        private var rests: [Int: (number: Int, count: Int)] = [:]

        init(limits: ScoreLimits, isTimewise: Bool) {
            self.limits = limits
            self.isTimewise = isTimewise
            table = ScoreTable(limits: limits)
        }

        /// Records the part, or in timewise scores the measure, whose content follows. Throws `ScoreFault` for a part that
        /// occurs twice in a partwise score, and for too many parts.
        mutating func open(_ element: XMLElement) throws(ScoreFault) {
            guard element.name == (isTimewise ? "measure" : "part") else { return }
            outer = element
            if !isTimewise { part = try index(of: element) }
        }

        /// Reads the content of one measure of one part. Throws `ScoreFault` for the first value that is not allowed.
        mutating func receive(_ element: XMLElement) throws(ScoreFault) {
            guard let outer else {
                throw ScoreFault(
                    .value,
                    "a \(element.name) element is outside a \(isTimewise ? "measure" : "part"), which MusicXML does not allow; "
                        + "export the score again",
                    line: element.line)
            }
            if isTimewise { part = try index(of: element) }
            let measure = try readers[part].read(element, head: isTimewise ? outer : element)
            try addOmittedRests(before: measure)
            try table.add(part, measure)
            rests[part] = measure.multipleRest.flatMap { count in
                ScoreNumber.integer(measure.number).map { ($0, count) }
            }
        }

        /// Adds the measures of a multi-measure rest that the file omits, as the measure numbers show.
        private mutating func addOmittedRests(before measure: PartMeasure) throws(ScoreFault) {
            guard let (number, count) = rests[part], count > 1, ScoreNumber.integer(measure.number) == number + count
            else {
                return
            }
            for omitted in 1..<count {
                let rest = PartMeasure(number: "\(number + omitted)", isImplicit: false, line: measure.line)
                try table.add(part, rest)
            }
        }

        private mutating func index(of part: XMLElement) throws(ScoreFault) -> Int {
            let id = part.attributes["id"] ?? ""
            if let index = indices[id] {
                guard isTimewise else {
                    throw ScoreFault(
                        .value,
                        "the part \"\(ScoreNumber.text(id, limit: 40))\" occurs twice; each part must have its own ID",
                        line: part.line)
                }
                return index
            }
            let index = try table.addPart(id.isEmpty ? "\(readers.count + 1)" : ScoreNumber.text(id, limit: 40))
            indices[id] = index
            readers.append(PartReader(limits: limits))
            return index
        }

        /// Returns the score, with the titles in `root`. Throws `ScoreFault` for a score without measures.
        mutating func score(_ root: XMLElement) throws(ScoreFault) -> Score {
            var score = Score()
            score.measures = table.measures()
            guard !score.measures.isEmpty else {
                throw ScoreFault(.value, "the score has no measures; add at least one measure", line: root.line)
            }
            ScoreHeader.read(root, limits: limits, into: &score)
            for remark in FormRemarks.remarks(on: score.measures) { table.remark(remark.text, remark.measure) }
            score.remarks = table.remarks
            return score
        }
    }
}

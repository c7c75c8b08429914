extension PieceContent {
    /// A rule that one part of a document breaks.
    public struct Fault: Sendable, Hashable {
        /// The JSON pointer to the part, from the root of the document (RFC 6901).
        public let pointer: String
        public let problem: ContentProblem

        public init(_ pointer: String, _ problem: ContentProblem) {
            self.pointer = pointer
            self.problem = problem
        }
    }

    /// All rules that the document breaks, for imports and publications alike (spec N9-N14, I11-I15). O(size of the piece).
    public var faults: [Fault] {
        var faults: [Fault] = []
        if recording.holdsControlCharacters {
            faults.append(
                Fault("/recording", ContentProblem("the text contains a control character", fix: "retype the text")))
        }
        faults += measureFaults + trackFaults + sectionFaults + endFaults
        faults += risingFaults(keys.map(\.measure), below: "/keys")
        for (index, key) in keys.enumerated() {
            faults += key.problems.map { Fault("/keys/\(index)/\($0.member)", $0.problem) }
        }
        faults += risingFaults(intensities.map(\.measure), below: "/intensities")
        for (index, intensity) in intensities.enumerated() where !(0...1).contains(intensity.value) {
            faults.append(Fault("/intensities/\(index)/value", intensity.problem))
        }
        return faults
    }

    /// The rules that the table of measures breaks.
    public var measureFaults: [Fault] {
        guard !measures.isEmpty else {
            return [
                Fault("/measures", ContentProblem("the table has no measures", fix: "add the measures of the piece"))
            ]
        }
        var faults: [Fault] = []
        var heard: [String: Int] = [:]
        var last: Measure?
        for (index, content) in measures.enumerated() {
            func add(_ member: String, _ problem: ContentProblem?) {
                if let problem { faults.append(Fault("/measures/\(index)/\(member)", problem)) }
            }
            let start = RecordingTime(milliseconds: content.startMs)
            if content.startMs < 0 || start > RecordingTime.longest {
                add(
                    "startMs",
                    ContentProblem(
                        "the time is \(content.startMs) ms",
                        fix: "write milliseconds from 0 to \(RecordingTime.longest.milliseconds)"))
            }
            add("startMs", Measure.problem(ofStart: start, after: last))
            add("printed", Measure.problem(ofPrinted: content.printed))
            let due = heard[content.printed, default: 0] + 1
            heard[content.printed] = due
            add("pass", Measure.problem(ofPass: content.pass, of: content.printed, due: due))
            last = Measure(number: index + 1, start: start, printed: content.printed, pass: content.pass)
        }
        return faults
    }

    private var trackFaults: [Fault] {
        var faults: [Fault] = []
        if tracks.allSatisfy(\.annotations.isEmpty) {
            faults.append(
                Fault(
                    "/tracks",
                    ContentProblem(
                        "the piece has no notes",
                        fix: "add at least one note: phones need at least one track with a note"))
            )
        }
        for (index, track) in tracks.enumerated() {
            let pointer = "/tracks/\(index)"
            let before = tracks[..<index].map(\.name)
            faults += AnnotationTrack.problems(ofName: track.name, among: before).map { Fault("\(pointer)/name", $0) }
            if track.annotations.isEmpty, faults.first?.pointer != "/tracks" {
                faults.append(
                    Fault(
                        "\(pointer)/annotations",
                        ContentProblem("the track has no notes", fix: "write a note or delete the track")))
            }
            faults += annotationFaults(track.annotations, below: "\(pointer)/annotations")
        }
        return faults
    }

    /// Returns the faults of a track's annotations, one for each broken rule. `pointer` is the JSON pointer of the list.
    public func annotationFaults(_ annotations: [AnnotationContent], below pointer: String) -> [Fault] {
        var faults: [Fault] = []
        for (index, annotation) in annotations.enumerated() {
            faults += Annotation.problems(ofText: annotation.text).map { Fault("\(pointer)/\(index)/text", $0) }
            for name in PictureReference.all(in: annotation.text).map(\.file) {
                if let problem = PictureReference.problem(ofName: name) {
                    faults.append(Fault("\(pointer)/\(index)/text", problem))
                }
            }
            if let problem = problem(ofMeasure: annotation.measure) {
                faults.append(Fault("\(pointer)/\(index)/measure", problem))
            }
            if index > 0, annotation.measure < annotations[index - 1].measure {
                faults.append(
                    Fault(
                        "\(pointer)/\(index)/measure",
                        ContentProblem(
                            "measure \(annotation.measure) follows measure \(annotations[index - 1].measure) of the same "
                                + "track",
                            fix: "put the notes of a track in the order of their measures")))
            }
        }
        return faults
    }

    /// The rules that the sections break.
    public var sectionFaults: [Fault] {
        guard !sections.isEmpty else {
            return [
                Fault(
                    "/sections",
                    ContentProblem("the table has no sections", fix: "begin with a section at measure 1"))
            ]
        }
        var faults: [Fault] = []
        for (index, section) in sections.enumerated() {
            let pointer = "/sections/\(index)"
            faults += section.problems.map { Fault("\(pointer)/\($0.member)", $0.problem) }
            if let problem = problem(ofMeasure: section.measure) {
                faults.append(Fault("\(pointer)/measure", problem))
            }
            let last = index == 0 ? nil : sections[index - 1].measure
            faults += StructureSection.problems(ofMeasure: section.measure, after: last).map {
                Fault("\(pointer)/measure", $0)
            }
        }
        return faults
    }

    /// The rules that the end of the piece breaks.
    public var endFaults: [Fault] {
        guard let end else {
            return [
                Fault(
                    "/end",
                    ContentProblem(
                        "the piece has no end", fix: "write the measure and the time at which the piece ends"))
            ]
        }
        let time = RecordingTime(milliseconds: end.startMs)
        var problems = Structure.End(measure: end.measure, time: time).problems(
            lastStart: measures.last.map { RecordingTime(milliseconds: $0.startMs) },
            lastSection: sections.last?.measure)
        if let problem = problem(ofMeasure: end.measure) { problems.append(problem) }
        if end.startMs < 0 || time > RecordingTime.longest {
            problems.append(
                ContentProblem(
                    "the time of the end is \(end.startMs) ms",
                    fix: "write milliseconds from 0 to \(RecordingTime.longest.milliseconds)"))
        }
        return problems.map { Fault("/end", $0) }
    }

    /// Returns the faults of the measures of a list, such as the key signatures. Each measure must be valid (`problem(ofMeasure:)`) and later than
    /// the measure before it in the list. `pointer` is the JSON pointer of the list.
    public func risingFaults(_ numbers: [Int], below pointer: String) -> [Fault] {
        var faults: [Fault] = []
        for (index, measure) in numbers.enumerated() {
            if let problem = problem(ofMeasure: measure) {
                faults.append(Fault("\(pointer)/\(index)/measure", problem))
            }
            if index > 0, measure <= numbers[index - 1] {
                faults.append(
                    Fault(
                        "\(pointer)/\(index)/measure",
                        ContentProblem(
                            "measure \(measure) does not come after measure \(numbers[index - 1])",
                            fix: "put the rows in the order of their measures, each measure once")))
            }
        }
        return faults
    }

    /// Returns the rule that the number of a measure breaks, or `nil`. The number must be from 1 to the number of measures in the table or, without a
    /// table, to 999,999,999.
    public func problem(ofMeasure measure: Int) -> ContentProblem? {
        let most = measures.isEmpty ? 999_999_999 : measures.count
        guard !(1...most).contains(measure) else { return nil }
        return ContentProblem("the measure is \(measure)", fix: "write a whole number from 1 to \(most)")
    }
}

extension PieceContent.SectionContent {
    /// The rules that the label and the colour break, each with its member.
    public var problems: [(member: String, problem: ContentProblem)] {
        var problems: [(member: String, problem: ContentProblem)] = []
        if let problem = StructureSection.problem(ofLabel: label) { problems.append(("label", problem)) }
        if Colour(colour) == nil { problems.append(("colour", Colour.problem(of: colour))) }
        return problems
    }
}

extension PieceContent.KeyContent {
    /// The rules that the signature and its name break, each with its member.
    public var problems: [(member: String, problem: ContentProblem)] {
        var problems: [(member: String, problem: ContentProblem)] = []
        if !(-7...7).contains(fifths) {
            problems.append(
                (
                    "fifths",
                    ContentProblem(
                        "the number of fifths is \(fifths)",
                        fix:
                            "write a whole number from -7 to 7; negative numbers are flats, positive numbers are sharps"
                    )
                ))
        }
        if name.holdsControlCharacters {
            problems.append(
                ("name", ContentProblem("the name contains a control character", fix: "retype the name")))
        }
        return problems
    }
}

extension PieceContent.IntensityContent {
    /// The problem of a value outside the range from 0 to 1. The property does not check the value.
    public var problem: ContentProblem {
        ContentProblem("the intensity is \(value)", fix: "write a decimal number from 0 to 1, such as 0.25")
    }
}

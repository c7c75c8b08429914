/// A section that is played several times, with its endings.
struct RepeatedSection: Sendable, Hashable {
    /// An ending of the section, and whether the section is played again after it.
    struct Ending: Sendable, Hashable {
        let span: EndingSpan
        /// Whether a repeat sign is at the end of the ending, or is implied because another ending follows.
        var goesBack: Bool
    }

    /// The index of the first measure.
    let start: Int
    /// The index of the last measure, including the endings.
    var end: Int
    /// The index of the measure with the repeat sign; `nil` for a section whose repeat signs are in endings.
    let backward: Int?
    var endings: [Ending]
    /// The number of times the section is played.
    private(set) var passes = 1
    /// Whether the section is repeated again after a jump.
    private(set) var isRepeatedAfterJump: Bool
    /// Whether the last pass plays none of the endings.
    private(set) var skipsEndingsInLastPass = false

    /// Creates a section from measure indices. `backward` is the measure with the repeat sign outside the endings, if there is one; `marks` are the
    /// marks of all measures of the score.
    init(start: Int, end: Int, backward: Int?, endings: [EndingSpan], marks: [FormMarks]) {
        self.start = start
        self.end = end
        self.backward = backward
        self.endings = endings.map { Ending(span: $0, goesBack: marks[$0.end].backward != nil) }
        let signs = (backward.map { [$0] } ?? []) + endings.map(\.end)
        isRepeatedAfterJump = signs.contains { marks[$0].backward?.isRepeatedAfterJump == true }
        count(marks)
    }

    /// Adds an ending that follows the repeat sign.
    mutating func append(_ ending: EndingSpan, marks: [FormMarks]) {
        endings.append(Ending(span: ending, goesBack: marks[ending.end].backward != nil))
        end = ending.end
        isRepeatedAfterJump = isRepeatedAfterJump || marks[ending.end].backward?.isRepeatedAfterJump == true
        count(marks)
    }

    /// Returns the index of the ending to play in a pass: the first ending for the pass, or else the one for the nearest later pass, or else the one
    /// for the last pass; `nil` if the pass plays no ending.
    func ending(in pass: Int) -> Int? {
        if let listed = endings.firstIndex(where: { $0.span.passes.contains(pass) }) { return listed }
        if let later = endings.indices.filter({ endings[$0].span.lastPass > pass })
            .min(by: { endings[$0].span.lastPass < endings[$1].span.lastPass })
        {
            return later
        }
        return skipsEndingsInLastPass
            ? nil : endings.indices.max { endings[$0].span.lastPass < endings[$1].span.lastPass }
    }

    /// Sets the number of passes, the endings that go back, and whether the last pass plays no ending.
    private mutating func count(_ marks: [FormMarks]) {
        let last = endings.map(\.span.lastPass).max() ?? 1
        if let backward {
            passes = max(1, marks[backward].backward?.times ?? 2, last)
        } else if endings.count == 1, endings[0].goesBack {
            // The only ending is omitted in the last pass. Its repeat sign may state how often the section is played.
            let times = marks[endings[0].span.end].backward?.times ?? 0
            passes = max(last + 1, times)
            if times > last + 1 {
                let span = endings[0].span
                endings[0] = Ending(
                    span: EndingSpan(start: span.start, end: span.end, passes: Array(1..<min(times, 1_000))),
                    goesBack: true)
            }
            skipsEndingsInLastPass = true
        } else {
            passes = last
            for index in endings.indices.dropLast() {
                let end = marks[endings[index].span.end]
                let jumps = end.daCapo != nil || end.dalSegno != nil || end.toCoda != nil
                endings[index].goesBack = endings[index].goesBack || !jumps
            }
        }
    }
}

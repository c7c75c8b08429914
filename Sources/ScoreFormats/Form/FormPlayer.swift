/// A player that computes the order in which the measures of a score are heard, from the marks alone.
///
/// At the end of each measure, the first of these rules that applies determines the next measure:
///
/// 1. Fine, To Coda, D.C. or D.S. with `time-only`, if the measure was heard that many times.
/// 2. A repeat sign, until the section was played the stated number of times, or twice if no number is stated.
/// 3. Fine ends the piece, and To Coda jumps, after a D.C. or D.S.; each To Coda jumps once. After "al Fine" only Fine counts, and after
///    "al Coda" only To Coda.
/// 4. D.C. or D.S., once each.
/// 5. The next measure. An ending that is not for the current pass is skipped.
///
/// After a jump, a section that was begun before is not repeated: it is played as in its last pass, unless one of its endings names the pass that now
/// begins (MusicXML 4.0, `ending`), or its repeat sign has `after-jump`.
struct FormPlayer {
    /// The error for an order with more measures than allowed.
    struct TooLong: Error {
        /// The index of the measure that would have exceeded the limit.
        let measure: Int
    }

    private struct Progress {
        var pass = 0
        /// The number of passes begun. It is reset to 0 if the section is repeated again after a jump.
        var begun = 0
        var isDone = false
    }

    private enum Step {
        case end
        case back(Int)
        case jump(Int)
        case advance(Int)
    }

    private let marks: [FormMarks]
    private let plan: FormPlan
    private let targets: JumpTargets
    private var progress: [Progress]
    private var counts: [Int]
    private var hasJumped = false
    private var until: FormMarks.Jump.Until?
    /// The measures whose To Coda was used; `usedReturns` and `usedSegnos` are those whose D.C. or D.S. was used.
    private var usedCodas: Set<Int> = []
    private var usedReturns: Set<Int> = []
    private var usedSegnos: Set<Int> = []

    private init(_ marks: [FormMarks]) {
        self.marks = marks
        plan = FormPlan(marks)
        targets = JumpTargets(marks)
        progress = Array(repeating: Progress(), count: plan.sections.count)
        counts = Array(repeating: 0, count: marks.count)
    }

    /// Returns the indices of the measures in the order in which they are heard. Throws `TooLong` for more than `limit` measures, since nested
    /// repeats multiply the number.
    static func order(of marks: [FormMarks], limit: Int) throws(TooLong) -> [Int] {
        var player = FormPlayer(marks)
        return try player.play(limit: limit)
    }

    private mutating func play(limit: Int) throws(TooLong) -> [Int] {
        var order: [Int] = []
        var position = 0
        var isLanding = false
        var wentBack: Int?
        while position < marks.count {
            if let section = plan.starting[position], section != wentBack { begin(section) }
            wentBack = nil
            if !isLanding, let (section, ending) = plan.endingStart[position], chosenEnding(of: section) != ending {
                position = plan.sections[section].endings[ending].span.end + 1
                continue
            }
            isLanding = false
            guard order.count < limit else { throw TooLong(measure: position) }
            order.append(position)
            counts[position] += 1
            switch step(after: position) {
            case .end: return order
            case .back(let section):
                progress[section].pass += 1
                progress[section].begun += 1
                wentBack = section
                position = plan.sections[section].start
            case .jump(let target):
                land(at: target)
                isLanding = true
                position = target
            case .advance(let next): position = next
            }
        }
        return order
    }

    private mutating func begin(_ section: Int) {
        progress[section].pass = 1
        progress[section].begun += 1
    }

    /// Returns the index of the ending to play in the current pass; `nil` for none.
    private func chosenEnding(of section: Int) -> Int? {
        let (section, progress) = (plan.sections[section], progress[section])
        guard progress.isDone else { return section.ending(in: progress.pass) }
        return section.endings.firstIndex { $0.span.passes.contains(progress.begun) }
            ?? section.ending(in: section.passes)
    }

    private mutating func land(at target: Int) {
        for index in plan.sections.indices {
            let section = plan.sections[index]
            if progress[index].begun > 0 {
                if section.isRepeatedAfterJump { progress[index] = Progress() } else { progress[index].isDone = true }
            }
            if section.start < target, target <= section.end { begin(index) }
        }
    }

    private mutating func step(after position: Int) -> Step {
        let mark = marks[position]
        if let step = timedStep(mark, position) { return step }
        if let section = plan.closing[position], canGoBack(section) { return .back(section) }
        var next = position + 1
        if let (section, ending) = plan.endingEnd[position] {
            if plan.sections[section].endings[ending].goesBack, canGoBack(section) { return .back(section) }
            next = plan.sections[section].end + 1
        }
        return plainStep(mark, position) ?? .advance(next)
    }

    private func canGoBack(_ section: Int) -> Bool {
        !progress[section].isDone && progress[section].pass < plan.sections[section].passes
    }

    /// Returns the step for a mark whose `time-only` includes the number of times that its measure was heard; `nil` if there is none.
    private mutating func timedStep(_ mark: FormMarks, _ position: Int) -> Step? {
        func applies(_ jump: FormMarks.Jump?) -> Bool { jump?.times.contains(counts[position]) ?? false }
        if applies(mark.fine) { return .end }
        if applies(mark.toCoda), let target = targets.coda(of: mark.toCoda, after: position) {
            until = nil
            return .jump(target)
        }
        if applies(mark.daCapo) { return goBack(mark.daCapo, to: 0) }
        if applies(mark.dalSegno), let target = targets.segno(of: mark.dalSegno, before: position) {
            return goBack(mark.dalSegno, to: target)
        }
        return nil
    }

    private mutating func plainStep(_ mark: FormMarks, _ position: Int) -> Step? {
        if hasJumped {
            if let fine = mark.fine, fine.times.isEmpty, until != .coda { return .end }
            if let coda = mark.toCoda, coda.times.isEmpty, until != .fine, !usedCodas.contains(position),
                let target = targets.coda(of: coda, after: position)
            {
                usedCodas.insert(position)
                until = nil
                return .jump(target)
            }
        }
        if let jump = mark.daCapo, jump.times.isEmpty, usedReturns.insert(position).inserted {
            return goBack(jump, to: 0)
        }
        if let jump = mark.dalSegno, jump.times.isEmpty, let target = targets.segno(of: jump, before: position),
            usedSegnos.insert(position).inserted
        {
            return goBack(jump, to: target)
        }
        return nil
    }

    private mutating func goBack(_ jump: FormMarks.Jump?, to target: Int) -> Step {
        hasJumped = true
        until = jump?.until
        return .jump(target)
    }
}

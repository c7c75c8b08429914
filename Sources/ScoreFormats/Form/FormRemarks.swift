/// The check for marks that are ignored or corrected when a score is played, to report them to the editor.
enum FormRemarks {
    /// Returns the remarks: first those about jumps, then those about repeats. O(n log n).
    static func remarks(on measures: [WrittenMeasure]) -> [Score.Remark] {
        let marks = measures.map(\.marks)
        let targets = JumpTargets(marks)
        let hasReturn = marks.contains { $0.daCapo != nil || $0.dalSegno != nil }
        let hasFine = marks.contains { $0.fine != nil }
        var remarks: [Score.Remark] = []
        for (index, mark) in marks.enumerated() {
            func note(_ text: String) { remarks.append(Score.Remark(measure: measures[index].number, text: text)) }
            if mark.dalSegno != nil, targets.segno(of: mark.dalSegno, before: index) == nil {
                note("the D.S. is ignored, since there is no segno before it")
            }
            if mark.toCoda != nil, targets.coda(of: mark.toCoda, after: index) == nil {
                note("the To Coda is ignored, since there is no coda after it")
            } else if let coda = mark.toCoda, coda.times.isEmpty, !hasReturn {
                note("the To Coda is ignored, since the score has no D.C. and no D.S.")
            }
            if let fine = mark.fine, fine.times.isEmpty, !hasReturn, index + 1 < marks.count {
                note("the Fine is ignored, since the score has no D.C. and no D.S.")
            }
            if !hasFine, mark.daCapo?.until == .fine || mark.dalSegno?.until == .fine {
                note("the score has no Fine, so it is played to its end after the jump")
            }
        }
        return remarks + repeats(marks, measures)
    }

    private static func repeats(_ marks: [FormMarks], _ measures: [WrittenMeasure]) -> [Score.Remark] {
        let plan = FormPlan(marks)
        var remarks: [Score.Remark] = []
        for section in plan.sections {
            for ending in section.endings where ending.goesBack && marks[ending.span.end].backward == nil {
                remarks.append(
                    Score.Remark(
                        measure: measures[ending.span.end].number,
                        text: "a repeat is assumed at the end of the ending, which has no repeat sign"))
            }
        }
        let opened = Set(plan.sections.map(\.start))
        for (index, mark) in marks.enumerated() where mark.forward && !opened.contains(index) {
            remarks.append(
                Score.Remark(
                    measure: measures[index].number,
                    text: "the start repeat sign is ignored because it has no matching end repeat sign"))
        }
        return remarks
    }
}

/// The table `measures.tsv` with the measures of a piece and their times (spec N9, I12).
enum MeasureSheet {
    static let name = "measures.tsv"
    static let columns = ["measure", "seconds", "score_measure", "pass"]

    /// Returns the measures and the clock, and adds faults. Rows whose time or printed measure is invalid, or whose pass is not a whole number from
    /// 1, are left out of the measures; the clock has an entry for each row. Measures are numbered by their rows.
    static func measures(in sheet: Sheet, findings: inout Findings) -> (measures: [Measure], clock: MeasureClock) {
        var measures: [Measure] = []
        var starts: [RecordingTime?] = []
        var heard: [String: Int] = [:]
        var nextNumber = 1
        for (index, row) in sheet.rows.enumerated() {
            let number = row.number("measure", in: 1...Int.max, findings: &findings)
            let pass = row.number("pass", in: 1...Int.max, findings: &findings)
            if let number, number != nextNumber {
                row.fault(
                    "found measure \(number) where measure \(nextNumber) is expected",
                    fix: "number the measures 1, 2, 3 … in the order heard, without gaps", findings: &findings)
            }
            // A gap is reported once, and not for each measure after it.
            nextNumber = (number ?? nextNumber) + 1
            let start = start(of: row, after: measures.last, &findings)
            starts.append(start)
            guard checkPrinted(row, &findings) else { continue }
            let printed = row["score_measure"]
            let due = heard[printed, default: 0] + 1
            heard[printed] = due
            guard let pass else { continue }
            if let problem = Measure.problem(ofPass: pass, of: printed, due: due) {
                row.fault(problem.reason, fix: problem.fix, findings: &findings)
            }
            guard let start else { continue }
            measures.append(Measure(number: index + 1, start: start, printed: printed, pass: pass))
        }
        if sheet.rows.isEmpty {
            findings.fault(sheet.file, "the table has no measures", fix: "add the measures of the piece")
        }
        return (measures, MeasureClock(starts))
    }

    private static func start(
        of row: SheetRow, after last: Measure?, _ findings: inout Findings
    ) -> RecordingTime? {
        guard let start = row.time(findings: &findings) else { return nil }
        guard let problem = Measure.problem(ofStart: start, after: last) else { return start }
        row.fault(problem.reason, fix: problem.fix, findings: &findings)
        return nil
    }

    private static func checkPrinted(_ row: SheetRow, _ findings: inout Findings) -> Bool {
        guard let problem = Measure.problem(ofPrinted: row["score_measure"]) else { return true }
        row.fault(problem.reason, fix: problem.fix, findings: &findings)
        return false
    }
}

/// The table `structure.tsv` with the sections of the structure drawer and the end of the piece (spec N13, N14, I13-I15).
enum StructureSheet {
    static let name = "structure.tsv"
    static let columns = ["measure", "seconds", "label", "colour"]

    private static let endLabel = StructureSection.endLabel

    /// Returns the structure with the valid sections, and adds faults and notices. Returns `nil` if the last row does not have the label END, a valid
    /// measure and a valid time.
    static func structure(in sheet: Sheet, clock: MeasureClock, findings: inout Findings) -> Structure? {
        guard let last = sheet.rows.last, last["label"] == endLabel else {
            findings.fault(
                sheet.file, line: sheet.rows.last?.line, "the table does not end with a row with the label \(endLabel)",
                fix: "add a last row with the measure and time of the end, the label \(endLabel) and no colour")
            _ = sections(in: sheet.rows[...], of: sheet, clock: clock, findings: &findings)
            return nil
        }
        let sections = sections(in: sheet.rows.dropLast(), of: sheet, clock: clock, findings: &findings)
        guard let end = end(of: last, after: sections, clock: clock, findings: &findings) else { return nil }
        return Structure(sections: sections, end: end)
    }

    private static func sections(
        in rows: ArraySlice<SheetRow>, of sheet: Sheet, clock: MeasureClock, findings: inout Findings
    ) -> [StructureSection] {
        var sections: [StructureSection] = []
        var lastMeasure = 0
        var colours: [String: Colour] = [:]
        for (index, row) in rows.enumerated() {
            let colour = colour(of: row, findings: &findings)
            let isNamed = checkLabel(row, &findings)
            guard let (measure, start) = clock.position(of: row, findings: &findings) else { continue }
            for problem in StructureSection.problems(ofMeasure: measure, after: index == 0 ? nil : lastMeasure) {
                row.fault(problem.reason, fix: problem.fix, findings: &findings)
            }
            lastMeasure = max(lastMeasure, measure)
            guard let colour, isNamed else { continue }
            if let other = colours.updateValue(colour, forKey: row["label"]), other != colour {
                findings.notice(
                    row.file, line: row.line,
                    "the label \"\(row["label"])\" has the colour \(colour) here and \(other) in an earlier row; "
                        + "use one colour for each label")
            }
            sections.append(StructureSection(measure: measure, start: start, label: row["label"], colour: colour))
        }
        if rows.isEmpty {
            findings.fault(sheet.file, "the table has no sections", fix: "begin with a section at measure 1")
        }
        return sections
    }

    private static func colour(of row: SheetRow, findings: inout Findings) -> Colour? {
        if let colour = Colour(row["colour"]) { return colour }
        let problem = Colour.problem(of: row["colour"])
        row.fault(problem.reason, fix: problem.fix, findings: &findings)
        return nil
    }

    private static func checkLabel(_ row: SheetRow, _ findings: inout Findings) -> Bool {
        guard let problem = StructureSection.problem(ofLabel: row["label"]) else { return true }
        row.fault(problem.reason, fix: problem.fix, findings: &findings)
        return false
    }

    private static func end(
        of row: SheetRow, after sections: [StructureSection], clock: MeasureClock, findings: inout Findings
    ) -> Structure.End? {
        if !row["colour"].isEmpty {
            row.fault(
                "the row \(endLabel) has the colour \"\(row["colour"])\"",
                fix: "leave the colour of the row \(endLabel) empty",
                findings: &findings)
        }
        let measure = row.number("measure", in: clock.measures, findings: &findings)
        let time = row.time(findings: &findings)
        guard let measure, let time else { return nil }
        let end = Structure.End(measure: measure, time: time)
        for problem in end.problems(lastStart: clock.lastStart, lastSection: sections.last?.measure) {
            row.fault(problem.reason, fix: problem.fix, findings: &findings)
        }
        return end
    }
}

import Web

/// The table `structure.tsv` with the sections of the structure drawer and the end of the piece (spec N13, N14, I13-I15).
enum StructureSheet {
    static let name = "structure.tsv"
    static let columns = ["measure", "seconds", "label", "colour"]

    /// The label of the last row.
    static let endLabel = "END"

    static func structure(in sheet: Sheet, clock: MeasureClock, findings: inout Findings) -> Structure? {
        guard let last = sheet.rows.last, last["label"] == endLabel else {
            findings.fault(
                sheet.file, line: sheet.rows.last?.line, "the last row does not have the label \(endLabel)",
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
            if index == 0, measure != 1 {
                row.fault(
                    "the first section begins at measure \(measure)", fix: "begin at measure 1", findings: &findings)
            }
            if measure <= lastMeasure {
                row.fault(
                    "measure \(measure) does not come after measure \(lastMeasure)",
                    fix: "put the sections in the order of their measures, each at a measure of its own",
                    findings: &findings)
            }
            lastMeasure = max(lastMeasure, measure)
            guard let colour, isNamed else { continue }
            if let other = colours.updateValue(colour, forKey: row["label"]), other != colour {
                findings.notice(
                    row.file, line: row.line, "\"\(row["label"])\" is \(colour) here and \(other) in an earlier row")
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
        let tags = Phrase.list(Colour.Tag.allCases.map(\.rawValue))
        row.fault(
            "the colour is \"\(row["colour"])\"", fix: "write one of \(tags), or R,G,B with 0 to 255 each",
            findings: &findings)
        return nil
    }

    private static func checkLabel(_ row: SheetRow, _ findings: inout Findings) -> Bool {
        let label = row["label"]
        let wrong: (reason: String, fix: String)? =
            if label.allSatisfy(\.isWhitespace) {
                ("the label is empty", "name the section")
            } else if label == endLabel {
                ("\(endLabel) occurs before the last row", "use \(endLabel) only for the end of the piece")
            } else if StructureSection.endsInNumberTriple(label) {
                (
                    "the label \"\(label)\" ends in three numbers, which phones read as a colour",
                    "change the end of the label"
                )
            } else if label.holdsControlCharacters {
                ("the label contains a control character", "retype the label")
            } else {
                nil
            }
        guard let wrong else { return true }
        row.fault(wrong.reason, fix: wrong.fix, findings: &findings)
        return false
    }

    private static func end(
        of row: SheetRow, after sections: [StructureSection], clock: MeasureClock, findings: inout Findings
    ) -> Structure.End? {
        if !row["colour"].isEmpty {
            row.fault("\(endLabel) has a colour", fix: "leave the colour of \(endLabel) empty", findings: &findings)
        }
        let measure = row.number("measure", in: clock.measures, findings: &findings)
        let time = row.time(findings: &findings)
        guard let measure, let time else { return nil }
        if let last = clock.lastStart, time < last {
            row.fault(
                "\(endLabel) at \(time.decimalSeconds) s is before the last measure at \(last.decimalSeconds) s",
                fix: "write the time in seconds at which the piece ends", findings: &findings)
        }
        if let last = sections.last, measure < last.measure {
            row.fault(
                "\(endLabel) is at measure \(measure), before the last section, at measure \(last.measure)",
                fix: "write the measure in which the piece ends", findings: &findings)
        }
        return Structure.End(measure: measure, time: time)
    }
}

/// The start of each measure of a piece, with which the other tables are compared (spec I11).
struct MeasureClock {
    /// The start by measure, from measure 1; `nil` for a row without a valid time.
    private let starts: [RecordingTime?]
    private let isKnown: Bool

    init(_ starts: [RecordingTime?]) {
        self.starts = starts
        isKnown = true
    }

    private init() {
        starts = []
        isKnown = false
    }

    /// The clock of a piece without a usable table of measures. Rows of the other tables may then have any measure from 1 and any time.
    static let unknown = MeasureClock()

    var lastStart: RecordingTime? { starts.last ?? nil }

    /// The measure numbers that are valid in the other tables: 1 to the number of measures, or any number from 1 if the measures are unknown.
    var measures: ClosedRange<Int> { isKnown ? 1...max(starts.count, 1) : 1...Int.max }

    /// The largest difference, in milliseconds, between a time in another table and the start of the measure. Times may be rounded to whole seconds.
    private static let tolerance: Int32 = 1000

    /// Returns the measure and time of a row. Adds a fault and returns `nil` if one is invalid or the time is too far from the measure.
    func position(of row: SheetRow, findings: inout Findings) -> (measure: Int, start: RecordingTime)? {
        let measure = row.number("measure", in: measures, findings: &findings)
        let start = row.time(findings: &findings)
        guard let measure, let start else { return nil }
        if starts.indices.contains(measure - 1), let known = starts[measure - 1],
            start.distance(to: known) > Self.tolerance
        {
            row.fault(
                "\(start.decimalSeconds) s is more than a second from the time of measure \(measure)",
                fix: "write \(known.decimalSeconds), as in \(MeasureSheet.name)", findings: &findings)
            return nil
        }
        return (measure, start)
    }

    /// Returns the measures and times of a table in which measures must increase from row to row. An invalid row gets a fault and is left out.
    func risingPositions(
        in sheet: Sheet, findings: inout Findings
    ) -> [(row: SheetRow, measure: Int, start: RecordingTime)] {
        var positions: [(row: SheetRow, measure: Int, start: RecordingTime)] = []
        for row in sheet.rows {
            guard let position = position(of: row, findings: &findings) else { continue }
            if let last = positions.last, position.measure <= last.measure {
                row.fault(
                    "measure \(position.measure) does not come after measure \(last.measure)",
                    fix: "put the rows in the order of their measures, each measure once", findings: &findings)
                continue
            }
            positions.append((row, position.measure, position.start))
        }
        return positions
    }
}

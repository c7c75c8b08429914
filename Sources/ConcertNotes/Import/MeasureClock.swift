/// Where each measure of a piece begins, to hold its other tables to it.
/// Spec I11.
struct MeasureClock {
    /// By measure, from measure 1; `nil` where the table of measures has a fault.
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

    /// For a piece without a usable table of measures: the other tables are still checked for what they are.
    static let unknown = MeasureClock()

    var lastStart: RecordingTime? { starts.last ?? nil }

    /// The measures that a row may name.
    var measures: ClosedRange<Int> { isKnown ? 1...max(starts.count, 1) : 1...Int.max }

    /// How far a time in another table may lie from its measure's, in milliseconds. With whole seconds, both round to
    /// within one of each other then.
    private static let tolerance: Int32 = 1000

    /// The place that a row names, or `nil` after a finding.
    func place(of row: SheetRow, findings: inout Findings) -> (measure: Int, start: RecordingTime)? {
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

    /// The places of the rows of a table in which each measure stands once and in order.
    func risingPlaces(
        in sheet: Sheet, findings: inout Findings
    ) -> [(row: SheetRow, measure: Int, start: RecordingTime)] {
        var places: [(row: SheetRow, measure: Int, start: RecordingTime)] = []
        for row in sheet.rows {
            guard let place = place(of: row, findings: &findings) else { continue }
            if let last = places.last, place.measure <= last.measure {
                row.fault(
                    "measure \(place.measure) does not come after measure \(last.measure)",
                    fix: "put the rows in the order of their measures, each measure once", findings: &findings)
                continue
            }
            places.append((row, place.measure, place.start))
        }
        return places
    }
}

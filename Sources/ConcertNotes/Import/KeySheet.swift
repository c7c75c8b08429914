/// The table `keys.tsv` with the key signatures (spec N33). The file may be missing or have no rows.
enum KeySheet {
    static let name = "keys.tsv"
    static let columns = ["measure", "seconds", "fifths", "name"]

    /// Returns the key signatures of the rows with a valid measure, time and number of fifths, and adds a fault for each invalid row.
    static func keys(in sheet: Sheet, clock: MeasureClock, findings: inout Findings) -> [KeySignature] {
        clock.risingPositions(in: sheet, findings: &findings).compactMap { row, measure, start in
            if row["name"].holdsControlCharacters {
                row.fault("the name contains a control character", fix: "retype the name", findings: &findings)
            }
            guard let fifths = row.number("fifths", in: -7...7, findings: &findings) else { return nil }
            return KeySignature(measure: measure, start: start, fifths: fifths, name: row["name"])
        }
    }
}

/// The table `intensity.tsv` with the curve of the waveform (spec N32). The file may be missing or have no rows.
enum IntensitySheet {
    static let name = "intensity.tsv"
    static let columns = ["measure", "seconds", "intensity"]

    /// Returns the intensities of the valid rows, and adds a fault for each invalid row.
    static func intensities(in sheet: Sheet, clock: MeasureClock, findings: inout Findings) -> [Intensity] {
        clock.risingPositions(in: sheet, findings: &findings).compactMap { row, measure, start in
            let text = row["intensity"]
            // `Float(_:)` also accepts "nan", "0x1p-2" and "+1".
            let isDecimal =
                !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            guard isDecimal, let value = Float(text), value <= 1 else {
                row.fault(
                    "the intensity is \"\(text)\"", fix: "write a decimal number from 0 to 1, such as 0.25",
                    findings: &findings)
                return nil
            }
            return Intensity(measure: measure, start: start, value: value)
        }
    }
}

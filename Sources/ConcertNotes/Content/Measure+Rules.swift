/// The rules for measures that imports and editors share (spec N9, I11, I12).
extension Measure {
    /// Returns the rule that a printed number breaks, or `nil` for a valid number, which has 1 to 32 bytes and no control characters.
    public static func problem(ofPrinted printed: String) -> ContentProblem? {
        guard printed.isEmpty || printed.utf8.count > 32 || printed.holdsControlCharacters else { return nil }
        return ContentProblem(
            "the printed number is \"\(printed)\"",
            fix: "write the number that the score prints, such as 35 or 12a, in 1 to 32 bytes "
                + "without control characters")
    }

    /// Returns the rule that a start breaks, or `nil` for a valid start. A measure must start later than the measure before, `last`; with `nil`, for
    /// the first measure, every start is valid.
    public static func problem(ofStart start: RecordingTime, after last: Measure?) -> ContentProblem? {
        guard let last, start <= last.start else { return nil }
        return ContentProblem(
            "\(start.decimalSeconds) s is not later than \(last.start.decimalSeconds) s, "
                + "the time of measure \(last.number)",
            fix: "make the times increase from measure to measure")
    }

    /// Returns the rule that a pass breaks, or `nil` for the expected pass, `due`. The passes of a printed measure are numbered without gaps, so that
    /// "m. 35, 2nd time" names exactly one measure.
    public static func problem(ofPass pass: Int, of printed: String, due: Int) -> ContentProblem? {
        guard pass != due else { return nil }
        return ContentProblem(
            "found pass \(pass) of printed measure \(printed) where pass \(due) is expected",
            fix: "write \(due) as the pass")
    }
}

import Web

/// The rules for sections. Imports and editors share these rules (spec N13, N14, I13, I14).
extension StructureSection {
    /// The text that marks the end of the piece on the last page of the track Structure. No section may have this label.
    static let endLabel = "END"

    /// Returns the first rule that a label breaks, or `nil` for a valid label.
    public static func problem(ofLabel label: String) -> ContentProblem? {
        if label.allSatisfy(\.isWhitespace) {
            ContentProblem("the label is empty", fix: "name the section")
        } else if label == endLabel {
            ContentProblem(
                "a section has the label \"\(endLabel)\", which marks the end of the piece",
                fix: "give the section another label")
        } else if endsInNumberTriple(label) {
            ContentProblem(
                "the label \"\(label)\" ends in three numbers, which phones read as a colour",
                fix: "change the end of the label")
        } else if label.holdsControlCharacters {
            ContentProblem("the label contains a control character", fix: "retype the label")
        } else {
            nil
        }
    }

    /// Returns the rules that the measure of a section breaks. The first section, for which `last` is `nil`, begins at measure 1. Every other section
    /// begins after the measure of the previous section, `last`.
    public static func problems(ofMeasure measure: Int, after last: Int?) -> [ContentProblem] {
        guard let last else {
            return measure == 1
                ? [] : [ContentProblem("the first section begins at measure \(measure)", fix: "begin at measure 1")]
        }
        guard measure <= last else { return [] }
        return [
            ContentProblem(
                "measure \(measure) does not come after measure \(last)",
                fix: "put the sections in the order of their measures, each at a measure of its own")
        ]
    }
}

extension Colour {
    /// Returns the problem of a text that is not a colour (spec I15).
    public static func problem(of text: String) -> ContentProblem {
        let tags = SentenceFormat.list(Tag.allCases.map(\.rawValue))
        return ContentProblem(
            "the colour is \"\(text)\"", fix: "write one of \(tags), or R,G,B with 0 to 255 each")
    }
}

extension Structure.End {
    /// Returns the rules that the end of a piece breaks: it must not be before the start of the last measure, nor before the measure of the last
    /// section. A check whose argument is `nil` is skipped.
    public func problems(lastStart: RecordingTime?, lastSection: Int?) -> [ContentProblem] {
        var problems: [ContentProblem] = []
        if let lastStart, time < lastStart {
            problems.append(
                ContentProblem(
                    "the end of the piece at \(time.decimalSeconds) s is before the last measure at "
                        + "\(lastStart.decimalSeconds) s",
                    fix: "write the time in seconds at which the piece ends"))
        }
        if let lastSection, measure < lastSection {
            problems.append(
                ContentProblem(
                    "the end of the piece is at measure \(measure), before the last section, at measure "
                        + "\(lastSection)",
                    fix: "write the measure in which the piece ends"))
        }
        return problems
    }
}

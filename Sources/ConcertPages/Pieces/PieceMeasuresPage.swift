import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/measures` with the table of measures, the end of the piece and the intensities (spec N9, N14, N32).
struct PieceMeasuresPage: Sendable {
    let pageContext: PiecePageContext
    var message: PieceMessage?
    var error: APIError?
    var typed = Typed()

    /// A form of the page.
    enum Form: Sendable, Hashable {
        case measures, intensities
    }

    /// The refused form with its values.
    struct Typed: Sendable {
        var form: Form?
        var values: [String: String] = [:]
    }

    /// The parts of a piece that the form of measures changes. The entity tag of the form is computed from them.
    struct Table: Encodable, Sendable {
        let measures: [PieceContent.MeasureContent]
        let end: PieceContent.EndContent?

        init(_ content: PieceContent) {
            measures = content.measures
            end = content.end
        }
    }

    private static let labels = [
        "rows": "The table", "end": "The end", "endMeasure": "The measure of the end", "endTime": "The time of the end",
        "values": "The table of intensities",
    ]

    private var content: PieceContent { pageContext.content }

    func response() throws -> Response { pageContext.page(.measures, content: try html).response() }

    private var html: HTML {
        get throws {
            let measures = pageContext.measures
            let last = content.measures.count
            let repeats = content.measures.count { $0.pass > 1 }
            let summary: HTML =
                content.measures.isEmpty
                ? "<p>The piece has no measures yet. Paste a table, import a score, or tap along to a recording.</p>"
                : """
                <p>\(SentenceFormat.count(last, "measure")) as heard, from \(measures.time(1)) to \
                \(content.end.map { MeasureTexts.clock($0.startMs) } ?? measures.time(last)). \
                \(repeats == 0 ? "" : "\(repeats) of these measures \(repeats == 1 ? "is a repeat" : "are repeats").")</p>
                """
            return """
                \(message?.html)\(summary)
                <p class="acts"><a class="button quiet" href="\(pageContext.path("/import"))">Import a score</a> \
                <a class="button quiet" href="\(pageContext.path("/tap"))">Tap along to a recording</a></p>
                <div class="two"><section><h2>Measures and end</h2>\(refusal(.measures))\(try measureForm)</section>
                <section><h2>Intensities</h2>\(refusal(.intensities))\(try intensityForm)</section></div>
                """
        }
    }

    private func refusal(_ form: Form) -> HTML? {
        guard typed.form == form, let error else { return nil }
        return .pieceFault(error, labels: Self.labels)
    }

    private func value(_ form: Form, _ name: String, _ kept: String) -> String {
        (typed.form == form ? typed.values[name] : nil) ?? kept
    }

    private var measureForm: HTML {
        get throws {
            let text = content.measures.enumerated().map { index, measure in
                let start = RecordingTime(milliseconds: measure.startMs).decimalSeconds
                return "\(index + 1),\(start),\(measure.printed),\(measure.pass)"
            }.joined(separator: "\n")
            let isTyped = typed.form == .measures
            var rows = Field(
                "Rows: measure, start, printed number, pass", "rows", value(.measures, "rows", text), .lines(16))
            rows.attributes = " class=\"table\" spellcheck=\"false\" autocomplete=\"off\" wrap=\"off\""
            rows.hint = """
                Number the measures 1, 2, 3 … as heard, with repeats written out. Write each start in seconds, such as 77.512, or \
                in minutes, such as 1:17.5. Each row needs only a measure and a start: an existing measure keeps its \
                printed number, and the printed number of a new measure is its number as heard. The pass is 2 when a printed \
                measure is heard for the second time. A missing pass is counted from the rows above.
                """
            rows.fault = isTyped ? error?.note(at: "rows") : nil
            var measure = Field(
                "End measure", "endMeasure",
                value(.measures, "endMeasure", content.end.map { String($0.measure) } ?? ""),
                .number)
            measure.attributes = " min=\"1\""
            measure.hint = "Leave the field empty for the last measure."
            measure.fault = isTyped ? error?.note(at: "endMeasure") ?? error?.note(at: "end") : nil
            var time = Field(
                "End time", "endTime",
                value(
                    .measures, "endTime",
                    content.end.map { RecordingTime(milliseconds: $0.startMs).decimalSeconds } ?? ""))
            time.attributes = " inputmode=\"decimal\" maxlength=\"20\""
            time.hint =
                "Seconds, such as 77.512, or minutes, such as 1:17.5. Leave the field empty if the end is not known yet."
            time.fault = isTyped ? error?.note(at: "endTime") : nil
            return pageContext.form(
                "/measures", tag: try pageContext.tag(Table(content)),
                """
                \(rows.html)<div class="pair">\(measure.html)\(time.html)</div>
                <p class="acts"><button>Save measures</button></p>
                """)
        }
    }

    private var intensityForm: HTML {
        get throws {
            let text = content.intensities.map { "\($0.measure),\(Self.decimal($0.value))" }.joined(separator: "\n")
            var rows = Field("Intensities from 0 to 1", "values", value(.intensities, "values", text), .lines(16))
            rows.attributes = " class=\"table\" spellcheck=\"false\" autocomplete=\"off\" wrap=\"off\""
            rows.hint = """
                The loudness of each measure: either one number per row, starting at measure 1, or a measure and a number \
                per row. Give the loudest measure the intensity 1.
                """
            rows.fault = typed.form == .intensities ? error?.note(at: "values") : nil
            return pageContext.form(
                "/intensities", tag: try pageContext.tag(content.intensities),
                "\(rows.html)<p class=\"acts\"><button>Save intensities</button></p>")
        }
    }

    /// Formats a number from 0 to 1 without an exponent. A number below 0.0001 is inaudible and becomes "0".
    private static func decimal(_ value: Float) -> String {
        let text = String(value)
        return text.contains("e") ? "0" : text
    }
}

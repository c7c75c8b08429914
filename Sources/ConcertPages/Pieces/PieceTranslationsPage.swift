import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/translations`: two tracks side by side by measure, of which the second can be edited.
struct PieceTranslationsPage: Sendable {
    let pageContext: PiecePageContext
    let pair: Pair
    var message: PieceMessage?
    var error: APIError?
    var typed = Typed()

    /// The two tracks and the rows that the page shows.
    struct Pair: Sendable {
        /// The track from which the editor translates; `nil` for a piece without tracks.
        let from: PieceContent.TrackContent?
        /// The track of the translation, which can be edited; `nil` for a piece with fewer than two tracks.
        let to: PieceContent.TrackContent?
        let isMissingOnly: Bool

        /// Creates the pair that a link names. The first track replaces a missing or unknown `from`. The first other track replaces a missing,
        /// unknown or repeated `to`.
        init(from: String?, to: String?, isMissingOnly: Bool, in content: PieceContent) {
            let source = content.tracks.first { $0.id == from } ?? content.tracks.first
            self.from = source
            self.to =
                content.tracks.first { $0.id == to && $0.id != source?.id }
                ?? content.tracks.first { $0.id != source?.id }
            self.isMissingOnly = isMissingOnly
        }

        init(_ fields: FormFields, in content: PieceContent) throws(APIError) {
            self.init(
                from: try fields.optional("from"), to: try fields.optional("to"),
                isMissingOnly: try fields.optional("only") == "missing", in: content)
        }
    }

    /// The refused form of a row.
    struct Typed: Sendable {
        /// The key of the row (`Row.key`); `nil` if no form was refused.
        var row: String?
        var text: String?
    }

    /// The notes of the two tracks at one measure; `nil` for a track without a note. Several notes at one measure are paired in their order.
    struct Row: Sendable {
        let measure: Int
        let source: PieceContent.AnnotationContent?
        let target: PieceContent.AnnotationContent?

        /// The identifier of the row, unique in the page.
        var key: String { target.map { "t\($0.id)" } ?? source.map { "s\($0.id)" } ?? "m\(measure)" }

        static func all(_ source: PieceContent.TrackContent, _ target: PieceContent.TrackContent) -> [Row] {
            let (left, right) = (byMeasure(source), byMeasure(target))
            return Set(left.keys).union(right.keys).sorted().flatMap { measure -> [Row] in
                let (left, right) = (left[measure] ?? [], right[measure] ?? [])
                return (0..<max(left.count, right.count)).map { index in
                    Row(
                        measure: measure, source: index < left.count ? left[index] : nil,
                        target: index < right.count ? right[index] : nil)
                }
            }
        }

        private static func byMeasure(
            _ track: PieceContent.TrackContent
        ) -> [Int: [PieceContent.AnnotationContent]] {
            Dictionary(grouping: track.annotations, by: \.measure)
        }
    }

    private var path: String { pageContext.path("/translations") }

    func response() throws -> Response { pageContext.page(.translations, content: try html).response() }

    private var html: HTML {
        get throws {
            guard let from = pair.from, let to = pair.to else {
                return EmptyState(
                    .list, "Two tracks needed",
                    "A translation is a separate track with its own language, so the piece needs at least two tracks.",
                    action: "<a class=\"button\" href=\"\(pageContext.path("/tracks"))\">Add a track</a>"
                ).html
            }
            let all = Row.all(from, to)
            let missing = all.count { $0.target == nil }
            let rows = pair.isMissingOnly ? all.filter { $0.target == nil || $0.key == typed.row } : all
            let measures = pageContext.measures
            let markup = try rows.map { try row($0, from, to, measures) }
            return """
                \(message?.html)
                \(choice(from, to))
                <p role="status">\(missing == 0 ? "Every note of “\(from.name)” has a counterpart in “\(to.name)”." : "Notes missing in “\(to.name)”: \(missing) of \(all.count).")\
                \(to.language == nil ? " State the language of “\(to.name)” on the Tracks page, so that the browser checks its spelling." : "")</p>
                <div class="pairs"><div class="pairhead" aria-hidden="true"><b>\(from.label)</b><b>\(to.label)</b></div>
                \(markup)</div>
                """
        }
    }

    private func choice(_ from: PieceContent.TrackContent, _ to: PieceContent.TrackContent) -> HTML {
        let options = pageContext.content.tracks.map { Field.Option($0.id, $0.label) }
        var only = Field("Missing notes only", "only", "missing", .check)
        only.isChecked = pair.isMissingOnly
        return """
            <form class="filter" method="get" action="\(path)">\(Field("Translate from", "from", from.id, .choice(options)).html)\
            \(Field("Translate into", "to", to.id, .choice(options)).html)\(only.html)<p><button class="quiet">Show notes</button></p></form>
            """
    }

    private func row(
        _ row: Row, _ from: PieceContent.TrackContent, _ to: PieceContent.TrackContent, _ measures: MeasureTexts
    ) throws -> HTML {
        let isTyped = typed.row == row.key
        let text = (isTyped ? typed.text : nil) ?? row.target?.text ?? ""
        let length = max(text.unicodeScalars.count, row.source?.text.unicodeScalars.count ?? 0)
        let tag = try row.target.map { try pageContext.tag($0) }
        let only: HTML = pair.isMissingOnly ? "<input type=\"hidden\" name=\"only\" value=\"missing\">" : .empty
        let label: HTML = "\(to.name) at \(measures.label(row.measure))"
        let fault: HTML? =
            isTyped ? error.map { .pieceFault($0, labels: ["text": "The text", "measure": "The measure"]) } : nil
        return """
            <div class="pairrow\(row.target == nil ? " missing" : "")" id="row-\(row.key)">
            <div class="source"><a href="\(pageContext.path())?track=\(from.id)&amp;measure=\(row.measure)">\(measures.label(row.measure))</a>\
            \(row.source.map { "<p\(from.languageAttribute)>\($0.text)</p>" as HTML } ?? "<p class=\"faint\">No note at this measure.</p>")</div>
            <div class="target">\(fault)\(pageContext.form(
                "/translations", tag: tag, attributes: " class=\"keep\"",
                """
                <input type="hidden" name="from" value="\(from.id)"><input type="hidden" name="to" value="\(to.id)">\(only)\
                <input type="hidden" name="row" value="\(row.key)"><input type="hidden" name="measure" value="\(row.measure)">\
                <input type="hidden" name="annotation" value="\(row.target?.id ?? "")">\
                <label class="hidden" for="text-\(row.key)">\(label)</label>\
                <textarea id="text-\(row.key)" name="text" rows="\(min(8, max(2, length / 60 + 1)))" required spellcheck="true"\
                \(to.languageAttribute)\(isTyped && error != nil ? " aria-invalid=\"true\"" : HTML.empty)>\(text)</textarea>\
                <button class="quiet">\(row.target == nil ? "Add" : "Save")<span class="hidden">: \(label)</span></button>
                """))</div></div>

            """
    }
}

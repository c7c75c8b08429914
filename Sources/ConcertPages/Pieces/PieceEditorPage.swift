import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}`, the score-time editor: the ruler, the open note or the form for a new one, and the notes of the chosen track.
struct PieceEditorPage: Sendable {
    let pageContext: PiecePageContext
    let selection: EditorSelection
    var flash: PieceFlash?
    /// The error of a refused form, shown with the typed values; `nil` if no form was refused.
    var error: APIError?
    var typed = TypedNote()
    /// Whether the error comes from a deletion that could not be undone.
    var isUndoRefused = false

    private var content: PieceContent { pageContext.content }
    private var measures: MeasureTexts { pageContext.measures }
    private var path: String { pageContext.path() }

    func response() throws -> Response { pageContext.page(.notes, content: try html).response() }

    private var html: HTML {
        get throws {
            let measures = measures
            let ruler = ScoreRuler(
                content: content, measures: measures, path: path, track: selection.track, measure: selection.measure)
            return """
                \(flash?.html(pageContext))\(isUndoRefused ? error.map { HTML.pieceFault($0) } : nil)
                \(ruler.html)
                \(jump(measures))
                \(content.tracks.isEmpty ? noTracks : try columns(measures))
                """
        }
    }

    private var noTracks: HTML {
        guard !content.measures.isEmpty else {
            return EmptyState(
                .list, "No measures yet",
                "A note belongs to a measure, so add measures first: import a score, enter a table, or tap along to a recording.",
                action: """
                    <a class="button" href="\(path)/measures">Add measures</a> \
                    <a class="button quiet" href="\(path)/import">Import a score</a>
                    """
            ).html
        }
        return EmptyState(
            .list, "No tracks yet", "Notes belong to tracks, such as “The Music” or “History”.",
            action: "<a class=\"button\" href=\"\(path)/tracks\">Add a track</a>"
        ).html
    }

    private func columns(_ measures: MeasureTexts) throws -> HTML {
        guard let track = content.tracks.first(where: { $0.id == selection.track }) else { return .empty }
        let panel = NotePanel(
            pageContext: pageContext, track: track, selection: selection, measures: measures,
            error: isUndoRefused ? nil : error, typed: typed)
        return """
            <div class="score"><div class="panel" id="panel">\(try panel.html)</div>
            <div class="notes">\(trackChips)\(NoteList(track: track, selection: selection, path: path, measures: measures).html)</div></div>
            """
    }

    private var trackChips: HTML {
        Chips(
            "Tracks",
            content.tracks.map { track in
                Chips.Chip(
                    "\(track.name)", "\(path)?track=\(track.id)&measure=\(selection.measure)",
                    count: track.annotations.count, isCurrent: track.id == selection.track)
            }
        ).html
    }

    private func jump(_ measures: MeasureTexts) -> HTML {
        let measure = selection.measure
        let printed = measures.printed(measure)
        let facts = [
            printed, measures.time(measure), measures.section(measure)?.label ?? "", measures.key(measure)?.name ?? "",
        ].filter { !$0.isEmpty }
        let sections: HTML =
            content.sections.isEmpty
            ? .empty
            : """
            <details class="sections"><summary>Sections</summary><ul class="lines">\(content.sections.map { section -> HTML in
                """
                <li>\(SectionColour(section.colour).swatch)<div class="grow"><a href="\(link(section.measure))">\(section.label)</a></div>\
                <span class="facts">m. \(section.measure)</span></li>
                """
            })</ul></details>
            """
        return """
            <div class="jump"><p class="position"><strong>Measure \(measure)</strong> of \(measures.count)\
            \(facts.map { " · \($0)" as HTML })</p>
            <nav class="steps" aria-label="Measures">\(step(measure - 1, "previous", "Previous measure", measures))\
            \(step(measure + 1, "next", "Next measure", measures))</nav>
            <form class="goto" method="get" action="\(path)"><input type="hidden" name="track" value="\(selection.track ?? "")">\
            <label for="goto">Go to measure</label><input id="goto" name="measure" type="number" min="1" max="\(measures.count)" \
            value="\(measure)"><button class="quiet">Go</button></form></div>
            \(sections)
            """
    }

    private func link(_ measure: Int) -> HTML { "\(path)?track=\(selection.track ?? "")&amp;measure=\(measure)" }

    private func step(_ measure: Int, _ id: HTML, _ title: HTML, _ measures: MeasureTexts) -> HTML {
        guard (1...measures.count).contains(measure) else {
            return "<span class=\"button quiet off\" aria-hidden=\"true\">\(id == "next" ? "→" : "←")</span>"
        }
        let icon: HTML = id == "next" ? "→" : "←"
        return """
            <a class="button quiet" id="\(id)" href="\(link(measure))"><span aria-hidden="true">\(icon)</span>\
            <span class="hidden">\(title)</span></a>
            """
    }
}

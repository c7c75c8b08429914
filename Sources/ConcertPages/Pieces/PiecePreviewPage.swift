import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/preview`: the displays of the iNotes app of 2013 and of a current phone at a measure, side by side.
struct PiecePreviewPage: Sendable {
    let pageContext: PiecePageContext
    let selection: EditorSelection
    let glossary: GlossaryMatcher

    private var content: PieceContent { pageContext.content }
    private var measures: MeasureTexts { pageContext.measures }
    private var path: String { pageContext.path("/preview") }

    func response() -> Response { pageContext.page(.preview, content: html).response() }

    private var html: HTML {
        guard let track = content.tracks.first(where: { $0.id == selection.track }) else {
            return EmptyState(
                .list, "No tracks yet", "Phones show the notes of tracks, so the piece needs at least one track.",
                action: "<a class=\"button\" href=\"\(pageContext.path("/tracks"))\">Add a track</a>"
            ).html
        }
        let measures = measures
        // Before its first note, a track shows the first note, which opens the track (spec N10).
        let inForce = track.indexInForce(at: selection.measure)
        let index = inForce ?? 0
        let note = track.annotations.indices.contains(index) ? track.annotations[index] : nil
        return """
            \(controls(track, index, measures))
            \(inForce == nil && note != nil ? Notice(.information, "<p>The first note of this track begins at measure \(note?.measure ?? 1). At measure \(selection.measure), phones already show it.</p>").html : HTML.empty)
            \(note.map(report))
            <div class="phones">
            <figure><figcaption>iNotes app (2013)</figcaption>\(old(track, note, index))</figure>
            <figure><figcaption>Current phones</figcaption>\(current(track, note, index, measures))</figure>
            </div>
            """
    }

    // MARK: Controls

    private func link(_ measure: Int) -> HTML { "\(path)?track=\(selection.track ?? "")&amp;measure=\(measure)" }

    private func controls(_ track: PieceContent.TrackContent, _ index: Int, _ measures: MeasureTexts) -> HTML {
        let measure = selection.measure
        let before = track.annotations.last { $0.measure < measure }
        let after = track.annotations.first { $0.measure > measure }
        func step(_ target: Int?, _ id: String, _ text: HTML) -> HTML {
            guard let target, (1...measures.count).contains(target) else {
                return "<span class=\"button quiet off\" aria-hidden=\"true\">\(text)</span>"
            }
            return "<a class=\"button quiet\" id=\"\(id)\" href=\"\(link(target))\">\(text)</a>"
        }
        let options = content.tracks.map { other -> HTML in
            "<option value=\"\(other.id)\"\(other.id == track.id ? " selected" : HTML.empty)>\(other.label)</option>"
        }
        let note = track.annotations.indices.contains(index) ? track.annotations[index].id : EditorSelection.new
        return """
            <div class="jump"><p class="position"><strong>\(measures.label(measure))</strong> of \(measures.count)</p>
            <nav class="steps" aria-label="Notes and measures">\(step(before?.measure, "earlier", "Previous note"))\
            \(step(measure - 1, "previous", "Previous measure"))\
            \(step(measure + 1, "next", "Next measure"))\(step(after?.measure, "later", "Next note"))</nav>
            <form class="goto" method="get" action="\(path)"><label for="goto">Measure</label>\
            <input id="goto" name="measure" type="number" min="1" max="\(measures.count)" value="\(measure)">\
            <label for="track">Track</label><select id="track" name="track">\(options)</select><button class="quiet">Show preview</button></form>
            <p><a href="\(pageContext.path())?track=\(track.id)&amp;measure=\(measure)&amp;annotation=\(note)">Edit this note</a></p></div>
            """
    }

    private func report(_ note: PieceContent.AnnotationContent) -> HTML {
        // Phones link no words in the names of files and in captions.
        let texts = PictureReference.segments(of: note.text).compactMap { segment -> String? in
            if case .text(let text) = segment { text } else { nil }
        }
        let report = glossary.matches(in: texts.joined(separator: "\n")).report
        guard !report.isEmpty else { return .empty }
        var lines: [HTML] = []
        if !report.overCommon.isEmpty {
            let terms = SentenceFormat.list(report.overCommon.map { "“\($0)”" })
            lines.append(
                "\(terms): very common \(report.overCommon.count == 1 ? "word" : "words"). Links to very common words distract readers; consider another name for the term."
            )
        }
        for (term, count) in report.repeated.sorted(by: { $0.key < $1.key }) {
            lines.append("“\(term)” is linked \(count) times in this note.")
        }
        for pair in report.overlaps {
            lines.append("\(pair) both match the same words; only the first of the two terms is linked.")
        }
        return Notice(
            .warning,
            "<p>Check these glossary terms in this note:</p><ul>\(lines.map { "<li>\($0)</li>" as HTML })</ul>"
        ).html
    }

    // MARK: Phones

    private func old(
        _ track: PieceContent.TrackContent, _ note: PieceContent.AnnotationContent?, _ index: Int
    ) -> HTML {
        """
        <div class="phone old"><p class="bar"><strong>\(pageContext.piece.name.description)</strong></p>
        <ul class="picker" aria-label="Track picker">\(content.tracks.map { other -> HTML in
            "<li\(other.id == track.id ? " aria-current=\"true\"" : HTML.empty)><a href=\"\(path)?track=\(other.id)&amp;measure=\(selection.measure)\">\(other.name)</a></li>"
        })</ul>
        <div class="slide"\(track.languageAttribute)>\(note.map { body($0.text) } ?? "<p>No notes in this track.</p>")</div>
        <p class="count">\(note == nil ? 0 : index + 1) of \(track.annotations.count)</p>\(drawer)</div>
        """
    }

    private func current(
        _ track: PieceContent.TrackContent, _ note: PieceContent.AnnotationContent?, _ index: Int,
        _ measures: MeasureTexts
    ) -> HTML {
        let measure = selection.measure
        let printed = content.measure(measure)?.printed ?? String(measure)
        let pass = content.measure(measure)?.pass ?? 1
        let section: HTML? = measures.section(measure).map { section in
            "<p class=\"section\">\(SectionColour(section.colour).swatch) \(section.label)</p>"
        }
        let key = measures.key(measure)?.name ?? ""
        return """
            <div class="phone today"><p class="bar"><strong>\(pageContext.piece.heading.work)</strong>\
            <span>\(pageContext.piece.heading.composer) · \(pageContext.piece.heading.movement)</span></p>\(section)
            <div class="slide"\(track.languageAttribute)>\(note.map { body($0.text) } ?? "<p>No notes in this track.</p>")</div>
            <p class="count">m. \(printed)\(pass > 1 ? ", \(Ordinal.text(pass)) time" : "")\(key.isEmpty ? "" : " · \(key)")</p>
            <p class="count">\(track.label) · note \(note == nil ? 0 : index + 1) of \(track.annotations.count)</p>\(progress)</div>
            """
    }

    private func body(_ text: String) -> HTML {
        """
        \(PictureReference.segments(of: text).map { segment -> HTML in
            switch segment {
            case .text(let text): "<p>\(glossary.marked(text))</p>"
            case .picture(let file, let caption):
                """
                <figure><img src="\(HTML.address("/api/v1/admin/images/\(file.percentEncoded)"))" alt="\(caption.isEmpty ? file : caption)" \
                loading="lazy"><figcaption>\(caption)</figcaption></figure>
                """
            }
        })
        """
    }

    // MARK: Progress

    private func percent(_ measure: Int) -> HTML {
        let thousandths = (min(max(1, measure), measures.count + 1) - 1) * 1000 / measures.count
        return "\(thousandths / 10).\(thousandths % 10)%"
    }

    private var drawer: HTML {
        let measures = measures
        return """
            <svg class="drawer" aria-hidden="true" width="100%" height="28">\(content.sections.map { section -> HTML in
                "<rect x=\"\(percent(section.measure))\" width=\"100%\" height=\"28\" fill=\"\(SectionColour(section.colour).hexadecimal)\"/>"
            })<rect class="at" x="\(percent(measures.nearest(selection.measure)))" width="3" height="28"/></svg>
            """
    }

    private var progress: HTML {
        var path = ""
        for intensity in content.intensities {
            let half = max(1, Int(min(1, max(0, intensity.value)) * 50))
            path += "M\((intensity.measure - 1) * 10) \(50 - half)h8v\(2 * half)h-8z"
        }
        return """
            <svg class="drawer" aria-hidden="true" width="100%" height="44"><svg width="100%" height="44" \
            viewBox="0 0 \(measures.count * 10) 100" preserveAspectRatio="none"><path class="wave" d="\(path)"/></svg>\
            <rect class="at" x="\(percent(selection.measure))" width="3" height="44"/></svg>
            """
    }
}

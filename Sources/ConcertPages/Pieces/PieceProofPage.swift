import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/proof`: the notes of the draft and the numbered cue sheet, for paper.
struct PieceProofPage: Sendable {
    let pageContext: PiecePageContext
    /// The identifier of the track that is printed; `nil` for all tracks.
    let track: String?
    /// Whether a program that creates PDF files is installed (WeasyPrint).
    let canPrint: Bool
    /// Whether a requested PDF could not be made.
    var isRefused = false

    private var content: PieceContent { pageContext.content }

    func response() -> Response { pageContext.page(.proof, content: html).response() }

    private var html: HTML {
        let options = [Field.Option("", "All tracks")] + content.tracks.map { Field.Option($0.id, $0.label) }
        return """
            <form class="goto screen" method="get" action="\(pageContext.path("/proof"))">\
            \(Field("Track", "track", track ?? "", .choice(options)).html)<button class="quiet">Show proof</button>
            \(canPrint ? download : HTML.empty)</form>
            \(canPrint && !isRefused ? HTML.empty : browser)
            \(faults)
            \(sections)
            """
    }

    private var sections: HTML {
        let tracks = content.tracks.filter { track == nil || $0.id == track }
        let measures = pageContext.measures
        return """
            <section class="proof"><h2>Notes</h2>\(tracks.isEmpty ? "<p>No notes yet.</p>" : .empty)
            \(tracks.map { notes($0, measures) })</section>
            <section class="proof sheet"><h2>Cue sheet</h2>\(cues)</section>
            """
    }

    private var download: HTML {
        let query = track.map { "?track=\($0.percentEncoded)" } ?? ""
        return "<a class=\"button quiet\" href=\"\(pageContext.path("/proof.pdf"))\(query)\">Download PDF</a>"
    }

    private var browser: HTML {
        let reason: HTML =
            !isRefused
            ? .empty
            : canPrint
                ? "The PDF could not be created. Try again, or make the file yourself. "
                : "This server cannot create PDF files. "
        let install: HTML =
            canPrint
            ? .empty
            : " To add the button “Download PDF”, an administrator must install the Debian package <code>weasyprint</code> and restart the server."
        var notice = Notice(
            isRefused ? .warning : .information,
            "<p>\(reason)Print this page with the browser. For a PDF file, choose “Save as PDF” in place of a printer.\(install)</p>"
        )
        notice.id = "printing"
        return notice.html
    }

    /// The proof as a complete HTML document, without references to other files, for a program that makes PDF.
    var printed: [UInt8] {
        let name = pageContext.piece.name.description
        let page: HTML = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(name)</title><style>\(HTML(EmbeddedText.proofCSS))</style></head>
            <body><h1>\(name)</h1>\(sections)</body></html>

            """
        return Array(page.text.utf8)
    }

    private var faults: HTML {
        let faults = content.faults
        guard !faults.isEmpty else {
            return Notice(
                .good,
                """
                <p>No errors in the measures, tracks and structure of the piece. The page of the concert also checks the pictures.</p>
                """
            ).html
        }
        let shown = faults.prefix(20).map { fault -> HTML in
            "<li>\(place(fault.pointer)): \(fault.problem.reason). <span class=\"faint\">\(fault.problem.fix.asSentence)</span></li>"
        }
        let rest = faults.count - shown.count
        return Notice(
            .warning,
            """
            <p><strong>\(SentenceFormat.count(faults.count, "error")) to correct before publication:</strong></p><ul>\(shown)\
            \(rest > 0 ? "<li>\(SentenceFormat.count(rest, "more error"))</li>" : HTML.empty)</ul>
            """
        ).html
    }

    /// Returns the name of the part that a JSON pointer points to, such as "Track “History”, note 3".
    private func place(_ pointer: String) -> String {
        let parts = pointer.split(separator: "/").map(String.init)
        let index = parts.count > 1 ? Int(parts[1]) : nil
        switch parts.first {
        case "tracks":
            guard let index, content.tracks.indices.contains(index) else { return "Tracks" }
            let note = parts.count > 3 ? Int(parts[3]).map { ", note \($0 + 1)" } ?? "" : ""
            return "Track “\(content.tracks[index].name)”\(note)"
        case "sections":
            guard let index, content.sections.indices.contains(index) else { return "Sections" }
            return "Section “\(content.sections[index].label)”"
        case "measures": return index.map { "Measure \($0 + 1)" } ?? "Measures"
        case "keys": return index.map { "Key signature \($0 + 1)" } ?? "Key signatures"
        case "intensities": return index.map { "Intensity \($0 + 1)" } ?? "Intensities"
        case "end": return "End of the piece"
        default: return "Piece"
        }
    }

    // MARK: Notes

    private func notes(_ track: PieceContent.TrackContent, _ measures: MeasureTexts) -> HTML {
        """
        <h3>\(track.label)</h3><dl class="proofs"\(track.languageAttribute)>\(track.annotations.enumerated().map { index, note -> HTML in
            """
            <div><dt>\(index + 1) · \(measures.label(note.measure)) · \(measures.time(note.measure))</dt>\
            <dd>\(PictureReference.segments(of: note.text).map(segment))</dd></div>

            """
        })</dl>
        """
    }

    private func segment(_ segment: TextSegment) -> HTML {
        switch segment {
        case .text(let text): "<p>\(text)</p>"
        case .picture(let file, let caption): "<p class=\"faint\">[\(file)\(caption.isEmpty ? "" : ": \(caption)")]</p>"
        }
    }

    // MARK: Cues

    private var cues: HTML {
        let piece = content.piece(named: pageContext.piece.name)
        let index = content.tracks.firstIndex { $0.id == track }
        let sheet = CueSheet(piece, track: index.map { piece.tracks[$0] })
        guard !sheet.cues.isEmpty else { return "<p>No cues yet.</p>" }
        let hasRepeats = piece.hasRepeats
        return """
            <p>\(SentenceFormat.count(sheet.cues.count, "cue")), \(sheet.track.map { "track “\($0.name)”" } ?? "all tracks"). \
            The measure numbers are the numbers printed in the score.</p>
            <div class="cuecolumns"><table><thead><tr><th scope="col">Cue</th><th scope="col">Measure</th>\
            <th scope="col">Section</th><th scope="col">First words</th></tr></thead><tbody>
            \(sheet.cues.map { cue -> HTML in
                let pass: HTML = hasRepeats && cue.pass > 1 ? " <i>\(Ordinal.text(cue.pass)) time</i>" : .empty
                return """
                    <tr><th scope="row">\(cue.number)</th><td>\(cue.printed)\(pass)</td><td>\(cue.section)</td><td>\(cue.words)</td></tr>

                    """
            })</tbody></table></div>
            """
    }
}

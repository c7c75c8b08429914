import ConcertEditing
import ConcertNotes
import ConcertPages
import HTTP
import Web

/// The page `/cms/pieces/{piece}/import`: the form for a file, the preview of an import, and the imports that can be undone.
struct PieceImportPage: FormPage, Sendable {
    let context: RequestContext
    let piece: PieceDraft
    let records: [DraftImport]
    var typed = PieceImportForm()
    var message: ImportFlashMessage?
    var error: APIError?
    var preview: Preview?

    /// The changes that the import of a file would make.
    struct Preview: Sendable {
        let outcome: PieceImport.Outcome
        /// The decoded file and the options as JSON; `nil` if the file has faults.
        let pending: String?
    }

    func response() -> Response {
        var page = ConcertPage("Import into \(piece.name)", .concerts, context, content: content)
        page.up = Page.Link(LocalPath("/cms/pieces/\(piece.id)") ?? "/cms", piece.name.description)
        page.tabs = PieceImportTabs(piece: piece.id, isTap: false).tabs
        page.style = ImportStyle.text
        page.status = preview.map { $0.outcome.faults.isEmpty ? .ok : .unprocessableContent } ?? .ok
        return page.response()
    }

    private var path: String { "/cms/pieces/\(piece.id)/import" }

    private var content: HTML {
        let problem: HTML? = error.map { .fault($0, labels: PieceImportForm.labels, ids: PieceImportForm.ids) }
        return "\(message?.html)\(problem)\(preview.map(report))\(form)\(history)"
    }

    private func report(_ preview: Preview) -> HTML {
        let outcome = preview.outcome
        let notice: HTML =
            !outcome.faults.isEmpty
            ? Notice(
                .bad,
                "<p>Nothing can be imported: the file has \(SentenceFormat.count(outcome.faults.count, "error")). Correct the file and choose it again.</p>"
            ).html
            : outcome.report.isChanged
                ? Notice(.information, "<p>Nothing has been imported yet. The import would make these changes.</p>")
                    .html
                : Notice(.good, "<p>The file has no changes: the piece has this content already.</p>").html
        let section = ImportReportSection(report: outcome.report, faults: outcome.faults).html
        return "<section>\(notice)\(section)\(outcome.report.isChanged ? preview.pending.map(apply) : nil)</section>"
    }

    private func apply(_ pending: String) -> HTML {
        """
        <form method="post" action="\(path)/apply" enctype="multipart/form-data">\(context.caller?.csrfField)
        <input type="hidden" name="match" value="\((try? piece.contentTag(of: context.tenant.id)) ?? "")">
        <input type="hidden" name="pending" value="\(pending)">
        <p class="acts"><button>Import</button> <a class="button quiet" href="\(path)">Discard</a></p></form>
        """
    }

    private var form: HTML {
        """
        <section><h2>\(preview == nil ? "Choose a file" : "Choose another file")</h2>
        <form method="post" action="\(path)" enctype="multipart/form-data">\(context.caller?.csrfField)
        <div class="field"><label for="file">File</label>
        <input id="file" name="file" type="file" required aria-describedby="file-hint" \
        accept=".musicxml,.xml,.mxl,.json,.csv,.tsv,.txt">
        <p class="hint" id="file-hint">A score, a measure map, the XML of getData.php, or a table of notes with the \
        columns measure and text. At most 32 MiB.</p></div>
        \(format)
        <details\(typed.hasOptions ? " open" : HTML.empty)><summary>More options</summary>
        <fieldset><legend>Import only these parts</legend><p class="hint">Choose none to import the parts that the format \
        usually has. If the number of measures stays the same, the times of a score replace the times of a recording only if you \
        select “Times of the measures”.</p>
        <div class="choices">\(ImportedPart.allCases.map(choice))</div></fieldset>
        \(track)\(name)\(mode)\(repair)</details>
        <button\(preview == nil ? HTML.empty : " class=\"quiet\"" as HTML)>Preview</button>
        <p class="hint">The preview changes nothing.</p></form></section>
        """
    }

    private var format: HTML {
        var field = Field(
            "Format", "format", typed.format,
            .choice(
                [.init("", "Detect from the content")]
                    + DraftImportFormat.ofPieces.map { .init($0.rawValue, $0.title) }))
        field.fault = error?.note(at: "format")
        return field.html
    }

    private func choice(_ part: ImportedPart) -> HTML {
        let mark: HTML = typed.parts.contains(part.rawValue) ? " checked" : .empty
        return """
            <label class="choice"><input type="checkbox" name="parts" value="\(part.rawValue)"\(mark)> \
            <span>\(part.title)</span></label>
            """
    }

    private var track: HTML {
        var field = Field(
            "Track for notes without a track", "track", typed.track,
            .choice(
                [.init("", "The only track of the piece, or the track named below")]
                    + piece.content.tracks.map { .init($0.id, $0.name) }))
        field.fault = error?.note(at: "track")
        return field.html
    }

    private var name: HTML {
        var field = Field("Name of a new track", "trackName", typed.trackName)
        field.attributes = " maxlength=\"100\""
        field.fault = error?.note(at: "trackName")
        return field.html
    }

    private var mode: HTML {
        Field(
            "Notes of the file", "mode", typed.mode,
            .choice([
                .init("replace", "Replace the notes of the same track"),
                .init("add", "Add to the existing notes"),
                .init("replace-all", "Replace all tracks"),
            ])
        ).html
    }

    private var repair: HTML {
        var field = Field("Add missing dollar signs before names of pictures", "repairPictures", "true", .check)
        field.isChecked = typed.repairsPictures
        return field.html
    }

    private var history: HTML {
        ImportHistorySection(
            context: context, records: records, path: LocalPath(path + "/undo") ?? "/cms"
        ).html
    }
}

/// The tabs of a piece that lead to the import of a file and to the tapping of times.
struct PieceImportTabs: Sendable {
    let piece: PieceDraft.ID
    let isTap: Bool

    var tabs: Tabs {
        Tabs(
            "Ways to add content",
            [
                .init(LocalPath("/cms/pieces/\(piece)/import") ?? "/cms", "Import a file", isCurrent: !isTap),
                .init(LocalPath("/cms/pieces/\(piece)/tap") ?? "/cms", "Tap the times", isCurrent: isTap),
            ])
    }
}

/// The style rules of the pages of imports.
enum ImportStyle {
    static let text: StaticString = EmbeddedText.importsCSS
}

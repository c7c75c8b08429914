import ConcertEditing
import ConcertNotes
import ConcertPages
import HTTP
import Web

/// The page `/cms/concerts/{concert}/import`: the form for an archive, the preview, and the imports that can be undone.
struct ProgrammeImportPage: FormPage, Sendable {
    let context: RequestContext
    let concert: EditedConcert
    let records: [DraftImport]
    var message: ImportFlashMessage?
    var error: APIError?
    var repairsPictures = false
    var preview: Preview?

    /// The changes that the import of a file would make.
    struct Preview: Sendable {
        let outcome: ProgrammeImport.Outcome
        /// The SHA-256 hash of the file in hexadecimal digits.
        let digest: String
    }

    func response() -> Response {
        var page = ConcertPage("Import into \(concert.details.title)", .concerts, context, content: content)
        page.up = Page.Link(LocalPath("/cms/concerts/\(concert.slug)") ?? "/cms", concert.details.title)
        page.style = ImportStyle.text
        page.script = EmbeddedText.programmeImportJS
        page.status = preview.map { $0.outcome.faults.isEmpty ? .ok : .unprocessableContent } ?? .ok
        return page.response()
    }

    private var path: String { "/cms/concerts/\(concert.slug)/import" }

    private var content: HTML {
        let problem: HTML? = error.map { .fault($0, labels: ["file": "The file"], ids: ["file": "file"]) }
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
                : Notice(.good, "<p>The file has no changes: the draft has this content already.</p>").html
        return "<section>\(notice)\(ImportReportSection(report: outcome.report, faults: outcome.faults).html)</section>"
    }

    private var canApply: Bool { preview?.outcome.faults.isEmpty == true }

    private var form: HTML {
        var repair = Field("Add missing dollar signs before names of pictures", "repairPictures", "true", .check)
        repair.isChecked = repairsPictures
        let tried: HTML? =
            canApply
            ? preview.map { preview in
                """
                <input type="hidden" name="digest" value="\(preview.digest)">
                <input type="hidden" name="match" value="\(preview.outcome.tag)">
                """
            } : nil
        return """
            <section><h2>\(canApply ? "Import" : "Choose a file")</h2>
            <form method="post" action="\(path)" enctype="multipart/form-data" class="folder">\(context.caller?.csrfField)\(tried)
            <div class="field"><label for="file">File</label>
            <input id="file" name="file" type="file" required accept=".zip,.xml" aria-describedby="file-hint">
            <p class="hint" id="file-hint"\(canApply ? " data-kept" : HTML.empty)>\(canApply
                ? "Choose the same file again: the server keeps no file before the import." as HTML
                : "A programme folder as a zip archive, or the XML of an old installation, alone or in an archive with its pictures.")
            </p></div>
            \(repair.html)
            <p class="acts">\(canApply ? "<button name=\"act\" value=\"apply\">Import</button>" as HTML : .empty)\
            <button name="act" value="preview"\(canApply ? " class=\"quiet\"" as HTML : .empty)>Preview</button></p>
            <p class="hint">The programme of the file replaces the programme of the draft: pieces with the same name keep \
            their address, and other pieces are removed. The published revision stays until you publish the draft.</p></form></section>
            """
    }

    private var history: HTML {
        ImportHistorySection(
            context: context, records: records, path: LocalPath(path + "/undo") ?? "/cms"
        ).html
    }
}

import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page for importing and exporting tables of terms. The glossary changes only after the editor confirms the effect of a table.
struct GlossaryImportPage: Sendable {
    let context: RequestContext
    var mode = GlossaryTable.Mode.merge
    var trial: Trial?
    var error: APIError?

    /// A table whose effect on the glossary the page shows.
    struct Trial: Sendable {
        let text: String
        let table: GlossaryTable
        let items: [GlossaryItem]
    }

    func response() throws -> Response {
        var page = ConcertPage("Glossary", .glossary, context, content: try content())
        page.tabs = .glossary(.transfer)
        return page.response()
    }

    private func content() throws -> HTML {
        """
        \(error.map {
            HTML.refusal(
                $0,
                changed: """
                    Nothing was imported: somebody else changed the glossary in the meantime. The preview now shows the changes to \
                    the current glossary.
                    """,
                labels: ["file": "The file"], ids: ["file": "file"])
        })\(try trial.map(result))
        <section><h2>Import terms</h2>
        <form method="post" action="/cms/glossary/import" enctype="multipart/form-data" class="editor">\(context.csrf)
        <div class="field"><label for="file">Table of comma-separated values (CSV)</label>
        <input id="file" name="file" type="file" accept=".csv,text/csv" aria-describedby="file-hint">
        <p class="hint" id="file-hint">UTF-8, at most \(GlossaryTable.limits.bytes >> 20) MiB. The first line must name the columns \
        <code>name,category,description,history,image,source</code>. The last three columns are optional.</p></div>
        \(modes)
        <p><button>Preview the table</button></p>
        <p class="hint">Nothing changes until you confirm the preview.</p></form></section>
        <section><h2>Export terms</h2>
        <p>The export is a CSV file with all terms. You can edit the file in a spreadsheet program and import it again.</p>
        <p><a class="button quiet" href="/cms/glossary/terms.csv" download="glossary.csv">\(Icon.download.html) Export the glossary</a></p></section>
        """
    }

    private var modes: HTML {
        Field(
            "Terms that are not in the table", "mode", mode.rawValue,
            .choice([
                .init("merge", "Keep these terms; only add and change terms"),
                .init("replace", "Delete these terms; keep only the terms in the table"),
            ])
        ).html
    }

    // MARK: The trial

    private func result(_ trial: Trial) throws -> HTML {
        guard trial.table.faults.isEmpty else { return faults(trial.table) }
        let effect = trial.table.effect(on: trial.items, mode)
        let common = trial.table.rows.map(\.item).filter(\.isOverCommon).map(\.name)
        let warning: HTML =
            common.isEmpty
            ? .empty
            : Notice(
                .warning,
                "<p>Phones link these words in nearly every text: \(SentenceFormat.list(common.prefix(20))).</p>"
            ).html
        let summary: HTML = """
            <dl class="facts"><dt>Terms to add</dt><dd>\(names(effect.added))</dd><dt>Terms to change</dt><dd>\(names(effect.changed))</dd>\
            <dt>Terms to delete</dt><dd>\(names(effect.removed))</dd><dt>Unchanged terms</dt><dd>\(SentenceFormat.count(effect.kept, "term"))</dd></dl>
            """
        let isNothing = effect.added.isEmpty && effect.changed.isEmpty && effect.removed.isEmpty
        let tag = try ContentTag.text(trial.items.map(TermTag.init), of: context.tenant.id)
        let confirm: HTML =
            isNothing
            ? "<p class=\"notice good\">The glossary already has these terms. There is nothing to import.</p>"
            : """
            <form method="post" action="/cms/glossary/import" enctype="multipart/form-data">\(context.csrf)\
            \(HTML.hidden("tag", tag))\(HTML.hidden("mode", mode.rawValue))\(HTML.hidden("text", trial.text))\
            <p><button\(effect.removed.isEmpty ? HTML.empty : " class=\"grave\"")>Import \(SentenceFormat.count(trial.table.rows.count, "term"))\
            \(effect.removed.isEmpty ? "" : " and delete \(effect.removed.count)")</button></p>
            <p class="hint">Changes to the glossary reach phones at once.</p></form>
            """
        return "<section><h2>Changes to the glossary</h2>\(warning)\(summary)\(confirm)</section>"
    }

    private func names(_ items: [GlossaryItem]) -> HTML {
        guard !items.isEmpty else { return "None" }
        let more = items.count - 12
        let list = items.prefix(12).map(\.name).joined(separator: ", ")
        return "\(SentenceFormat.count(items.count, "term")): \(list)\(more > 0 ? " and \(more) more" : "")"
    }

    private func faults(_ table: GlossaryTable) -> HTML {
        let lines = DataTable(
            "Nothing was imported. Correct these lines in the table, then preview the table again.",
            columns: ["Line", "Problem", "Correction"],
            rows: table.faults.prefix(100).map { fault in
                ["\(fault.line ?? 1)", "\(fault.reason.asSentence)", "\(fault.fix.asSentence)"]
            })
        return """
            <section><h2>Problems</h2><p class="notice bad" role="alert">\(SentenceFormat.count(table.faults.count, "problem")) \
            in the table.</p>\(lines.html)</section>
            """
    }
}

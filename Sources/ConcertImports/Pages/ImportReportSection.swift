import ConcertEditing
import Web

/// The report of an import or a dry run on a page. Shows at most `FileFaults.limit` faults and as many notices.
struct ImportReportSection: Sendable {
    let report: DraftImportReport
    var faults: [FileFinding] = []

    var html: HTML { "\(faultTable)\(changes)\(examples)\(notices)" }

    private var faultTable: HTML {
        guard !faults.isEmpty else { return .empty }
        return """
            <section id="faults"><h2>Errors <span class="faint">\(faults.count)</span></h2>
            \(DataTable("Errors in the file", columns: ["Location", "Problem"], rows: faults.prefix(FileFaults.limit).map(row)).html)
            </section>
            """
    }

    private func row(_ finding: FileFinding) -> [HTML] {
        [
            "\(finding.place.isEmpty ? "Whole file" : finding.place.capitalizedFirst)",
            "\(finding.reason.asSentence)\(finding.suggestion.map { " \($0.asSentence)" } ?? "")",
        ]
    }

    private var changes: HTML {
        guard !report.parts.isEmpty else { return .empty }
        return DataTable(
            "Changes by part", columns: ["Part", "Added", "Changed", "Removed", "Unchanged"],
            rows: report.parts.map { part in
                [
                    "<strong>\(Self.title(of: part))</strong>", "\(part.added)", "\(part.changed)",
                    "\(part.removed)", "\(part.unchanged)",
                ]
            }
        ).html
    }

    private static func title(of part: DraftImportReport.Part) -> String {
        switch part.part {
        case "annotations": "Notes"
        case "keys": "Key signatures"
        case "assets": "App assets"
        default: part.part.capitalizedFirst
        }
    }

    private var examples: HTML {
        let changed = report.parts.filter { !$0.examples.isEmpty }
        guard !changed.isEmpty else { return .empty }
        return "<h2>Examples of changes</h2>\(changed.map(examples))"
    }

    private func examples(_ part: DraftImportReport.Part) -> HTML {
        """
        <details class="examples"><summary>\(Self.title(of: part))</summary><ul>\(part.examples.map { example -> HTML in
            let measure: HTML? = example.measure.map { "measure \($0): " }
            switch (example.before, example.after) {
            case (let before?, let after?):
                return "<li>Changed, \(measure)<del>\(before)</del> → <ins>\(after)</ins></li>"
            case (let before?, nil): return "<li>Removed, \(measure)<del>\(before)</del></li>"
            case (nil, let after): return "<li>Added, \(measure)<ins>\(after ?? "")</ins></li>"
            }
        })</ul></details>
        """
    }

    private var notices: HTML {
        guard !report.notices.isEmpty else { return .empty }
        return """
            <details class="examples"><summary>Notices (\(report.notices.count))</summary><ul>\
            \(report.notices.prefix(FileFaults.limit).map { notice -> HTML in
                let place: HTML = notice.place.isEmpty ? .empty : "\(notice.place.capitalizedFirst): "
                let next: HTML? = notice.suggestion.map { " \($0.asSentence)" }
                return "<li>\(place)\(notice.reason.asSentence)\(next)</li>"
            })</ul></details>
            """
    }
}

/// The list of imports that can be undone, with a form for each.
struct ImportHistorySection: Sendable {
    let context: RequestContext
    let records: [DraftImport]
    let path: LocalPath

    var html: HTML {
        guard !records.isEmpty else { return .empty }
        var table = DataTable(
            "Imports that can be undone, the latest first", columns: ["Imported", "Format", "Imported by"],
            rows: records.enumerated().map { index, record in
                [
                    LocalTimeFormatter(context.tenant).minuteElement(record.importedAt),
                    "\(DraftImportFormat(rawValue: record.format)?.title ?? record.format)",
                    "\(record.importedBy)", undo(record, isLatest: index == 0),
                ]
            })
        table.hasActions = true
        return "<section><h2>Undo an import</h2>\(table.html)</section>"
    }

    private func undo(_ record: DraftImport, isLatest: Bool) -> HTML {
        """
        <form method="post" action="\(path.description)">\(context.caller?.csrfField)
        <input type="hidden" name="import" value="\(record.id.description)">
        <button\(isLatest ? HTML.empty : " class=\"quiet\"" as HTML)>Undo<span class="hidden"> the import of \
        \(LocalTimeFormatter(context.tenant).minuteElement(record.importedAt))</span></button></form>
        """
    }
}

/// The results of the forms on the pages of imports and on the tap page.
enum ImportFlashMessage: String, FlashMessage {
    case imported, unchanged, undone, timed

    var html: HTML {
        switch self {
        case .imported: .successNotice("Imported into the draft. Publish the concert when it is complete.")
        case .unchanged: .successNotice("The file contains no changes, so the draft has not changed.")
        case .undone: .successNotice("Import undone. The draft has its previous content again.")
        case .timed: .successNotice("The times were saved in the draft.")
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

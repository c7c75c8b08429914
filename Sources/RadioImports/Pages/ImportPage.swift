import HTTP
import StationPages
import Web

/// The page `/station/imports/{import}` with the progress or the report of an import and, after a dry run, the form that publishes the same files.
struct ImportPage: Sendable {
    let context: RequestContext
    let entry: ImportRecordStore.Entry
    /// The channel and the strictness in the form that publishes a dry run. The other values come from `entry`.
    let again: ImportForm.Typed
    /// The maximum size of all files of the form together, in bytes.
    let bodyLimit: Int
    let report: ImportReportView
    let offsets: Offsets

    /// The index of the first displayed finding in each list.
    struct Offsets: Sendable {
        var losses = 0
        var faults = 0
        var notices = 0
    }

    /// The maximum number of findings of each kind on a page.
    static let limit = 50

    func response() -> Response {
        var page = StationPage(entry.name, .imports, context, content: content)
        page.up = Page.Link("/station/imports", "Imports")
        page.isWide = isDryRun
        page.style = ImportTexts.style
        if isUnderWay { page.script = ImportScript.text }
        return page.response()
    }

    private var isDryRun: Bool { entry.outcome == "dry-run" }
    private var isUnderWay: Bool { entry.outcome == "under-way" }

    private var content: HTML {
        if isUnderWay { return "\(outcome)\(facts)\(progress)\(cancel)" }
        let main: HTML = "\(outcome)\(facts)\(counts)\(losses)\(faults)\(notices)"
        guard isDryRun else { return main }
        var typed = again
        typed.format = entry.format
        typed.source = report.source.contains(":") ? String(report.source.split(separator: ":")[1]) : ""
        typed.tried = entry.id
        return """
            <div class="columns"><div>\(main)</div><section><h2>Publish</h2>
            <p class="hint">The files of a dry run are not kept: choose the same files again. Other files are refused, so \
            that the published data matches this report.</p>
            \(ImportUpload(context: context, typed: typed, error: nil, bodyLimit: bodyLimit).html)</section></div>
            """
    }

    private var outcome: HTML {
        let (kind, text): (Notice.Kind, HTML) =
            switch entry.outcome {
            case "published": (.good, "Published. Listeners see the changes now.")
            case "unchanged": (.good, "The files contain no changes: nothing was written.")
            case "refused": (.bad, "Refused: nothing was written. Correct the errors below and import the files again.")
            case "broken-off": (.bad, "Interrupted: nothing was written. Import the same files again.")
            case "cancelled": (.warning, "Cancelled: nothing was written.")
            case "under-way":
                (.information, "In progress. Listeners see no changes until the import ends.")
            default:
                (
                    .information,
                    "This was a dry run: nothing was written. The report lists the changes that publishing these files would make."
                )
            }
        return Notice(kind, "<p>\(text)</p>").html
    }

    private var cancel: HTML? {
        guard context.caller?.has(.importRadio) == true else { return nil }
        return Confirmation(
            "Cancel import",
            "The import stops and nothing is written. To import the files later, choose the same files again.",
            path: LocalPath("/station/imports/\(entry.id)/cancel") ?? "/station/imports",
            fields: context.caller?.csrfField ?? .empty
        ).html
    }

    private var facts: HTML {
        """
        <dl class="facts"><dt>Format</dt><dd>\(ImportTexts.title(entry.format))</dd>
        <dt>Source</dt><dd>\(report.source.isEmpty ? entry.format : report.source)</dd>
        <dt>Imported by</dt><dd>\(entry.actor)</dd>
        <dt>Started</dt><dd>\(LocalTimeFormatter(context.tenant).minuteElement(entry.startedAt)) \
        (\(context.tenant.timeZone))\(entry.finishedAt.map { end -> HTML in
            ", took \(ImportTexts.duration(from: entry.startedAt, to: end))"
        })</dd></dl>
        """
    }

    private var progress: HTML? {
        guard let progress = entry.progress else { return nil }
        return """
            <div id="live" data-running>\(Self.bar(progress).html)<p>\(progress.text)</p></div>
            <p><a href="">Refresh</a></p>
            """
    }

    /// Returns the progress bar: while files are read, the number of items so far, without a total; afterwards, the number of finished parts
    /// (`Publication.parts`).
    private static func bar(_ progress: ImportProgressView) -> Progress {
        let parts = Publication.parts.map(\.name)
        let done = progress.part.flatMap { parts.firstIndex(of: $0) } ?? parts.count
        return progress.phase == "reading"
            ? Progress("Items read", Int(progress.items), of: nil)
            : Progress("Kinds of items processed", done, of: parts.count)
    }

    private var counts: HTML {
        guard !report.counts.isEmpty else { return .empty }
        return DataTable(
            "Results by kind", columns: ["Kind", "New", "Changed", "Unchanged", "Removed"],
            rows: report.counts.map { count in
                [
                    "<strong>\(ImportReport.Count.name(count.kind))</strong>", "\(count.new)", "\(count.changed)",
                    "\(count.unchanged)",
                    "\(count.gone)",
                ]
            }
        ).html
    }

    private var losses: HTML {
        section(
            "losses", isDryRun ? "Possible losses for listeners" : "Losses for listeners", report.losses,
            offsets.losses,
            none: "None.",
            hint:
                """
                Broadcasts that are moved or cancelled, recordings that are on demand for a shorter time, and shows and \
                channels that become inactive.
                """
        )
    }

    private var faults: HTML {
        section(
            "faults", "Errors", report.faults, offsets.faults, none: "None.",
            hint: entry.outcome == "refused"
                ? "Because of these errors, nothing was imported."
                : "Items with errors are not imported.")
    }

    private var notices: HTML {
        guard report.notices.total > 0 else { return .empty }
        return section(
            "notes", "Notes", report.notices, offsets.notices, none: "None.",
            hint: "Differences between the files and the imported data.")
    }

    private func section(
        _ name: String, _ title: HTML, _ findings: ImportReportView.Findings, _ offset: Int, none: HTML, hint: HTML
    ) -> HTML {
        let shown = findings.first.dropFirst(offset).prefix(Self.limit)
        guard findings.total > 0 else { return "<section id=\"\(name)\"><h2>\(title)</h2><p>\(none)</p></section>" }
        return """
            <section id="\(name)"><h2>\(title) <span class="faint">\(findings.total)</span></h2><p class="hint">\(hint)</p>
            <ul class="findings">\(shown.map(finding))</ul>
            \(pageLinks(name, findings, offset))</section>
            """
    }

    private func finding(_ finding: ImportReportView.Findings.Finding) -> HTML {
        let position = (finding.line > 0 ? "\(finding.file):\(finding.line)" : finding.file)
        let whole = [position, finding.detail].filter { !$0.isEmpty }.joined(separator: " ")
        return "<li>\(finding.message)\(whole.isEmpty ? HTML.empty : "<code>\(whole)</code>")</li>"
    }

    private func pageLinks(_ name: String, _ findings: ImportReportView.Findings, _ offset: Int) -> HTML {
        func link(_ to: Int, _ label: HTML) -> HTML {
            "<a class=\"button quiet\" href=\"/station/imports/\(entry.id.description)?\(name)=\(to)#\(name)\">\(label)</a>"
        }
        let before: HTML? = offset > 0 ? link(max(0, offset - Self.limit), "Previous entries") : nil
        let after: HTML? = offset + Self.limit < findings.first.count ? link(offset + Self.limit, "Next entries") : nil
        let unlisted = findings.total - Int64(findings.first.count)
        let rest: HTML? =
            after == nil && unlisted > 0
            ? "<p class=\"hint\">This report omits \(SentenceFormat.count(unlisted, "more entry", "more entries")).</p>"
            : nil
        return "\(before == nil && after == nil ? HTML.empty : "<p class=\"pages\">\(before)\(after)</p>")\(rest)"
    }
}

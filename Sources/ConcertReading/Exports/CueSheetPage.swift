import ConcertNotes
import Web

/// The numbered cue sheet on paper, in two columns.
struct CueSheetPage: Sendable {
    let sheet: CueSheet

    var page: PrintedPage {
        PrintedPage(
            title: "Cues: \(sheet.piece.name)",
            content: """
                <h1>\(sheet.piece.name.description)</h1>
                <p>\(SentenceFormat.count(sheet.cues.count, "cue")), \(sheet.track.map { "track “\($0.name)”" } ?? "all tracks"). \
                The measure numbers are the numbers printed in the score.</p>
                <div class="columns">
                <table>
                <thead><tr><th scope="col">Cue</th><th scope="col">Measure</th><th scope="col">Section</th>\
                <th scope="col">First words</th></tr></thead>
                <tbody>
                \(sheet.cues.map(row))</tbody>
                </table>
                </div>

                """)
    }

    private func row(_ cue: CueSheet.Cue) -> HTML {
        """
        <tr><td class="cue">\(cue.number)</td><td>\(cue.printed)\(pass(cue.pass))</td><td>\(cue.section)</td>\
        <td>\(cue.words)</td></tr>

        """
    }

    private func pass(_ pass: Int) -> HTML {
        sheet.piece.hasRepeats && pass > 1 ? " <span class=\"pass\">\(Ordinal.text(pass)) time</span>" : .empty
    }
}

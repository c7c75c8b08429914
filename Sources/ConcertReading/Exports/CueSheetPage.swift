import Web

/// The numbered cue sheet on paper, in two columns.
struct CueSheetPage: Sendable {
    let sheet: CueSheet

    var page: PrintedPage {
        PrintedPage(
            title: "Cues: \(sheet.piece.piece.name)",
            content: """
                <h1>\(sheet.piece.piece.name.description)</h1>
                <p>\(Phrase.count(sheet.cues.count, "cue")), \(sheet.track.map { "track “\($0.track.name)”" } ?? "all tracks"). \
                Numbers of measures are those printed in the score.</p>
                <div class="columns">
                <table>
                <thead><tr><th scope="col">Cue</th><th scope="col">Measure</th><th scope="col">Section</th>\
                <th scope="col">Text</th></tr></thead>
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

    /// Returns the pass, if the piece has repeats.
    private func pass(_ pass: Int) -> HTML {
        sheet.piece.hasRepeats && pass > 1 ? " <span class=\"pass\">\(Ordinal.text(pass)) time</span>" : .empty
    }
}

/// English ordinal numbers.
enum Ordinal {
    /// Returns "1st", "2nd", "3rd", "4th", "11th" …
    static func text(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }
}

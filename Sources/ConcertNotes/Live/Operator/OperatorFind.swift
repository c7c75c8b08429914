import Web

/// The field that finds a measure by a number, a letter or a word, and the measures found.
struct OperatorFind: Sendable {
    let page: OperatorPageContext
    let situation: LiveSituation

    var form: HTML {
        """
        <form id="find" method="get" action="/operator" role="search" aria-label="Find a measure, section or note">
        <label for="find-text">Measure number, section, or words of a note <kbd>G</kbd></label>
        <div class="row find"><input id="find-text" name="find" type="search" value="\(page.find)" maxlength="100" \
        autocomplete="off" autocapitalize="none" enterkeyhint="search"><button class="quiet">Find</button></div>
        </form>
        """
    }

    /// The form with a button for each measure found, or a sentence that nothing was found; empty without a search.
    var found: HTML {
        guard !page.find.isEmpty else { return "<div id=\"found\" data-region></div>" }
        let matches = LiveProgramSearch(program: situation.program, current: situation.programPosition)
            .matches(page.find)
        guard !matches.isEmpty else {
            return """
                <div id="found" data-region><p class="faint" role="status">No measure, section or note matches “\(page.find)”.</p></div>
                """
        }
        let rows = matches.map { match -> HTML in
            let piece = situation.program.pieces[match.position.piece]
            let other: HTML = match.position.piece == situation.programPosition.piece ? "" : " · \(piece.name)"
            return """
                <li><button class="quiet" name="to" value="\(match.position.measure) \(piece.name)">\
                <strong>\(piece.printed(at: match.position.measure).text(of: piece))</strong> \
                <span>\(Self.words(match))\(other)</span></button></li>
                """
        }
        return """
            <form id="found" data-region method="post" action="/operator/jumps" aria-label="Measures found">\
            \(page.hidden("found"))<ul>\(rows)</ul></form>
            """
    }

    private static func words(_ match: LiveProgramSearch.Match) -> HTML {
        switch match.reason {
        case .measure: "in this piece"
        case .section: "\(match.text)"
        case .annotation(let track): "\(track): \(match.text)"
        }
    }
}

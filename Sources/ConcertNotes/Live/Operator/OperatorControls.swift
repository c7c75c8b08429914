import Web

/// The forms that move the concert, change its state or take it off the air. They work without JavaScript.
struct OperatorControls: Sendable {
    let page: OperatorPageContext
    let situation: LiveSituation

    /// The buttons Back and Next, each with the position that it leads to.
    var steps: HTML {
        """
        <form id="steps" method="post" action="/operator/steps" aria-label="Step">
        <span id="steps-hidden" data-region hidden>\(page.hidden("step"))</span>
        <button id="next" name="by" value="1"><span>Next</span>\(destination("next-to", by: 1))</button>
        <button id="back" name="by" value="-1"><span>Back</span>\(destination("back-to", by: -1))</button>
        </form>
        """
    }

    private func destination(_ id: HTML, by: Int) -> HTML {
        var words = by > 0 ? "end of the programme" : "start of the programme"
        if let programPosition = situation.programPosition(afterStep: by) {
            let piece = situation.program.pieces[programPosition.piece]
            words = piece.printed(at: programPosition.measure).text(of: piece)
            if programPosition.piece != situation.programPosition.piece {
                words = (by > 0 ? "next piece, " : "previous piece, ") + words
            }
        }
        let isStandby = by > 0 && situation.programPosition(afterStep: by) != nil
        return "<small id=\"\(id)\" data-region>\(isStandby ? "standby " : "")\(words)</small>"
    }

    /// The buttons that change the state, except for the end of the concert (`ending`).
    var states: HTML {
        """
        <form id="states" data-region method="post" action="/operator/state" aria-label="State">\
        \(page.hidden("state"))\(choices.map(button))</form>
        """
    }

    private typealias Choice = (state: LiveState, label: HTML)

    private var choices: [Choice] {
        switch situation.position.state {
        case .ready: [(.running, "Start"), (.held, "Hold"), (.blackout, "Blackout")]
        case .running: [(.held, "Hold"), (.blackout, "Blackout")]
        case .held: [(.running, "Resume"), (.blackout, "Blackout")]
        case .blackout: [(.running, "Resume"), (.held, "Hold")]
        case .ended: [(.running, "Resume")]
        }
    }

    private func button(_ choice: Choice) -> HTML {
        """
        <button id="state-\(choice.state.rawValue)" name="state" value="\(choice.state.rawValue)" \
        class="\(choice.state == .running ? "go" : "quiet")">\(choice.label)</button>
        """
    }

    /// The form with a button for each section of the current piece.
    var sections: HTML {
        let piece = situation.piece
        let current = piece.section(at: situation.programPosition.measure)
        let rows = piece.sections.indices.map { index -> HTML in
            let section = piece.sections[index]
            return """
                <li><button id="section-\(index)" class="quiet" name="measure" value="\(section.measure)"\
                \(index == current ? HTML(" aria-current=\"true\"") : .empty)>\(section.swatch)\
                <span>\(section.label)</span><small>\(piece.printed(at: section.measure).text(of: piece))</small>\
                </button></li>
                """
        }
        return """
            <form id="sections" data-region method="post" action="/operator/jumps" aria-label="Sections of this piece">\
            \(page.hidden("section"))<input type="hidden" name="piece" value="\(piece.name)">\
            <input type="hidden" name="counted" value="heard"><ul>\(rows)</ul></form>
            """
    }

    /// The form for going to any measure of any piece, by its number in the score or as heard.
    var jump: HTML {
        let options = situation.program.pieces.map { piece -> HTML in
            """
            <option value="\(piece.name)"\(piece.id == situation.piece.id ? HTML(" selected") : .empty)>\
            \(piece.name)</option>
            """
        }
        let passes = (1...max(1, situation.program.mostPasses)).map { pass -> HTML in
            "<option value=\"\(pass)\">\(LiveProgram.PrintedMeasure.ordinal(pass)) time</option>"
        }
        return """
            <form id="jump" method="post" action="/operator/jumps" aria-label="Go to a measure">\(page.hidden("jump"))
            <label for="jump-piece">Piece</label>
            <select id="jump-piece" name="piece">\(options)</select>
            <div class="row">
            <div><label for="jump-measure">Measure</label>
            <input id="jump-measure" name="measure" inputmode="numeric" autocomplete="off" maxlength="12" \
            placeholder="first measure"></div>
            <div><label for="jump-pass">Time through</label><select id="jump-pass" name="pass">\(passes)</select></div>
            </div>
            <fieldset><legend class="hidden">Numbering of measures</legend>
            <label class="choice"><input type="radio" name="counted" value="printed" checked> as printed in the score</label>
            <label class="choice"><input type="radio" name="counted" value="heard"> as heard, with repeats counted</label>
            </fieldset>
            <button>Go to measure</button>
            </form>
            """
    }

    /// The buttons that end the concert, collapsed, so that they are not pressed by accident.
    var ending: HTML {
        """
        <details id="ending"><summary>End concert or take off the air</summary>
        <p class="faint">End concert: the phones show that the concert is over, and you can still resume it. \
        Take off the air: the phones receive no further positions, and you can put another concert on the air.</p>
        <div class="row">
        <form method="post" action="/operator/state">\(page.hidden("end"))\
        <button class="quiet" name="state" value="ended">End concert</button></form>
        <form method="post" action="/operator/concert/end">\(page.hidden("off"))\
        <button class="quiet">Take off the air</button></form>
        </div></details>
        """
    }
}

extension LiveProgram {
    fileprivate var mostPasses: Int {
        pieces.lazy.flatMap { $0.printed.lazy.map(\.pass) }.max() ?? 1
    }
}

import Web

/// The upper half of the operator page and of the rehearsal page: the current position, in letters that can be read at arm's length.
struct OperatorNow: Sendable {
    let situation: LiveSituation
    var isRehearsal = false

    var html: HTML {
        let position = situation.position
        let printed = situation.piece.printed(at: situation.programPosition.measure)
        return """
            <section id="now" data-region class="\(position.state.rawValue)" aria-labelledby="now-title" \
            data-piece="\(position.piece)" data-at="\(position.revision)">
            <h2 id="now-title" class="hidden">Now</h2>
            <p class="state"><span aria-hidden="true">\(position.state.mark)</span> \(isRehearsal ? "Rehearsal: nothing is sent to phones" : position.state.words + mover)</p>
            <p class="piece">\(position.piece)</p>
            <p class="measure">m. <strong>\(printed.number)</strong>\(time(printed))</p>
            <p class="faint">measure \(position.measure) of \(situation.piece.measureCount) as heard · \
            piece \(situation.programPosition.piece + 1) of \(situation.program.pieces.count)</p>
            \(map)
            \(section)
            </section>
            """
    }

    /// The measure and the state in one line, which screen readers announce when it changes.
    var spoken: String {
        let printed = situation.piece.printed(at: situation.programPosition.measure)
        return "\(printed.text(of: situation.piece)), \(situation.position.state.words)"
    }

    private var mover: String {
        switch situation.position.source {
        case .operator: ""
        case .follower: " · moved by the follower"
        case .auto: " · moved by the automatic advance"
        case .osc: " · moved by a console"
        }
    }

    private func time(_ printed: LiveProgram.PrintedMeasure) -> HTML {
        guard situation.piece.passes(ofPrinted: printed.number) > 1 else { return .empty }
        return " <span>\(LiveProgram.PrintedMeasure.ordinal(printed.pass)) time</span>"
    }

    private var section: HTML {
        guard let section = situation.section else { return "<p class=\"section faint\">before the first section</p>" }
        let next: HTML
        if let coming = situation.nextSection {
            let printed = situation.piece.printed(at: coming.measure)
            next = """
                \(coming.label) in \(SentenceFormat.count(coming.measure - situation.programPosition.measure, "measure")) · \
                \(printed.text(of: situation.piece))
                """
        } else {
            next = "last section of the piece"
        }
        return """
            <p class="section">\(section.swatch)<span><strong>\(section.label)</strong> \
            <span class="faint">\(next)</span></span></p>
            """
    }

    /// The sections of the piece as a coloured strip with the current position, which screen readers skip; empty for a piece without sections.
    /// Colours are SVG attributes, because the content security policy allows no inline style.
    private var map: HTML {
        let piece = situation.piece
        guard !piece.sections.isEmpty else { return .empty }
        let ends = piece.sections.dropFirst().map(\.measure) + [piece.measureCount + 1]
        let blocks = zip(piece.sections, ends).map { section, end -> HTML in
            """
            <rect x="\(section.measure - 1)" width="\(max(0, end - section.measure))" height="10" \
            fill="\(section.colour.hexadecimal)"/>
            """
        }
        let played = situation.programPosition.measure - 1
        return """
            <svg class="map" viewBox="0 0 \(piece.measureCount) 10" preserveAspectRatio="none" aria-hidden="true">\
            \(blocks)<rect class="played" width="\(played)" height="10"/>\
            <line x1="\(played)" x2="\(played)" y1="0" y2="10"/></svg>
            """
    }
}

extension LiveState {
    /// The symbol of the state, so that states do not differ by colour alone.
    fileprivate var mark: String {
        switch self {
        case .ready: "○"
        case .running: "▶"
        case .held: "❚❚"
        case .blackout: "■"
        case .ended: "✓"
        }
    }

    fileprivate var words: String {
        switch self {
        case .ready: "Standby: on the air, not started"
        case .running: "Running"
        case .held: "Held: only an operator can move the concert"
        case .blackout: "Blackout: the screens are dark"
        case .ended: "Ended: the phones show that the concert is over"
        }
    }
}

extension LiveProgram.Section {
    var swatch: HTML {
        """
        <svg class="swatch" viewBox="0 0 4 4" aria-hidden="true"><rect width="4" height="4" fill="\(colour.hexadecimal)"/></svg>
        """
    }
}

import Web

/// The bar at the lower edge, which stays visible when the page scrolls: the position on the air, the result of the last press, other operators,
/// Undo, Back and Next.
///
/// The bar is first in the content, and the script moves it to the beginning of the page. Next is first in the bar, so that the Tab key reaches Next
/// first. The style sheet moves both to their places.
struct OperatorBar: Sendable {
    let page: OperatorPageContext

    var html: HTML {
        let steps = page.situation.map { OperatorControls(page: page, situation: $0).steps }
        return """
            <section id="bar" aria-label="Position and controls" class="\(steps == nil ? "off" : "on")" \
            data-login="\(page.caller?.login ?? "")">
            \(steps)
            \(undo)
            \(notice)
            \(onAir)
            \(operators)
            </section>
            """
    }

    private var notice: HTML {
        let notice = page.notice
        return """
            <p id="notice" data-region role="status" class="notice \(notice?.kind.rawValue ?? "none")"\
            \(page.outcome?.attributes)>\(notice?.text ?? "")</p>
            """
    }

    /// The position on the air, for an operator who has scrolled away from the large display.
    private var onAir: HTML {
        guard let situation = page.situation else { return "<p id=\"on-air\" data-region hidden></p>" }
        let printed = situation.piece.printed(at: situation.programPosition.measure).text(of: situation.piece)
        return """
            <p id="on-air" data-region>On air <strong>\(printed)</strong> \
            <span>\(situation.position.state.shortWords)</span></p>
            """
    }

    private var operators: HTML { OperatorBar.operators(page.others, for: page.caller, at: nil) }

    /// Returns the line that names the other open operator pages. From `revision`, the current revision or 0 off the air, the page's script sees
    /// whether it has missed a change; with `nil`, the line has no revision.
    static func operators(_ others: [OperatorPresence], for caller: Caller?, at revision: Int64?) -> HTML {
        let names = others.map { other in
            (other.userID == caller?.userID ? "you" : other.login) + " on " + other.device.rawValue
        }
        let words = names.isEmpty ? "" : "Also on this page: " + names.joined(separator: ", ")
        return """
            <p id="operators" data-region role="status"\(revision.map { " data-at=\"\($0)\"" as HTML })>\(words)</p>
            """
    }

    /// Returns the line with the number of devices that follow and their delays. Screen readers do not announce changes of the line, because they are
    /// frequent.
    static func followers(_ count: Int, _ delays: [LiveReport.Delay] = []) -> HTML {
        let words: HTML =
            switch count {
            case 0: "No device follows the concert online."
            case 1: "1 device follows the concert online."
            default: "\(count) devices follow the concert online."
            }
        return """
            <p id="followers" data-region class="faint">\(words) Phones that receive packets cannot be counted.\(delays.map(delay))</p>
            """
    }

    private static func delay(_ delay: LiveReport.Delay) -> HTML {
        """
         <span class="delay">\(delay.transport.words): half of the notes appeared within \(delay.p50Ms) ms, 95 % within \(delay.p95Ms) ms.</span>
        """
    }

    private var undo: HTML {
        guard let situation = page.situation, let move = page.lastMove,
            move.revision == situation.position.revision, move.isOffered(to: page.caller?.userID),
            let words = situation.words(of: move)
        else { return "<div id=\"undo\" data-region></div>" }
        return """
            <div id="undo" data-region data-revision="\(move.revision)" \
            data-ms="\(LiveLastMove.offerMilliseconds - move.ageMilliseconds)">\
            <form id="undo-form" method="post" action="/operator/undo" aria-label="Undo">\(page.hidden("undo"))\
            <button id="undo-move" class="quiet">Undo <small class="words">\(words)</small></button></form></div>
            """
    }
}

extension LiveSituation {
    /// Returns the change made by the newest move, such as "m. 35 to m. 36", "Running to Held", or both; `nil` if the change is unknown or empty. A
    /// change from or to `ready` is left out if the position has changed, too.
    func words(of move: LiveLastMove) -> String? {
        guard let before = move.before, let index = program.index(ofPiece: before.piece) else { return nil }
        let old = program.pieces[index]
        var parts: [String] = []
        let from = ProgramPosition(piece: index, measure: before.measure)
        if from != programPosition {
            let (was, now) = (old.printed(at: before.measure), piece.printed(at: programPosition.measure))
            if index != programPosition.piece {
                parts.append(
                    "\(old.movement), \(was.text(of: old)) to \(piece.movement), \(now.text(of: piece))")
            } else if was.pass == now.pass {
                parts.append("m. \(was.number) to m. \(now.number)")
            } else {
                parts.append("\(was.text(of: old)) to \(now.text(of: piece))")
            }
        }
        if before.state != position.state, parts.isEmpty || ![before.state, position.state].contains(.ready) {
            parts.append("\(before.state.shortWords) to \(position.state.shortWords)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension LiveProgram.Piece {
    /// The part of the piece's name after the name of the work (spec N2); the whole name if it does not contain ": ".
    fileprivate var movement: String {
        name.ranges(of: ": ").last.map { String(name[$0.upperBound...]) } ?? name
    }
}

extension LiveState {
    /// The state in one word.
    var shortWords: String {
        switch self {
        case .ready: "Standby"
        case .running: "Running"
        case .held: "Held"
        case .blackout: "Blackout"
        case .ended: "Ended"
        }
    }
}

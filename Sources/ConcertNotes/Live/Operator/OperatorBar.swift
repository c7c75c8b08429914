import Web

/// The bar at the lower edge, in sight wherever the page is scrolled: what is on the air, what became of the last press, who
/// else is here, undo, back and next.
///
/// Next comes first in the markup, so that it is the first stop of the tab key; the style puts it to the right.
struct OperatorBar: Sendable {
    let scene: OperatorScene

    var html: HTML {
        let steps = scene.situation.map { OperatorControls(scene: scene, situation: $0).steps }
        return """
            <section id="bar" aria-label="Next and back" class="\(steps == nil ? "off" : "on")" \
            data-login="\(scene.caller?.login ?? "")">
            \(steps)
            \(undo)
            \(notice)
            \(onAir)
            \(operators)
            </section>
            """
    }

    /// One sentence on what became of the last press, and beside it what the script reads.
    private var notice: HTML {
        let notice = scene.notice
        return """
            <p id="notice" data-region role="status" class="notice \(notice?.kind.rawValue ?? "none")"\
            \(scene.outcome?.attributes)>\(notice?.text ?? "")</p>
            """
    }

    /// Where the hall is, for those who have scrolled away from the large letters.
    private var onAir: HTML {
        guard let situation = scene.situation else { return "<p id=\"on-air\" data-region hidden></p>" }
        let printed = situation.piece.printed(at: situation.place.measure).spoken(of: situation.piece)
        return """
            <p id="on-air" data-region>On air <strong>\(printed)</strong> \
            <span>\(situation.position.state.shortWords)</span></p>
            """
    }

    /// Who else has the page open.
    private var operators: HTML { OperatorBar.operators(scene.others, for: scene.caller, at: nil) }

    /// - Parameter revision: where the concert is, for the script to see whether it has missed anything.
    static func operators(_ others: [OperatorPresence], for caller: Caller?, at revision: Int64?) -> HTML {
        let names = others.map { other in
            (other.userID == caller?.userID ? "you" : other.login) + " on " + other.device.rawValue
        }
        let words = names.isEmpty ? "" : "Also here: " + names.joined(separator: ", ")
        return """
            <p id="operators" data-region role="status"\(revision.map { " data-at=\"\($0)\"" as HTML })>\(words)</p>
            """
    }

    /// How many devices follow online, for the page and for its script. Not announced: it changes at any moment.
    static func followers(_ count: Int) -> HTML {
        let words: HTML =
            switch count {
            case 0: "No device follows online."
            case 1: "1 device follows online."
            default: "\(count) devices follow online."
            }
        return """
            <p id="followers" data-region class="faint">\(words) Phones that receive packets cannot be counted.</p>
            """
    }

    /// The newest move, while it is this operator's own and a few seconds old.
    private var undo: HTML {
        guard let situation = scene.situation, let move = scene.lastMove,
            move.revision == situation.position.revision, move.isOffered(to: scene.caller?.userID),
            let words = situation.words(of: move)
        else { return "<div id=\"undo\" data-region></div>" }
        return """
            <div id="undo" data-region data-revision="\(move.revision)" \
            data-ms="\(LiveLastMove.offerMilliseconds - move.ageMilliseconds)">\
            <form id="undo-form" method="post" action="/operator/undo" aria-label="Undo">\(scene.hidden("undo"))\
            <button id="undo-move" class="quiet">Undo <small class="words">\(words)</small></button></form></div>
            """
    }
}

extension LiveSituation {
    /// What the newest move did: "m. 35 to m. 36", "Running to Hold", or both. Which time a measure is heard is said where it differs.
    func words(of move: LiveLastMove) -> String? {
        guard let before = move.before, let index = program.index(ofPiece: before.piece) else { return nil }
        let old = program.pieces[index]
        var parts: [String] = []
        let from = LivePlace(piece: index, measure: before.measure)
        if from != place {
            let (was, now) = (old.printed(at: before.measure), piece.printed(at: place.measure))
            if index != place.piece {
                parts.append(
                    "\(old.movement), \(was.spoken(of: old)) to \(piece.movement), \(now.spoken(of: piece))")
            } else if was.pass == now.pass {
                parts.append("m. \(was.number) to m. \(now.number)")
            } else {
                parts.append("\(was.spoken(of: old)) to \(now.spoken(of: piece))")
            }
        }
        if before.state != position.state, parts.isEmpty || ![before.state, position.state].contains(.ready) {
            parts.append("\(before.state.shortWords) to \(position.state.shortWords)")
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension LiveProgram.Piece {
    /// The part of the name behind the work's (spec N2).
    fileprivate var movement: String {
        name.ranges(of: ": ").last.map { String(name[$0.upperBound...]) } ?? name
    }
}

extension LiveState {
    /// One or two words.
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

import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The part of the page about the sources of the position: the warning, the leading source, the holder of the position, the buttons that change the
/// leader or the holder, the automatic advance and the follower.
struct OperatorSources: Sendable {
    let page: OperatorPageContext

    var html: HTML {
        let warning = page.sources?.warning
        let line: HTML = """
            <p id="source-warning" data-region role="status" class="notice \(warning == nil ? "none" : "bad")">\(warning ?? "")</p>
            """
        guard let sources = page.sources else {
            return "\(line)<section id=\"sources\" data-region hidden></section>"
        }
        return """
            \(line)
            <section id="sources" data-region class="\(sources.leader.rawValue)" aria-labelledby="sources-title" \
            data-mark="\(sources.mark)" data-version="\(sources.version)">
            <h2 id="sources-title" class="hidden">Leader and programs</h2>
            <p class="leader">\(words(sources))</p>
            <form id="lead" method="post" action="/operator/leader" aria-label="Leader">\(page.hidden("lead"))\
            \(takeOver(sources))\(followerButton(sources))\(colleagues)</form>
            <details id="programs"><summary>Automatic advance and follower</summary>
            \(advance(sources))
            \(follower(sources.follower))
            </details>
            </section>
            """
    }

    private func words(_ sources: LiveSources) -> HTML {
        let isOwn = sources.holder != nil && sources.holder == page.caller?.login
        // A console has no account.
        let nobody: HTML = page.situation?.position.source == .osc ? "A console" : "Nobody"
        let holder: HTML = isOwn ? "You" : sources.holder.map { "\($0)" } ?? nobody
        switch sources.leader {
        case .person:
            let verb: HTML = isOwn ? "lead" : "leads"
            return
                "<strong>\(holder)</strong> \(verb)\(sources.isTakenOver ? "; programs cannot move the position" : "")."
        case .follower: return "The <strong>follower</strong> leads. To take the lead, press Next or Back."
        case .auto: return "The <strong>automatic advance</strong> leads. To take the lead, press Next or Back."
        }
    }

    private func takeOver(_ sources: LiveSources) -> HTML {
        guard sources.leader != .person || sources.holder != page.caller?.login || sources.isFollowerAllowed else {
            return .empty
        }
        return """
            <button id="take-over" class="quiet" name="leader" value="person">Take over <kbd>T</kbd></button>
            """
    }

    private func followerButton(_ sources: LiveSources) -> HTML {
        guard !sources.isFollowerAllowed, sources.follower.state != .absent else { return .empty }
        return """
            <button class="quiet" name="leader" value="follower">Let the follower lead</button>
            """
    }

    private var colleagues: HTML {
        let logins = Set(page.others.filter { $0.userID != page.caller?.userID }.map(\.login)).sorted().prefix(4)
        let buttons = logins.filter { $0 != page.sources?.holder }.map { login -> HTML in
            "<button class=\"quiet\" name=\"colleague\" value=\"\(login)\">Hand over to \(login)</button>"
        }
        return "\(buttons)"
    }

    private var isLastPiece: Bool {
        page.situation.map { $0.programPosition.piece + 1 == $0.program.pieces.count } ?? false
    }

    private func advance(_ sources: LiveSources) -> HTML {
        let advance = sources.autoAdvance
        let percent = advance.tempo.map { Int(($0 * 100).rounded()) }
        let state: HTML =
            switch advance.state {
            case .off: "The automatic advance is off."
            case .running: "Automatic advance at <strong>\(percent ?? 100) %</strong> of the recording's tempo."
            case .paused: "Automatic advance paused, at \(percent ?? 100) % of the recording's tempo."
            case .atEnd where isLastPiece: "Automatic advance at the end of the programme."
            case .atEnd: "Automatic advance at the end of the piece: press Next when the next piece begins."
            }
        let isRunning = advance.state == .running || advance.state == .atEnd
        let buttons: [(String, HTML)] =
            isRunning
            ? [("slower", "Slower"), ("faster", "Faster"), ("paused", "Pause"), ("off", "Turn off")]
            : [
                ("running", advance.state == .off ? "Start at the recording's tempo" : "Continue"),
                ("tapped", "Start at my tempo"),
            ]
                + (advance.state == .off ? [] : [("off", "Turn off")])
        let row = buttons.map { button -> HTML in
            """
            <button id="advance-\(button.0)" class="quiet" name="action" value="\(button.0)">\(button.1)</button>
            """
        }
        return """
            <p>\(state)</p>
            <form id="advance" method="post" action="/operator/advance" aria-label="Automatic advance">\
            \(page.hidden("advance"))\(row)</form>
            \(isRunning ? HTML.empty : Self.tempoHint)
            """
    }

    private static let tempoHint: HTML = """
        <p class="faint">“My tempo” is the tempo of your last presses of Next. First press Next at the beginning of at \
        least three measures in a row, then press “Start at my tempo” within five seconds.</p>
        """

    private func follower(_ follower: LiveSources.Follower) -> HTML {
        let state: HTML =
            switch follower.state {
            case .absent: "No follower has reported."
            case .listening: "The follower is listening but is not allowed to lead."
            case .waiting: "The follower will lead when its confidence is high enough."
            case .leading: "The follower leads."
            case .unsure: "The follower leads, but its last readings could not be used."
            case .lost: "The follower has lost its place in the music."
            case .silent: "The follower has stopped reporting."
            }
        return "<p>\(state) <span id=\"follower-reading\">\(follower.reading)</span></p>"
    }
}

extension LiveSources {
    /// The name of the event about the sources on the stream of the operator page.
    static let eventName = "sources"

    /// The data of the event about the sources, as JSON: the mark, from which the script sees whether the region is outdated, and the newest reading
    /// in words.
    var eventData: String {
        struct Content: Encodable {
            let mark: String
            let reading: String
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings always encode.
        guard let bytes = try? encoder.encode(Content(mark: mark, reading: follower.reading)) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The leader, the holder, whether a person has taken over, whether the follower may lead, the state of the follower, and the state and tempo of
    /// the automatic advance, as one text. The page replaces the region when the text changes. Readings are left out, because they change too often.
    var mark: String {
        [
            leader.rawValue, holder ?? "", String(isTakenOver), String(isFollowerAllowed), follower.state.rawValue,
            autoAdvance.state.rawValue, autoAdvance.tempo.map { "\($0)" } ?? "",
        ].joined(separator: "|")
    }
}

extension LiveSources.Follower {
    /// The newest reading in words; empty before the first reading, or if the programme lacks its measure.
    var reading: String {
        guard let measure, let confidence else { return "" }
        let verb = [.lost, .silent].contains(state) ? "Last reading of the follower" : "Reading of the follower"
        return "\(verb): measure \(measure), confidence \(Int((confidence * 100).rounded())) %."
    }
}

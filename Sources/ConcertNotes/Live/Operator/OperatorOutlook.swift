import Web

/// The measures before and after the current one, and the elapsed and expected times.
struct OperatorOutlook: Sendable {
    let situation: LiveSituation
    /// The time since the piece began, in milliseconds; `nil` before the piece has begun.
    let elapsedMs: Int64?
    /// The age of the newest move in milliseconds, shown as the time in the current measure.
    let shownMs: Int64
    var isRehearsal = false

    var html: HTML {
        """
        <div id="outlook" data-region>
        <dl class="around">
        <div><dt>Previous</dt><dd>\(words(by: -1) ?? "start of the programme")</dd></div>
        <div><dt>Next</dt><dd>\(words(by: 1) ?? "end of the programme")</dd></div>
        </dl>
        \(times)
        </div>
        """
    }

    private func words(by step: Int) -> HTML? {
        guard let to = situation.programPosition(afterStep: step) else { return nil }
        let piece = situation.program.pieces[to.piece]
        let measure = piece.printed(at: to.measure).text(of: piece)
        let section = piece.sections.first { $0.measure == to.measure }
        let name: HTML = to.piece == situation.programPosition.piece ? "" : " · \(piece.name)"
        return "<strong>\(measure)</strong>\(section.map { " · begins \($0.label)" as HTML })\(name)"
    }

    private var times: HTML {
        let piece = situation.piece
        guard piece.hasTimes else { return "<p class=\"times faint\">The piece has no reference recording.</p>" }
        let measure = situation.programPosition.measure
        let (begin, end) = (piece.starts[0], piece.endMs)
        let expected = piece.starts[measure - 1] - begin
        let next = measure < piece.measureCount ? piece.starts[measure] : end
        let length = Double(next - piece.starts[measure - 1]) / 1000
        let elapsed: HTML = elapsedMs.map { "<span id=\"elapsed\">\(Self.clock($0))</span>" } ?? "not begun"
        return """
            <p class="times" data-shown="\(shownMs / 1000)" data-elapsed="\(elapsedMs.map { String($0 / 1000) } ?? "")">\
            \(isRehearsal ? HTML.empty : "Elapsed \(elapsed) · ")in the recording \(Self.clock(Int64(expected))) \
            of \(Self.clock(Int64(end - begin))) · \
            this measure \(isRehearsal ? HTML.empty : "<span id=\"shown\">\(Self.clock(shownMs))</span> of ")\
            \(Self.seconds(length)) s</p>
            """
    }

    /// Returns a duration as minutes and seconds, such as "1:05". A negative duration becomes "0:00".
    static func clock(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func seconds(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

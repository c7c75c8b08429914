import ConcertEditing
import ConcertNotes
import ConcertPages
import HTTP
import Web

/// The page `/cms/pieces/{piece}/tap`: an editor times the measures of a recording by tapping. The audio file stays on the editor's disk. Without
/// JavaScript, the times are edited as text.
struct TapPage: Sendable {
    let context: RequestContext
    let piece: PieceDraft
    /// The number of measures that the request asks for, for a piece without measures; `nil` if the request names none.
    var count: Int?
    var message: ImportFlashMessage?
    var error: APIError?
    /// The text of a refused form; `nil` if no form was refused.
    var text: String?

    func response() -> Response {
        var page = ConcertPage("Tap the times of \(piece.name)", .concerts, context, content: content)
        page.up = Page.Link(LocalPath("/cms/pieces/\(piece.id)") ?? "/cms", piece.name.description)
        page.tabs = PieceImportTabs(piece: piece.id, isTap: true).tabs
        page.style = EmbeddedText.tapCSS
        page.script = Self.script
        return page.response().allowingLocalMedia()
    }

    /// The script. Tests run the part before the comment "The page." without a browser.
    static let script: StaticString = EmbeddedText.tapJS

    private var path: String { "/cms/pieces/\(piece.id)/tap" }

    private var content: HTML {
        let problem: HTML? = error.map {
            .fault($0, labels: ["times": "The table", "measures": "The number of measures"], ids: ["times": "times"])
        }
        guard !piece.content.measures.isEmpty || count != nil || text != nil else {
            return "\(message?.html)\(problem)\(begin)"
        }
        return "\(message?.html)\(problem)\(tools)\(form)"
    }

    private var begin: HTML {
        var field = Field("Number of measures as heard", "measures", "", .number)
        field.isRequired = true
        field.attributes = " min=\"1\" max=\"20000\""
        return """
            <p>The piece has no measures yet. <a href="/cms/pieces/\(piece.id.description)/import">Import a score</a> to get \
            the measures with their printed numbers, or enter the number of measures.</p>
            <form method="get" action="\(path)">\(field.html)<button>Continue</button></form>
            """
    }

    private var tools: HTML {
        """
        <noscript><p class="notice info">Tapping requires JavaScript. Without JavaScript, edit the times in the table below: one line \
        for each measure, with its start in seconds at the end of the line.</p></noscript>
        <div id="tap" hidden data-sections="\(sections)">
        <div class="tools">
        <section aria-labelledby="step-recording"><h2 id="step-recording">1. Recording</h2>
        <label for="audio-file">Audio file on this computer (it is not uploaded)</label>
        <input id="audio-file" type="file" accept="audio/*">
        <audio id="audio" controls hidden></audio>
        <div id="clock"><p class="hint">Without a file, use the clock while you listen to another player.</p>
        <button type="button" id="clock-start" class="quiet">Start the clock</button> <output id="clock-time">0:00.0</output></div>
        </section>
        <section aria-labelledby="step-tap"><h2 id="step-tap">2. Tap</h2>
        <fieldset class="inline"><legend>Each tap marks</legend>
        <label class="choice"><input type="radio" name="unit" value="measure" checked> <span>a measure</span></label>
        <label class="choice"><input type="radio" name="unit" value="section"> <span>a section</span></label></fieldset>
        <button type="button" id="tap-button">Tap<span id="next">Measure 1</span></button>
        <div class="nudges"><button type="button" id="undo-tap" class="quiet">Undo last tap</button>
        <button type="button" id="clear-taps" class="quiet">Clear all taps</button></div>
        <p class="hint">Press Space to tap, or Backspace to undo the last tap. The starts of measures between \
        two taps are interpolated. To continue from another measure, select the measure in the list.</p>
        <p id="status" role="status"></p></section>
        <section aria-labelledby="step-correct"><h2 id="step-correct">3. Correct by ear</h2>
        <label for="measures">Measures</label><select id="measures" size="12"></select>
        <div class="nudges"><button type="button" id="earlier" class="quiet">−50 ms</button>
        <button type="button" id="later" class="quiet">+50 ms</button>
        <button type="button" id="listen" class="quiet">Listen</button>
        <button type="button" id="remove-tap" class="quiet">Interpolate this measure</button></div>
        <p class="hint">In the list, press the left or right arrow key to move the start of a measure by 50 ms, or Enter to \
        play from one second before the measure.</p></section>
        </div></div>
        """
    }

    private var sections: String {
        piece.content.sections.map { "\($0.measure)" }.joined(separator: " ")
    }

    private var form: HTML {
        let tag = (try? piece.contentTag(of: context.tenant.id)) ?? ""
        var field = Field("Times of the measures in seconds", "times", text ?? times, .lines(16))
        field.hint =
            "One line for each measure: its number, the number printed in the score, and its start in seconds. The last line must be the end."
        field.attributes = " spellcheck=\"false\" autocapitalize=\"none\" wrap=\"off\""
        return """
            <form id="times-form" method="post" action="\(path)">\(context.caller?.csrfField)
            <input type="hidden" name="match" value="\(tag)">
            <details id="table" open><summary>Table of times</summary>\(field.html)</details>
            <button>Save the times</button></form>
            """
    }

    private var times: String {
        if piece.content.measures.isEmpty, let count {
            return ((1...count).map { "\($0)\tm.\($0)\t\($0 - 1)" } + ["end\t-\t\(count)"]).joined(separator: "\n")
        }
        return MeasureTimes(piece.content).text(piece.content)
    }
}

extension Response {
    /// Returns the page with a policy that also allows media files of the visitor's own disk, which the browser names by `blob:` URLs.
    fileprivate func allowingLocalMedia() -> Response {
        var response = self
        let field = "Content-Security-Policy"
        response.fields[field] = response.fields[field]?.replacing("media-src 'self'", with: "media-src 'self' blob:")
        return response
    }
}

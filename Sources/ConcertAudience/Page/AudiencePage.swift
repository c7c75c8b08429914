import ConcertNotes
import ConcertReading
import HTTP
import Tenancy
import Web

/// The page `/live` (spec Decided 21, T20): the programme before and after the concert, and the note at the current measure during the concert.
///
/// The page also works without script: the browser then loads the page again every five seconds. With script, a new note moves nothing else on the
/// screen, because every part has a fixed place.
struct AudiencePage: Sendable {
    let tenant: Tenant
    let snapshot: AudienceSnapshot
    let files: AudienceFiles

    /// The seconds after which a browser without script loads the page again.
    static let refreshSeconds = 5

    /// Returns the response, with a new nonce for style and script. The response has no entity tag, because a 304 carries the server's general
    /// policy, and browsers update stored fields from a 304 (RFC 9111 §3.2).
    func response() -> Response {
        let nonce = Page.nonce()
        return .bytes(
            Array(document(nonce: nonce).text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Content-Security-Policy": AudiencePolicy.page(nonce: nonce), "Cache-Control": "no-store"])
    }

    private var title: String { snapshot.programme?.concert.title ?? tenant.name }

    private var view: HTML { snapshot.showsNotes ? "note" : "programme" }

    private func document(nonce: String) -> HTML {
        let accent = DarkColours.accent(of: tenant.brand)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="dark">
            <meta name="theme-color" content="#08090a">
            <title>\(title)\(title == tenant.name ? HTML.empty : " · \(tenant.name)")</title>
            <meta name="apple-mobile-web-app-title" content="\(tenant.name)">
            <link rel="icon" href="/favicon.svg" type="image/svg+xml">
            <link rel="apple-touch-icon" href="\(AudienceIcon.apple.path)">
            <link rel="manifest" href="/live/manifest.webmanifest">
            <link rel="stylesheet" href="\(files.style.path)" nonce="\(nonce)">\
            \(accent == .empty ? .empty : "<style nonce=\"\(nonce)\">\(accent)</style>" as HTML)
            <noscript><meta http-equiv="refresh" content="\(Self.refreshSeconds)">\
            <style nonce="\(nonce)">\(HTML(EmbeddedText.withoutScriptCSS))</style></noscript>
            <script type="module" src="\(files.script.path)" nonce="\(nonce)"></script>
            </head>
            <body data-state="\(snapshot.state?.rawValue ?? "off")" data-view="\(view)" data-link="connecting">
            <a class="skip" href="#stage">Skip to the note</a>
            \(head)
            <main>
            \(AudienceNote(snapshot: snapshot).html)
            \(AudienceProgramme(snapshot: snapshot, house: tenant.name).html)
            </main>
            \(AudienceControls.html)
            \(blackout)
            <div id="message" role="alert"></div>
            \(AudienceControls.dialogs)
            </body>
            </html>

            """
    }

    private var blackout: HTML {
        """
        <div id="blackout" role="status"\(snapshot.state == .blackout ? .empty : " hidden" as HTML)>\
        <p>The screens are dark on purpose.<br>The notes return automatically.</p></div>
        """
    }

    private var head: HTML {
        """
        <header>
        <div class="line"><h1 id="title" dir="auto">\(title)</h1><p id="connection" class="script" role="status">Connecting…</p>\
        <noscript><p class="faint">Updated every \(Self.refreshSeconds) seconds</p></noscript></div>
        <section id="where" aria-label="Current position">
        <p id="work" class="wide" dir="auto">\(work)</p>
        <p class="wide movement"><span id="movement" dir="auto">\(snapshot.piece?.piece.name.movement ?? "")</span> \
        <span id="state">\(stateText)</span></p>
        \(measure)
        \(here)
        <p id="ending" class="hidden" role="status"></p>
        </section>
        </header>
        """
    }

    private var work: String {
        guard let name = snapshot.piece?.piece.name else { return "" }
        return "\(name.work.composer), \(name.work.title)"
    }

    private var measure: HTML {
        let number = snapshot.showsNotes ? snapshot.position?.printedMeasure ?? "" : ""
        let pass = snapshot.showsNotes ? snapshot.pass : ""
        let hidden: HTML = snapshot.showsNotes ? .empty : " hidden"
        return """
            <p class="measure"><span id="measure-label"\(hidden)><span aria-hidden="true">m.</span><span class="hidden">Measure</span></span> \
            <span id="measure">\(number)</span> <span id="pass">\(pass)</span></p>
            """
    }

    private var here: HTML {
        let section = snapshot.showsNotes ? snapshot.section : nil
        let colour = section?.colour.hexadecimal ?? "none"
        // Without the accidentals, which do not fit beside the measure: "A major / F♯ minor (3 sharps)".
        let name = snapshot.showsNotes ? snapshot.key?.name ?? "" : ""
        let key = name.firstRange(of: " (").map { String(name[..<$0.lowerBound]) } ?? name
        return """
            <div class="here"><p class="section"><svg class="swatch" viewBox="0 0 4 4" aria-hidden="true">\
            <rect id="swatch" width="4" height="4" fill="\(colour)"/></svg><span id="section" dir="auto">\(section?.label ?? "")</span></p>
            <p id="key">\(key)</p></div>
            """
    }

    private var stateText: String {
        switch snapshot.state {
        case .ready: "Begins soon"
        case .running: ""
        case .held: "Paused"
        case .blackout: "Blackout"
        case .ended: "Ended"
        case nil: "No concert is on the air"
        }
    }
}

import HTTP

/// The page that asks for consent when a person connects an account to the stand-in. SoundCloud would also ask for a password.
enum ConsentPage {
    /// Returns the page.
    ///
    /// - Parameters:
    ///   - query: the query of the request, percent-encoded.
    ///   - refusal: the address that the browser opens when consent is refused.
    static func response(query: String, refusal: String) -> Response {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <meta name="referrer" content="no-referrer"><title>Connect</title>
            <style>
            body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #14100c; color: #f2e9df;
                   font: 1.1rem/1.6 system-ui, sans-serif }
            main { max-width: 30rem; padding: 1.5rem }
            a { display: inline-block; margin: .5rem .75rem 0 0; padding: .7rem 1.4rem; border-radius: .5rem;
                border: 1px solid #ff8a3d; color: #ff8a3d; text-decoration: none }
            a.yes { background: #ff8a3d; color: #14100c }
            a:focus-visible { outline: 3px solid #fff }
            </style>
            <main><h1>Connect the demo’s account?</h1>
            <p>This is not SoundCloud. It is a stand-in on this machine with some hundred invented uploads, for trying the library
            without an application at SoundCloud. With SoundCloud you would sign in on this page.</p>
            <p>Tutti can then read the likes and follows of “Demo Listener” and change them.</p>
            <a class="yes" href="/authorize?\(escape(query))&amp;decision=yes">Connect</a>
            <a href="\(escape(refusal))">Not now</a></main></html>
            """
        return Response(
            .ok,
            fields: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ], content: .bytes(Array(page.utf8)))
    }

    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    }
}

import HTTP
import Web

/// The page `/live/poster`, for a screen in the foyer: the QR code of the audience page, as large as possible, with the title.
struct PosterPage: Sendable {
    let poster: Poster

    func response() -> Response {
        let nonce = Page.nonce()
        return .bytes(
            Array(document(nonce: nonce).text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Content-Security-Policy": AudiencePolicy.poster(nonce: nonce), "Cache-Control": "no-store"])
    }

    private func document(nonce: String) -> HTML {
        let house: HTML = poster.title == nil ? .empty : "<p class=\"house\" dir=\"auto\">\(poster.house)</p>"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light">
            <title>\(poster.heading): QR code</title>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml">
            <style nonce="\(nonce)">\(HTML(EmbeddedText.posterCSS))</style>
            </head>
            <body>
            <main>
            \(code)
            <div>
            \(house)
            <h1 dir="auto">\(poster.heading)</h1>
            <p>\(Poster.lead)</p>
            <p>\(Poster.scan) <span class="address">\(poster.address)</span></p>
            <p class="house">\(Poster.promise)</p>
            <p class="tools"><a href="/live">Open the page</a></p>
            </div>
            </main>
            </body>
            </html>

            """
    }

    private var code: HTML {
        guard let symbol = try? poster.symbol() else { return .empty }
        return """
            <svg class="code" viewBox="0 0 \(symbol.side) \(symbol.side)" role="img" aria-label="QR code of \(poster.address)">\
            <path d="\(symbol.path)"/></svg>
            """
    }
}

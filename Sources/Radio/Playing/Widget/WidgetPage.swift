import Cryptography
import HTTP
import Web

/// A page for frames on other sites with the current and next broadcast of a channel. It works without scripts; if scripts are allowed, it updates
/// itself at the channel's events.
struct WidgetPage: Sendable {
    let now: NowView
    let next: PlayingAiringView?
    let times: Times
    let tenantName: String

    /// The local start and end of the current broadcast and the local start of the next one, such as "14:00". A time is `nil` if there is no such
    /// broadcast.
    struct Times: Sendable, Hashable {
        let start: String?
        let end: String?
        let next: String?
    }

    /// The response, whose policy lets any site frame the page and allows only its own script (spec Decided 17). It has no entity tag, because a 304
    /// carries the server's general policy, and browsers update stored fields from a 304 (RFC 9111 §3.2).
    var response: Response {
        .bytes(
            Array(document.text.utf8), mediaType: "text/html; charset=utf-8",
            fields: ["Content-Security-Policy": Self.policy, "Cache-Control": "no-store"])
    }

    private static let policy = [
        "default-src 'none'", "style-src 'sha256-\(digest(WidgetStyle.text))'",
        "script-src 'sha256-\(digest(HTML(WidgetScript.text)))'", "img-src 'self' https: http: data:",
        "connect-src 'self'",
        "form-action 'none'", "base-uri 'none'", "frame-ancestors *",
    ].joined(separator: "; ")

    private static func digest(_ text: HTML) -> String {
        Base64.encoded(SHA256.hash(data: text.text.utf8))
    }

    private var document: HTML {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(now.channel.name): now and next</title>
        <link rel="icon" href="data:,">
        <style>\(WidgetStyle.text)</style>
        </head>
        <body data-channel="\(now.channel.id)">
        <main>
        <h1>\(now.channel.name)</h1>
        <div id="content">\(content)</div>
        </main>
        <footer class="home"><a href="/" target="_top">\(tenantName)</a></footer>
        <script type="module">\(HTML(WidgetScript.text))</script>
        </body>
        </html>

        """
    }

    private var content: HTML {
        """
        <section aria-labelledby="now-heading" class="now">
        <img src="\(HTML.address(now.art.url))" alt="\(now.art.alt)" width="96" height="96">
        <div>
        <h2 id="now-heading">Now</h2>
        <div role="status">\(playing)</div>
        </div>
        </section>
        \(next.map(upcoming))
        """
    }

    private var playing: HTML {
        let song: HTML =
            if let cut = now.cut {
                "<p class=\"title\">\(cut.title)</p>\(cut.artists.map { "<p>\($0)</p>" as HTML })"
            } else {
                .empty
            }
        guard let airing = now.airing else {
            return now.cut == nil ? "<p class=\"title\">Nothing scheduled.</p>" : song
        }
        let span: HTML = times.start.map { "<p class=\"faint\">\($0) to \(times.end ?? "")</p>" } ?? .empty
        let name: HTML =
            now.cut == nil ? "<p class=\"title\">\(airing.title)</p>" : "<p class=\"show\">\(airing.title)</p>"
        return "\(song)\(name)\(span)"
    }

    private func upcoming(_ airing: PlayingAiringView) -> HTML {
        """
        <section aria-labelledby="next-heading" class="next">
        <h2 id="next-heading">Next</h2>
        <p><span class="faint">\(times.next ?? "")</span> \(airing.title)</p>
        </section>
        """
    }
}

/// Base64 (RFC 4648 §4), which content security policies use for digests.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encoded(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - group.count) * 8)
            for index in 0..<4 {
                let isFilled = index <= group.count
                text.append(isFilled ? alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

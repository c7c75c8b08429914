import Cryptography
import Foundation
import HTTP
import Web

/// An HTML page for paper: black on white, without navigation or script, the same bytes for every reader.
struct PrintedPage: Sendable {
    let title: String
    let content: HTML

    static let mediaType = "text/html; charset=utf-8"

    /// The response fields. The policy allows the page's style by its hash and not by a nonce, because the bytes of the page must stay the same.
    static let fields: Fields = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'sha256-\(styleDigest)'; img-src 'self'; form-action 'none'; "
            + "frame-ancestors 'none'; base-uri 'none'"
    ]

    var bytes: [UInt8] {
        let document: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <style>\(HTML(style))</style>
            </head>
            <body>
            <main>
            \(content)</main>
            </body>
            </html>

            """
        return Array(document.text.utf8)
    }

    private static var styleDigest: String {
        Data(SHA256.hash(data: style.description.utf8)).base64EncodedString()
    }
}

private let style: StaticString = """
    :root{color-scheme:light;font:11pt/1.4 Georgia,"Times New Roman",serif;color:#000;background:#fff}
    body{margin:0 auto;max-width:60rem;padding:1.5rem}
    h1{font-size:1.5em;margin:0 0 .5em}h2{font-size:1.25em;margin:1.5em 0 .25em}h3{font-size:1em;margin:1em 0 .25em}
    .columns{columns:2;column-gap:2em}
    table{width:100%;border-collapse:collapse;font-size:.9em}
    th,td{text-align:left;vertical-align:top;padding:.2em .4em .2em 0;border-bottom:1px solid #999}
    tr,.note,figure{break-inside:avoid}
    .cue{font-weight:bold}
    .pass{font-size:.85em;font-style:italic}
    dl{margin:0}.note{margin:0 0 .6em}dt{font-size:.85em;font-weight:bold}dd{margin:0}dd p{margin:0}
    figure{margin:.3em 0}figure img{max-width:100%;max-height:12em}
    @media screen and (max-width:40rem){.columns{columns:1}}
    @media print{@page{margin:15mm}body{max-width:none;padding:0}.piece{break-before:page}.piece:first-of-type{break-before:auto}}
    """

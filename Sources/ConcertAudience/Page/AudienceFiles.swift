import HTTP
import Web

/// The script and the style sheet of the audience page, and its service worker.
struct AudienceFiles: Sendable {
    let script: AudienceFile
    let style: AudienceFile
    private let worker: Representation

    /// Compresses the files once, which takes a few milliseconds. `lastModified` is the time at which the program started, in seconds since 1970.
    init(lastModified: Int64) {
        script = AudienceFile(
            "js", mediaType: "text/javascript; charset=utf-8", text: AudienceScript.text.description,
            lastModified: lastModified)
        style = AudienceFile(
            "css", mediaType: "text/css; charset=utf-8", text: AudienceScript.style, lastModified: lastModified)
        worker = Representation(
            mediaType: "text/javascript; charset=utf-8",
            identity: Array(
                ServiceWorker(
                    version: String((script.fingerprint + style.fingerprint).prefix(24)), script: script.path,
                    style: style.path
                ).text.utf8), compress: true, lastModified: lastModified,
            fields: [:])
    }

    /// Returns the response with the service worker. Browsers request the worker at each visit and replace a worker of another version.
    ///
    /// The policy of this response applies to the worker, which may fetch from this server only. The response has no entity tag, because a 304
    /// carries the server's general policy, with which the worker could fetch nothing.
    func workerResponse(gzip: Bool) -> Response {
        var fields: Fields = [
            "Content-Security-Policy":
                "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
            "Cache-Control": "no-cache", "Vary": "Accept-Encoding",
            // The default scope would be "/live/", which does not include "/live" (Service Workers §3.4.3).
            "Service-Worker-Allowed": "/live",
        ]
        if gzip, let packed = worker.gzip {
            fields["Content-Encoding"] = "gzip"
            return .bytes(packed, mediaType: worker.mediaType, fields: fields)
        }
        return .bytes(worker.identity, mediaType: worker.mediaType, fields: fields)
    }

    /// Returns the response with the script or the style sheet; `nil` unless the name is that of one of them, in any program version. A page of
    /// another program version gets the current file, which the browser must revalidate at each use.
    func response(to name: String) -> Response? {
        guard let file = [script, style].first(where: { name.hasSuffix(".\($0.ending)") }),
            name.hasPrefix("audience-")
        else { return nil }
        return Response(content: .representation(name == file.name ? file.kept : file.asked))
    }
}

/// A file whose name contains a fingerprint of the content, so that browsers can cache the file for a year without revalidation.
struct AudienceFile: Sendable {
    let ending: String
    let fingerprint: String
    /// The response under the current name, which browsers cache for a year.
    let kept: Representation
    /// The response under the name of another program version, which browsers revalidate at each use.
    let asked: Representation

    var name: String { "audience-\(fingerprint).\(ending)" }
    var path: String { "/live/assets/\(name)" }

    init(_ ending: String, mediaType: String, text: String, lastModified: Int64) {
        func file(_ caching: String) -> Representation {
            Representation(
                mediaType: mediaType, identity: Array(text.utf8), compress: true, lastModified: lastModified,
                fields: ["Cache-Control": caching])
        }
        self.ending = ending
        kept = file("public, max-age=31536000, immutable")
        asked = file("no-cache")
        fingerprint = String(kept.entityTag.filter { $0 != "\"" }.prefix(16))
    }
}

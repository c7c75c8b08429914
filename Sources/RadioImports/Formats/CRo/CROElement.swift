import Web

/// A JSON:API resource object (jsonapi.org, "Resource Objects") in the form that Czech Radio uses.
struct CROElement {
    let node: JSONNode
    let file: String
    /// The JSON pointer to the element in the file, such as "/data/3".
    let pointer: String

    /// A link to an audio stream or audio file.
    struct Link {
        let url: String
        let linkType: String
        let variant: String
        let quality: String
        let bitrate: Int32
        let seconds: Double?

        init?(_ node: JSONNode) {
            guard let url = node["url"]?.text, !url.isEmpty else { return nil }
            self.url = url
            linkType = node["linkType"]?.text ?? ""
            variant = node["variant"]?.text ?? ""
            quality = node["quality"]?.text ?? ""
            bitrate = node["bitrate"]?.integer.flatMap(Int32.init(exactly:)) ?? 0
            seconds = node["duration"]?.number.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil }
        }

        /// The media type for the extension ".m3u", or else for the quality "flac", or else for the variant; empty if unknown.
        var mediaType: String {
            if url.hasSuffix(".m3u") { return "audio/x-mpegurl" }
            if quality == "flac" { return "audio/flac" }
            return switch variant {
            case "mp3": "audio/mpeg"
            case "aac": "audio/aac"
            case "hls": "application/vnd.apple.mpegurl"
            case "dash": "application/dash+xml"
            default: ""
            }
        }
    }

    var type: String { node["type"]?.text ?? "" }
    var id: String { node["id"]?.text ?? "" }

    func attribute(_ name: String) -> JSONNode? { node["attributes"]?[name] }

    /// Returns a string attribute; empty if it is missing or not a string.
    func text(_ name: String) -> String { attribute(name)?.text ?? "" }

    /// Returns a string attribute as plain text without HTML, cut after 100,000 Unicode scalars; empty if it is missing or not a string.
    func description(_ name: String) -> String { PlainText.of(attribute(name)?.text, atMost: 100_000) }

    func number(_ name: String) -> Int32? { attribute(name)?.integer.flatMap(Int32.init(exactly:)) }

    func instant(_ name: String) -> Instant? { Instant(rfc3339: text(name)) }

    /// Returns the IDs of the elements in a relationship; empty if the relationship is missing. Elements without an ID are skipped.
    func related(_ name: String) -> [String] { elements(name).compactMap { $0["id"]?.text } }

    func elements(_ name: String) -> [JSONNode] {
        guard let data = node["relationships"]?[name]?["data"] else { return [] }
        if case .array(let elements) = data.value { return elements }
        return [data]
    }

    var links: [Link] { attribute("audioLinks")?.elements.compactMap(Link.init) ?? [] }

    /// The title of the original show if this element is a copy from another show; otherwise `nil`.
    var mirroredShow: String? {
        attribute("mirroredShow")?["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The picture; `nil` if the element has no `asset` with an address.
    var art: ArtDraft? {
        guard let asset = attribute("asset"), let url = asset["url"]?.text, !url.isEmpty else { return nil }
        var art = ArtDraft()
        let credit = asset["credit"]
        art.alt = credit?["description"]?.text ?? ""
        art.credit = ["author", "source"].compactMap { credit?[$0]?.text }.filter { !$0.isEmpty }.joined(
            separator: ", ")
        art.images = [
            ArtDraft.Image(
                url: url, width: asset["width"]?.integer.flatMap(Int32.init(exactly:)) ?? 0,
                height: asset["height"]?.integer.flatMap(Int32.init(exactly:)) ?? 0)
        ]
        return art
    }

    /// Returns the position of the member at `below`, a JSON pointer relative to the element; an empty pointer stands for the element itself. If the
    /// member is missing, the line is that of the innermost existing object on the path.
    func position(_ below: String = "") -> FilePosition {
        var line = node.line
        var found: JSONNode? = node
        for name in below.split(separator: "/") {
            found = found?[String(name)]
            line = found?.line ?? line
        }
        return FilePosition(file: file, line: line, detail: pointer + below)
    }

    /// Returns the credit role for a role in the catalogue: "host" for "moderator" and for a missing or empty role, "contributor" for a role that
    /// begins with a hyphen or contains anything but lower-case letters (a to z) and hyphens, and any other role unchanged.
    static func role(_ word: String?) -> String {
        switch word {
        case nil, "", "moderator": "host"
        case .some(let word):
            word.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 == 0x2D } && word.utf8.first != 0x2D
                ? word : "contributor"
        }
    }
}

import Web

/// A resource object of JSON:API (jsonapi.org, "Resource Objects") as Czech Radio writes it.
struct CROElement {
    let node: JSONNode
    let file: String
    /// Its JSON pointer in its file.
    let pointer: String

    /// A stream or a file of sound.
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

        /// By the variant, and for a list of streams by its ending.
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

    /// Empty where it is missing or no string.
    func text(_ name: String) -> String { attribute(name)?.text ?? "" }

    /// Text of several lines; the broadcaster's editors write HTML.
    func description(_ name: String) -> String { PlainText.of(attribute(name)?.text, atMost: 100_000) }

    func number(_ name: String) -> Int32? { attribute(name)?.integer.flatMap(Int32.init(exactly:)) }

    func instant(_ name: String) -> Instant? { Instant(rfc3339: text(name)) }

    /// The ids of what it is related to, one or many.
    func related(_ name: String) -> [String] { elements(name).compactMap { $0["id"]?.text } }

    func elements(_ name: String) -> [JSONNode] {
        guard let data = node["relationships"]?[name]?["data"] else { return [] }
        if case .array(let elements) = data.value { return elements }
        return [data]
    }

    var links: [Link] { attribute("audioLinks")?.elements.compactMap(Link.init) ?? [] }

    /// The title of the show that a copy of it stands in for.
    var mirroredShow: String? {
        attribute("mirroredShow")?["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `nil` for `{}`, which stands where there is no picture.
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

    /// Where a member of it stands, by its pointer below the element.
    func place(_ below: String = "") -> Place {
        var line = node.line
        var found: JSONNode? = node
        for name in below.split(separator: "/") {
            found = found?[String(name)]
            line = found?.line ?? line
        }
        return Place(file: file, line: line, detail: pointer + below)
    }

    /// "moderator" and what else is said in the data, by the words that credits have here.
    static func role(_ word: String?) -> String {
        switch word {
        case nil, "", "moderator": "host"
        case .some(let word):
            word.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 == 0x2D } && word.utf8.first != 0x2D
                ? word : "contributor"
        }
    }
}

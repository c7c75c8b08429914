import XML

/// A parser for the elements that feeds and items share.
enum FeedTexts {
    /// Returns the plain text of `content:encoded`, or else of `description`, or else of `itunes:summary`, cut after 100,000 Unicode scalars; empty
    /// for none.
    static func description(of element: XMLElement) -> String {
        for name in ["content:encoded", "description", "itunes:summary"] {
            let text = PlainText.of(element.child(named: name)?.text, atMost: 100_000)
            if !text.isEmpty { return text }
        }
        return ""
    }

    /// Returns the picture with all its sizes; `nil` if the element has none. `alt` is the alternative text if the element states none.
    static func art(of element: XMLElement, alt: String, addresses: FeedAddress) -> ArtDraft? {
        var art = ArtDraft()
        art.alt = alt
        func add(_ address: String?, width: Int = 0, height: Int = 0, mediaType: String = "") {
            guard let url = addresses.absolute(address), !art.images.contains(where: { $0.url == url }) else {
                return
            }
            art.images.append(
                ArtDraft.Image(url: url, width: Int32(width), height: Int32(height), mediaType: mediaType))
        }
        for image in element.children(named: "podcast:image") {
            let width = DraftText.number(image.attributes["width"], in: 0...100_000) ?? 0
            // Square pictures declare only one side.
            let square = DraftText.line(image.attributes["aspect-ratio"], atMost: 10) == "1/1"
            let height = DraftText.number(image.attributes["height"], in: 0...100_000) ?? (square ? width : 0)
            add(
                image.attributes["href"], width: width, height: height,
                mediaType: DraftText.line(image.attributes["type"], atMost: 100))
            let stated = DraftText.line(image.attributes["alt"], atMost: 1000)
            if !stated.isEmpty, art.alt == alt { art.alt = stated }
        }
        // Some programs write the address in another attribute or as text; others use an earlier tag.
        for image in element.children(named: "itunes:image") {
            add(image.attributes["href"] ?? image.attributes["url"] ?? image.text)
        }
        for link in element.children(named: "itunes:link") where link.attributes["rel"] == "image" {
            add(link.attributes["href"])
        }
        for image in element.children(named: "googleplay:image") { add(image.attributes["href"]) }
        for image in element.children(named: "image") {
            add(image.child(named: "url")?.text ?? image.attributes["href"])
        }
        return art.images.isEmpty ? nil : art
    }

    /// Returns the genres in `itunes:category`, `googleplay:category` and `category`. Names that differ only in case are one genre. Only the first
    /// 100 `category` elements are read.
    static func genres(of element: XMLElement) -> [GenreDraft] {
        var genres: [GenreDraft] = []
        var names: Set<String> = []
        func add(_ genre: GenreDraft) {
            if names.insert(genre.name.lowercased()).inserted { genres.append(genre) }
        }
        func addAll(_ categories: [XMLElement], within outer: String) {
            for category in categories {
                // Some programs write "&amp;amp;".
                let name = DraftText.line(PlainText.of(category.attributes["text"], atMost: 1000), atMost: 200)
                guard !name.isEmpty else { continue }
                let key = DraftText.key(outer.isEmpty ? "itunes:\(name)" : "\(outer)/\(name)")
                add(GenreDraft(key: key, name: name))
                addAll(category.children(named: "itunes:category"), within: key)
            }
        }
        addAll(element.children(named: "itunes:category"), within: "")
        addAll(element.children(named: "googleplay:category"), within: "")
        for category in element.children(named: "category").prefix(100) {
            let name = DraftText.line(PlainText.of(category.text, atMost: 1000), atMost: 200)
            // "Education:Courses" repeats the genres in `itunes:category`.
            let parts = name.split(separator: ":").map { DraftText.line(String($0), atMost: 200).lowercased() }
            let isKnown = parts.count > 1 && parts.allSatisfy(names.contains)
            if !name.isEmpty, !isKnown {
                add(GenreDraft(key: DraftText.key("category:\(name.lowercased())"), name: name))
            }
        }
        return genres
    }

    /// Returns the people in `podcast:person` with their roles, or else the author in `itunes:author`; empty if the element names no one.
    static func people(of element: XMLElement) -> [(person: PersonDraft, role: String)] {
        let people = element.children(named: "podcast:person").compactMap { tag -> (PersonDraft, String)? in
            let name = DraftText.line(tag.text, atMost: 500)
            guard !name.isEmpty else { return nil }
            var person = PersonDraft(key: DraftText.key("name:" + name.lowercased()), name: name)
            if let url = DraftText.webAddress(tag.attributes["img"]) {
                var art = ArtDraft()
                art.alt = name
                art.images = [ArtDraft.Image(url: url)]
                person.art = art
            }
            return (person, DraftText.role(tag.attributes["role"], otherwise: "host"))
        }
        guard people.isEmpty, let name = author(element.child(named: "itunes:author")?.text) else { return people }
        return [(PersonDraft(key: DraftText.key("name:" + name.lowercased()), name: name), "author")]
    }

    /// Returns the author's name, such as "John Doe" in "john@example.com (John Doe)"; `nil` for a mail address alone and for no text.
    private static func author(_ text: String?) -> String? {
        let text = DraftText.line(text, atMost: 500)
        guard text.contains("@") else { return text.isEmpty ? nil : text }
        guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close else { return nil }
        let name = DraftText.line(String(text[text.index(after: open)..<close]), atMost: 500)
        return name.isEmpty || name.contains("@") ? nil : name
    }
}

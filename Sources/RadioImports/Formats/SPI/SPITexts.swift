import XML

/// A parser for the names, descriptions, pictures, links and genres of SPI elements.
struct SPITexts {
    let element: XMLElement
    let language: String

    /// The long name, or else the medium name, or else the short name; empty for none.
    var name: String {
        for kind in ["longName", "mediumName", "shortName"] {
            let name = DraftText.line(element.all(kind).text(in: language), atMost: 500)
            if !name.isEmpty { return name }
        }
        return ""
    }

    /// The short name, or else the medium name; empty for none.
    var shortName: String {
        let short = DraftText.line(element.all("shortName").text(in: language), atMost: 100)
        return short.isEmpty ? DraftText.line(element.all("mediumName").text(in: language), atMost: 100) : short
    }

    var summary: String { DraftText.line(descriptions("shortDescription").text(in: language), atMost: 2000) }

    /// The long description, or else the short one; empty for none.
    var description: String {
        let long = DraftText.paragraphs(descriptions("longDescription").text(in: language), atMost: 20_000)
        return long.isEmpty
            ? DraftText.paragraphs(descriptions("shortDescription").text(in: language), atMost: 20_000) : long
    }

    /// Returns the descriptions within `mediaDescription`, then those directly in the element, where the EBU's service puts some.
    private func descriptions(_ kind: String) -> [XMLElement] {
        element.all("mediaDescription").flatMap { $0.all(kind) } + element.all(kind)
    }

    /// The pictures that are logos or have no type; `nil` for none. Some types imply the size.
    var art: ArtDraft? {
        let multimedia = element.all("mediaDescription").flatMap { $0.all("multimedia") } + element.all("multimedia")
        var art = ArtDraft()
        for image in multimedia {
            let type = image.attributes["type"] ?? ""
            guard type.isEmpty || type.hasPrefix("logo"), let url = DraftText.webAddress(image.attributes["url"]),
                !art.images.contains(where: { $0.url == url })
            else { continue }
            let named: (Int, Int) =
                switch type {
                case "logo_colour_square", "logo_mono_square": (32, 32)
                case "logo_colour_rectangle", "logo_mono_rectangle": (112, 32)
                default: (0, 0)
                }
            art.images.append(
                ArtDraft.Image(
                    url: url,
                    width: Int32(DraftText.number(image.attributes["width"], in: 0...100_000) ?? named.0),
                    height: Int32(DraftText.number(image.attributes["height"], in: 0...100_000) ?? named.1),
                    mediaType: DraftText.line(image.attributes["mimeValue"], atMost: 100)))
        }
        art.alt = art.images.isEmpty ? "" : name
        return art.images.isEmpty ? nil : art
    }

    /// The first web address in a link whose media type is not audio, video or a picture; `nil` for none. Some files write `url` instead of `uri`, or
    /// no scheme, as in "www.one.example".
    var website: String? {
        element.all("link").lazy.compactMap { link -> String? in
            let type = (link.attributes["mimeValue"] ?? link.attributes["mimeType"] ?? "").lowercased()
            guard !["audio/", "video/", "image/"].contains(where: type.hasPrefix) else { return nil }
            let address = link.attributes["uri"] ?? link.attributes["url"]
            let lacksScheme = DraftText.line(address, atMost: 10).lowercased().hasPrefix("www.")
            return DraftText.webAddress(lacksScheme ? "http://\(DraftText.line(address, atMost: 2000))" : address)
        }.first
    }

    /// The genres, without duplicate keys. The key of a genre is its `href`, usually a TV-Anytime ContentCS term, or else its name.
    var genres: [GenreDraft] {
        var genres: [GenreDraft] = []
        for genre in element.all("genre") {
            let code = DraftText.line(genre.attributes["href"], atMost: 200)
            let genreName = DraftText.line(genre.text, atMost: 200)
            let inside = DraftText.line(genre.all("name").text(in: language), atMost: 200)
            let name = [
                inside, genreName,
                String(code[(code.lastIndex(of: ":").map(code.index(after:)) ?? code.startIndex)...]),
            ]
            .first { !$0.isEmpty }
            guard let name, !genres.contains(where: { $0.key == (code.isEmpty ? name : code) }) else { continue }
            var draft = GenreDraft(key: code.isEmpty ? name : code, name: name)
            draft.code = code.isEmpty ? nil : code
            genres.append(draft)
        }
        return genres
    }
}

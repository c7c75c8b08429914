import Radio
import Web

/// A station of Czech Radio, imported as a channel. The station type becomes the category, and the streams become the bearers.
struct CROStation {
    private let element: CROElement

    init(_ element: CROElement) { self.element = element }

    /// Returns the station as a channel named `name`; `nil` if `name` is `nil`.
    func draft(_ name: String?) -> ChannelDraft? {
        guard let name else { return nil }
        var draft = ChannelDraft(key: element.id, name: name)
        draft.slug = element.attribute("code")?.text
        draft.shortName = element.text("shortTitle")
        draft.description = element.text("subtitle")
        draft.language = "cs"
        draft.website = element.attribute("contact")?["web"]?.text
        draft.colour = element.attribute("color")?.text.flatMap { $0.isEmpty ? nil : $0 }
        draft.timeZone = "Europe/Prague"
        draft.number = element.number("priority")
        draft.categories = element.attribute("stationType")?.text.map { [Self.key($0)] } ?? []
        draft.art = element.art ?? icon
        draft.bearers = bearers
        return draft
    }

    /// The bearers in order of preference, which is their cost: direct streams, live streams, time shift, then all others, each type by descending
    /// bitrate.
    private var bearers: [Bearer] {
        let ranks = ["directstream": 0, "livestream": 1, "timeshift": 2]
        let links = element.links.enumerated().sorted { left, right in
            func order(_ link: (offset: Int, element: CROElement.Link)) -> (Int, Int32, Int) {
                (ranks[link.element.linkType] ?? 3, -link.element.bitrate, link.offset)
            }
            return order(left) < order(right)
        }
        return links.enumerated().map { cost, link in
            Bearer(
                uri: link.element.url, purpose: link.element.linkType == "timeshift" ? .timeShift : .live,
                mediaType: link.element.mediaType, bitrate: link.element.bitrate, cost: Int32(cost), offsetMs: 0)
        }
    }

    private var icon: ArtDraft? {
        guard let url = element.attribute("logoIcon")?.text, !url.isEmpty else { return nil }
        var art = ArtDraft()
        art.images = [ArtDraft.Image(url: url)]
        return art
    }

    private static func key(_ kind: String) -> String { "station-type:\(kind)" }

    /// The displayed names of the known station types, in the order of their categories.
    private static let names: KeyValuePairs = [
        "allover": "Nationwide", "regional": "Regional", "virtual": "Virtual", "webradio": "Web", "abroad": "Abroad",
    ]

    static func category(_ kind: String) -> CategoryDraft {
        let rank = names.firstIndex { $0.key == kind }
        var draft = CategoryDraft(key: key(kind), name: rank.map { names[$0].value } ?? kind)
        draft.rank = Int32(rank ?? names.count) + 1
        return draft
    }
}

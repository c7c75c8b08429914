import Radio
import Tenancy
import Web
import XML

/// A `programme` element of XMLTV (xmltv.dtd 0.5), with its children in the order of the DTD.
struct GuideProgramme {
    let programme: Programme
    let channel: StationChannel
    let origin: Origin

    func write(to writer: inout XMLWriter) throws(XMLError) {
        let (airing, clock) = (programme.airing, channel.clock)
        try writer.open(
            "programme",
            [
                "start": clock.xmltv(airing.startsAt), "stop": clock.xmltv(airing.endsAt),
                "channel": channel.guideID(origin),
            ])
        let language = programme.show.language.unlessEmpty ?? channel.language.unlessEmpty
        try writer.field("title", programme.show.title, ["lang": language])
        if let subtitle = programme.subtitle { try writer.field("sub-title", subtitle, ["lang": language]) }
        if !programme.description.isEmpty { try writer.field("desc", programme.description, ["lang": language]) }
        try writeCredits(to: &writer)
        for genre in programme.genres { try writer.field("category", genre.name) }
        if let language { try writer.field("language", language) }
        for picture in programme.pictures { try picture.writeIcon(to: &writer, origin) }
        if let website = programme.show.website { try writer.field("url", website) }
        try writeNumbers(to: &writer)
        if programme.isShownBefore {
            let first = programme.episode?.publishedAt.flatMap { $0 < airing.startsAt ? $0 : nil }
            try writer.empty("previously-shown", ["start": first.map(clock.xmltv)])
        } else if programme.isNew {
            try writer.empty("new")
        }
        try writer.end()
    }

    /// Writes the credits whose role has an element in the DTD.
    private func writeCredits(to writer: inout XMLWriter) throws(XMLError) {
        let placed = programme.credits.compactMap { credit in
            Self.elements.firstIndex { $0.roles.contains(credit.role) }.map { (place: $0, name: credit.name) }
        }
        guard !placed.isEmpty else { return }
        try writer.open("credits")
        for (place, element) in Self.elements.enumerated() {
            for credit in placed where credit.place == place { try writer.field(element.name, credit.name) }
        }
        try writer.end()
    }

    private static let elements: [(name: String, roles: Set<String>)] = [
        ("director", ["director"]), ("actor", ["actor", "voice"]), ("writer", ["writer", "author"]),
        ("adapter", ["adapter", "translator"]), ("producer", ["producer"]), ("composer", ["composer"]),
        ("editor", ["editor"]), ("presenter", ["host", "presenter", "moderator", "dj"]),
        ("commentator", ["commentator"]), ("guest", ["guest"]),
    ]

    /// Writes the episode number in two systems: `onscreen`, such as "S2 E5", and `xmltv_ns`, "season.part/total." with season and part from 0.
    private func writeNumbers(to writer: inout XMLWriter) throws(XMLError) {
        guard let episode = programme.episode, episode.part != nil || episode.season != nil else { return }
        let words = [episode.season.map { "S\($0)" }, episode.part.map { "E\($0)" }].compactMap(\.self)
        try writer.field("episode-num", words.joined(separator: " "), ["system": "onscreen"])
        let season = episode.season.flatMap { $0 > 0 ? "\($0 - 1)" : nil } ?? ""
        guard let part = episode.part, part > 0 else {
            if !season.isEmpty { try writer.field("episode-num", "\(season)..", ["system": "xmltv_ns"]) }
            return
        }
        let total = episode.totalParts.flatMap { $0 >= part ? "/\($0)" : nil } ?? ""
        try writer.field("episode-num", "\(season).\(part - 1)\(total).", ["system": "xmltv_ns"])
    }
}

extension Art.Image {
    /// Writes an XMLTV `icon` element with the address of the picture and, if known, its size.
    func writeIcon(to writer: inout XMLWriter, _ origin: Origin) throws(XMLError) {
        try writer.empty(
            "icon",
            [
                "src": origin.absolute(url), "width": width > 0 ? "\(width)" : nil,
                "height": height > 0 ? "\(height)" : nil,
            ])
    }
}

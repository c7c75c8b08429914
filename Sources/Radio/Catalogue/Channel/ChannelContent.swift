import Web

/// The editable content of a channel.
package struct ChannelContent: CatalogueContent {
    let slug: String
    package let name: String
    let shortName: String
    let description: String
    /// An RFC 5646 language tag; empty if unknown.
    let language: String
    let website: String?
    let colour: String?
    let timeZone: String
    /// The channel number on platforms without a number in `numbers`; `nil` if there is none.
    let number: Int32?
    let numbers: [PlatformNumber]
    /// The categories that list the channel, primary category first.
    let categories: [Reference<Category.ID>]
    let genres: [Reference<Genre.ID>]
    /// The bearers in the order in which the editor sent them. The order decides between bearers of equal cost.
    let bearers: [Bearer]
    let skipPolicy: SkipPolicy
    /// The delay from the studio to the listener, in milliseconds.
    let liveDelayMs: Int32
    let art: Reference<Art.ID>?
    let isActive: Bool

    package var label: String { name }
    package var mentions: [Mention] {
        Mention.all(.category, categories, at: "/categories") + Mention.all(.genre, genres, at: "/genres")
            + Mention.one(.art, art, at: "/art")
    }
}

extension ChannelContent {
    private enum CodingKeys: String, CodingKey {
        case slug, name, shortName, description, language, website, colour, timeZone, number, numbers, categories
        case genres, bearers, skipPolicy, liveDelayMs, art, isActive
    }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        slug = try draft.name(.slug, limit: 100)
        draft.check(
            slug.wholeMatch(of: #/[a-z0-9]([a-z0-9-]{0,98}[a-z0-9])?/#) != nil, .slug,
            "must be 1 to 100 lower-case letters (a to z), digits or hyphens, without a hyphen at either end, "
                + "found \"\(slug.prefix(100))\"")
        name = try draft.name(.name, limit: 500)
        shortName = try draft.text(.shortName, limit: 100, isOneLine: true)
        description = try draft.text(.description, limit: 20_000)
        language = try draft.language(.language)
        website = try draft.address(.website)
        colour = try draft.text(.colour, "must be # and six hexadecimal digits in lower case, such as #1a2b3c") {
            $0.wholeMatch(of: #/#[0-9a-f]{6}/#) != nil
        }
        timeZone = try draft.name(.timeZone, limit: 64)
        number = try draft.number(.number, in: 0...99_999)
        numbers = try draft.parts(.numbers, limit: 50)
        draft.checkDistinct(numbers.map(\.platform), .numbers, "a platform")
        categories = try draft.references(.categories)
        genres = try draft.references(.genres)
        bearers = try draft.parts(.bearers, limit: 100)
        draft.checkDistinct(bearers.map(\.uri), .bearers, "a URI")
        skipPolicy = try draft.part(.skipPolicy) ?? SkipPolicy()
        liveDelayMs = try draft.number(.liveDelayMs, in: 0...600_000) ?? 0
        art = try draft.reference(.art)
        isActive = try draft.flag(.isActive, otherwise: true)
        try draft.finish()
    }
}

import Web

/// The response of `findChannels` (spec R12).
struct LineUpView: Encodable, Sendable, Hashable {
    let items: [Item]
    let sections: [Section]

    /// A channel in the list of `findChannels`.
    struct Item: Encodable, Sendable, Hashable {
        let id: String
        let slug: String
        let name: String
        let shortName: String
        let number: Int32?
        let categoryId: String?
        let language: String
        let colour: String?
        let art: ArtView

        init(_ channel: LineUpChannel, on platform: String?, category: Category.ID?, in snapshot: RadioSnapshot) {
            id = channel.channel.id.description
            slug = channel.channel.slug
            name = channel.channel.name
            shortName = channel.channel.shortName
            number = channel.number(on: platform)
            categoryId = category?.description
            language = channel.channel.language
            colour = channel.channel.colour
            art = ArtView(snapshot.art(channel.channel.art), of: .channel)
        }
    }

    /// A category with its range in the list. The last section, which has the channels without a category, has no `categoryId`.
    struct Section: Encodable, Sendable, Hashable {
        let categoryId: String?
        let name: String
        let offset: Int
        let count: Int
    }

    init(_ lineUp: LineUp, on platform: String?, in snapshot: RadioSnapshot) {
        items = lineUp.channels.map {
            let category = $0.categories.first(where: \.isPrimary) ?? $0.categories.first
            return Item($0, on: platform, category: category?.category, in: snapshot)
        }
        sections = lineUp.sections.map {
            Section(
                categoryId: $0.category?.id.description, name: $0.category?.name ?? "", offset: $0.offset,
                count: $0.count)
        }
    }
}

/// The response of `findCategories`.
struct CategoryListView: Encodable, Sendable {
    let items: [Item]

    struct Item: Encodable, Sendable {
        let id: String
        let name: String
        let rank: Int32
        let channelCount: Int
    }

    init(_ snapshot: RadioSnapshot) {
        let lineUp = LineUp(snapshot.channels, categories: snapshot.categories, order: .category, platform: nil)
        items = lineUp.sections.compactMap { section in
            section.category.map {
                Item(id: $0.id.description, name: $0.name, rank: $0.rank, channelCount: section.count)
            }
        }
    }
}

/// The response of `getChannel`.
struct ChannelView: Encodable, Sendable {
    let id: String
    let slug: String
    let name: String
    let shortName: String
    let description: String
    let language: String
    let website: String?
    let colour: String?
    let timeZone: String
    let number: Int32?
    let numbers: [String: Int32]
    let categories: [MembershipView]
    let genres: [GenreView]
    let bearers: [BearerView]
    let skipPolicy: SkipPolicyView
    let bufferMs: Int64
    let liveDelayMs: Int32
    let art: ArtView

    struct MembershipView: Encodable, Sendable {
        let id: String
        let isPrimary: Bool
    }

    struct GenreView: Encodable, Sendable {
        let id: String
        let name: String
        let code: String?
    }

    struct BearerView: Encodable, Sendable {
        let uri: String
        let purpose: String
        let mediaType: String?
        let bitrate: Int32?
        let cost: Int32
        let offsetMs: Int32
    }

    /// The skip limits, omitted if they do not apply.
    struct SkipPolicyView: Encodable, Sendable {
        let isRestricted: Bool
        let back: Int32?
        let forward: Int32?
        let total: Int32?
        let windowMs: Int64?

        init(_ policy: LineUpChannel.SkipPolicy) {
            isRestricted = policy.isRestricted
            back = policy.isRestricted ? policy.back : nil
            forward = policy.isRestricted ? policy.forward : nil
            total = policy.isRestricted ? policy.total : nil
            windowMs = policy.isRestricted ? policy.windowMs : nil
        }
    }

    init(_ entry: LineUpChannel, in snapshot: RadioSnapshot) {
        let channel = entry.channel
        id = channel.id.description
        slug = channel.slug
        name = channel.name
        shortName = channel.shortName
        description = channel.description
        language = channel.language
        website = channel.website
        colour = channel.colour
        timeZone = channel.timeZone
        number = channel.number
        numbers = entry.numbers
        categories = entry.categories.map { MembershipView(id: $0.category.description, isPrimary: $0.isPrimary) }
        genres = entry.genres.map { GenreView(id: $0.id.description, name: $0.name, code: $0.code) }
        bearers = entry.bearers.map {
            BearerView(
                uri: $0.uri, purpose: $0.purpose.rawValue, mediaType: $0.mediaType.isEmpty ? nil : $0.mediaType,
                bitrate: $0.bitrate > 0 ? $0.bitrate : nil, cost: $0.cost, offsetMs: $0.offsetMs)
        }
        skipPolicy = SkipPolicyView(entry.skips)
        bufferMs = snapshot.bufferMs
        liveDelayMs = channel.liveDelayMs
        art = ArtView(snapshot.art(channel.art), of: .channel)
    }
}

import Radio
import Web

extension [Art.Image] {
    /// The widest image, or the first of the widest ones; `nil` if there are no images.
    var largest: Art.Image? {
        reduce(nil) { found, image in image.width > (found?.width ?? -1) ? image : found }
    }
}

/// A person with their role, such as "host" or "author".
struct Credit: Sendable, Hashable {
    let name: String
    let role: String
}

/// The details of a show that appear in documents.
struct ShowExcerpt: Sendable {
    let id: Show.ID
    let title: String
    let summary: String
    let description: String
    let language: String
    let website: String?
    let isMusic: Bool
    var pictures: [Art.Image] = []
    var genres: [Genre] = []
    var credits: [Credit] = []
}

/// The details of an episode that appear in documents.
struct EpisodeExcerpt: Sendable {
    let id: Episode.ID
    let title: String
    let summary: String
    let description: String
    let part: Int32?
    let season: Int32?
    /// The title of the serial that contains the episode; `nil` if there is none.
    let serial: String?
    let totalParts: Int32?
    let publishedAt: Instant?
    var pictures: [Art.Image] = []
    var genres: [Genre] = []
    var credits: [Credit] = []
}

/// A broadcast with its show and its episode.
struct Programme: Sendable {
    let airing: Airing
    let updatedAt: Instant
    let show: ShowExcerpt
    let episode: EpisodeExcerpt?

    /// The title of the broadcast, or of the episode if the broadcast has none; `nil` if both have none or if the title equals the show's.
    var subtitle: String? {
        let text = airing.title.isEmpty ? episode?.title ?? "" : airing.title
        return text.isEmpty || text == show.title ? nil : text
    }

    /// The first of these texts that is not empty: the broadcast's description, the episode's description and summary, and the show's description and
    /// summary. Empty if all are empty.
    var description: String {
        [airing.description, episode?.description, episode?.summary, show.description, show.summary]
            .compactMap(\.self).first { !$0.isEmpty } ?? ""
    }

    /// The summary of the episode, or of the show if the episode has none; empty if both have none.
    var summary: String {
        [episode?.summary, show.summary].compactMap(\.self).first { !$0.isEmpty } ?? ""
    }

    var pictures: [Art.Image] { episode.map(\.pictures).flatMap { $0.isEmpty ? nil : $0 } ?? show.pictures }

    var genres: [Genre] { Self.distinct(show.genres + (episode?.genres ?? [])) }
    var credits: [Credit] { Self.distinct(show.credits + (episode?.credits ?? [])) }

    /// Whether this is the first broadcast of an episode: not a repeat, and the episode was not published before the broadcast starts. `false`
    /// without an episode.
    var isNew: Bool {
        guard !airing.isRepeat, let episode else { return false }
        return episode.publishedAt.map { $0 >= min(airing.plannedStart, airing.startsAt) } ?? true
    }

    var isShownBefore: Bool { airing.isRepeat || (episode != nil && !isNew) }

    private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }
}

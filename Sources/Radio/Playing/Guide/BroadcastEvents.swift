import Web

/// A channel's schedule as schema.org `BroadcastEvent` objects (JSON-LD 1.1). A repeat has its own `@id`; a moved event keeps its `@id`.
struct BroadcastEvents: Encodable, Sendable {
    let context = "https://schema.org"
    let graph: [Event]

    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case graph = "@graph"
    }

    static let mediaType = "application/ld+json"

    struct Event: Encodable, Sendable {
        let type = "BroadcastEvent"
        let id: String
        let name: String
        let description: String?
        let startDate: Instant
        let endDate: Instant
        let isLiveBroadcast: Bool
        let publishedOn: Node
        let workPerformed: Node

        private enum CodingKeys: String, CodingKey {
            case type = "@type"
            case id = "@id"
            case name, description, startDate, endDate, isLiveBroadcast, publishedOn, workPerformed
        }
    }

    /// A reference to another resource by type, address and name.
    struct Node: Encodable, Sendable {
        let type: String
        let id: String
        let name: String

        private enum CodingKeys: String, CodingKey {
            case type = "@type"
            case id = "@id"
            case name
        }
    }

    /// Creates the events of the airings. `base` is the tenant's origin, such as "https://radio.example".
    init(_ airings: some Sequence<Airing>, on channel: Channel, in snapshot: RadioSnapshot, base: String) {
        let service = Node(type: "BroadcastService", id: "\(base)/api/v1/channels/\(channel.id)", name: channel.name)
        graph = airings.map { airing in
            let view = PlayingAiringView(airing, in: snapshot)
            let work =
                if let id = airing.episode, let episode = snapshot.episode(id) {
                    Node(type: "RadioEpisode", id: "\(base)/api/v1/episodes/\(id)", name: episode.title)
                } else {
                    Node(
                        type: "RadioSeries", id: "\(base)/api/v1/shows/\(airing.show)",
                        name: snapshot.show(airing.show)?.title ?? "")
                }
            return Event(
                id: "\(base)/id/airings/\(airing.id)", name: view.title,
                description: view.description.isEmpty ? nil : view.description, startDate: view.startsAt,
                endDate: view.endsAt, isLiveBroadcast: view.isLive, publishedOn: service, workPerformed: work)
        }
    }
}

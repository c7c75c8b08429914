import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The section about the feed on a station's page, with forms for creating and removing the secret address.
struct StationFeedForms {
    /// The path of the station's page.
    let path: String
    let context: RequestContext
    /// The time at which the feed's address was created; `nil` if the feed has no address.
    let createdAt: Instant?
    let clock: LocalTimeFormatter

    var html: HTML {
        """
        <h2 id="feed">Podcast feed</h2>
        <p>Podcast apps can read this station at a secret address. Anyone who has the address can read the station \
        without signing in. Podcast apps can play only tracks whose uploaders allow downloads.</p>
        \(createdAt.map(kept) ?? first)
        """
    }

    private var first: HTML {
        """
        <p>The feed has no address yet.</p>
        <form method="post" action="\(path)/feed">\(context.caller?.csrfField)
        <p><button class="quiet">Create address</button></p></form>
        """
    }

    private func kept(_ createdAt: Instant) -> HTML {
        """
        <p>The feed address was created on \(clock.shortElement(createdAt)) and shown only once. \
        A new address replaces the current address.</p>
        \(renewal)
        \(end)
        """
    }

    private var renewal: HTML {
        var question = question(
            "Create new address",
            "Podcast apps that have the current address cannot read the station until they get the new address.",
            "feed")
        question.id = "feed-renewal"
        question.isDestructive = false
        return question.html
    }

    private var end: HTML {
        var question = question(
            "Remove address",
            "Podcast apps that have the address can no longer read the station. A removed address cannot be restored.",
            "feed/end")
        question.id = "feed-end"
        return question.html
    }

    private func question(_ title: HTML, _ consequence: HTML, _ verb: String) -> Confirmation {
        Confirmation(
            title, consequence, path: LocalPath("\(path)/\(verb)") ?? "/library/podcasts/stations",
            fields: context.caller?.csrfField ?? .empty)
    }
}

/// The endpoints of the forms of a station's feed.
extension StationPageRoutes {
    /// Answers `postPodcastStationFeed`: creates a new address of the feed in place of the previous address, and returns the page of the station
    /// itself instead of a redirect, because only this response contains the address; 404 for an unknown station.
    func postPodcastStationFeed(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, listener) = (try await station(request, context), try context.listener)
        _ = try request.form()
        let (origin, key) = (try StationFeedRoutes.origin(request, context), SecretKey())
        let event = try context.audit("podcast.feed.make", subject: "\(station.id)")
        guard try await feeds.make(key, for: station.id, of: listener, at: .now, recorded: event) else {
            throw PodcastRoutes.noStation
        }
        return try await page(
            station, request, context, fields: try request.queryFields(),
            created: .shownOnce(
                "This is the address of \(station.name) for podcast apps.", StationFeedRoutes.address(key, at: origin)))
    }

    /// Answers `postPodcastStationFeedEnd`: deletes the address of the feed and redirects to the station, even if the feed has no address; 404 for an
    /// unknown station.
    func postPodcastStationFeedEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, listener) = (try await station(request, context), try context.listener)
        _ = try request.form()
        let event = try context.audit("podcast.feed.revoke", subject: "\(station.id)")
        _ = try await feeds.revoke(station.id, of: listener, recorded: event)
        return .seeOther("\(Self.path)/\(station.id)", LibraryNotice.feedEnded)
    }
}

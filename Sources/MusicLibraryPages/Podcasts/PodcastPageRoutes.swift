import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/podcasts` with the podcast tracks, and the page of library tracks that may belong there (spec L12, L14).
public struct PodcastPageRoutes: Sendable {
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            .accountPage("getPodcastsPage", "/library/podcasts", endpoint: getPodcastsPage),
            .accountPage(
                "getPodcastSuggestionsPage", "/library/podcasts/suggestions", endpoint: getPodcastSuggestionsPage),
            .accountForm("postPodcastSuggestions", "/library/podcasts/suggestions", endpoint: postPodcastSuggestions),
        ]
    }

    /// Answers `getPodcastsPage`: a page of the podcast tracks, sorted by title; 422 for an invalid parameter. Stores the page as the last view.
    func getPodcastsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, page) = (try context.listener, try KeysetPage(request))
        let (tracks, next) = try await stores.browse.tracks(.location(.podcasts), page, of: listener)
        let index = try await stores.browse.alphabeticIndex(.tracks(.podcasts), of: listener)
        try await stores.views.note("podcasts", podcasts: .tracks, of: listener)
        return try await stores.page(
            "Podcast tracks", .podcastTracks, context,
            content: """
                \(try LibraryNotice(request)?.html)
                \(BrowseMarkup.total(try await stores.browse.count(.podcasts, of: listener), "podcast track"))
                <p><a href="/library/podcasts/suggestions">Find possible podcasts in your library</a></p>
                \(BrowseMarkup.index(index, "/library/podcasts", page))
                \(tracks.isEmpty ? BrowseMarkup.nothing(Self.nothing, page) : .empty)
                \(BrowseMarkup.lines(tracks.map { TrackLine(track: $0, actions: actions($0, context)) }))
                \(BrowseMarkup.pageLinks("/library/podcasts", isFirst: page.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportLinks.html(.podcasts))
                """
        ).playing(tracks.isEmpty ? nil : .podcasts).response()
    }

    private static let nothing = EmptyState(
        .podcast, "No podcast tracks yet", "Long recordings belong here: shows, live sets and whole albums.",
        action: "<a class=\"button\" href=\"/library/podcasts/suggestions\">Find possible podcasts</a>"
    ).html

    private func actions(_ track: LibraryTrack, _ context: RequestContext) -> HTML {
        let station: HTML? = track.station.map {
            "<a class=\"tag\" href=\"/library/podcasts/stations/\($0.id)\">\($0.name)</a>"
        }
        return """
            \(station)<form class="acts" method="post" action="\(track.page)/move">\(context.caller?.csrfField)\
            <button class="quiet" name="to" value="library">Move to the library<span class="hidden">: \(track.title)</span></button></form>
            """
    }

    /// Answers `getPodcastSuggestionsPage`: a page of library tracks that may be podcasts, with a form for moving them; 422 for an invalid parameter.
    func getPodcastSuggestionsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await suggestions(request, context)
    }

    /// Answers `postPodcastSuggestions`: a redirect after the selected tracks were moved to the podcasts and the selected station; 404, without
    /// moving any, for an unknown station or track. A selection of no track or more than 200 tracks shows the suggestions again (422).
    func postPodcastSuggestions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        do {
            let (urns, station) = (try StationForms.tracks(fields), try StationForms.station(fields))
            try await PodcastRoutes.refusing {
                try await stores.stations.addTracks(urns, station: station, for: context.listener)
            }
            return .seeOther(
                station.map { "/library/podcasts/stations/\($0)" } ?? "/library/podcasts", LibraryNotice.movedToPodcasts
            )
        } catch let error as APIError where error.isCorrectable {
            return try await suggestions(request, context, station: try fields.optional("station") ?? "", error: error)
        }
    }

    /// Returns the page of suggestions. `station` is the station selected in a refused form. Throws 422 for an invalid cursor, limit or sort order.
    private func suggestions(
        _ request: Request, _ context: RequestContext, station: String = "", error: APIError? = nil
    ) async throws -> Response {
        let (listener, page) = (try context.listener, try KeysetPage(request))
        let (tracks, next) = try await stores.browse.tracks(.suggested, page, of: listener)
        let stations = try await stores.stations.stations(of: listener)
        let path = "/library/podcasts/suggestions"
        let form: HTML = """
            <form method="post" action="\(path)">\(context.caller?.csrfField)
            \(BrowseMarkup.lines(tracks.map { TrackLine(track: $0, choice: StationForms.box($0)) }))
            \(StationForms.choice(of: stations, chosen: station))
            <p><button>Move selected tracks to your podcasts</button></p></form>
            """
        var frame = try await stores.page(
            "Possible podcasts", .podcastTracks, context,
            content: """
                \(error.map { HTML.fault($0, labels: StationForms.labels, ids: StationForms.ids(tracks)) })
                <p>Long recordings and episodes in your library that may be podcasts. A track stays in the library until you move it.</p>
                \(tracks.isEmpty ? BrowseMarkup.nothing(Self.noSuggestions, page) : form)
                \(BrowseMarkup.pageLinks(path, isFirst: page.after == nil, next: next))
                """)
        frame.up = Page.Link("/library/podcasts", "Podcast tracks")
        frame.status = error?.status ?? .ok
        return frame.response()
    }
}

extension PodcastPageRoutes {
    private static let noSuggestions = EmptyState(
        .podcast, "No track in your library looks like a podcast",
        action: "<a class=\"button quiet\" href=\"/library/podcasts\">Show podcast tracks</a>"
    ).html
}

/// The shared parts of forms for selecting tracks and a station.
enum StationForms {
    static let labels = ["track": "The selection", "station": "The station", "name": "The name"]

    /// Returns the IDs of the elements to which the error summary links, by field; for the tracks, the first checkbox.
    static func ids(_ tracks: [LibraryTrack]) -> [String: String] {
        var ids = ["station": "station", "name": "name"]
        ids["track"] = tracks.first.map { "track-\($0.id)" }
        return ids
    }

    /// Returns the checkbox that selects a track for a form.
    static func box(_ track: LibraryTrack) -> HTML {
        """
        <span class="choice"><input type="checkbox" id="track-\(track.id.description)" name="track" value="\(track.urn.description)" \
        aria-label="Select \(track.title)"></span>
        """
    }

    /// Returns the field for selecting a station, or no station; empty if the listener has no stations.
    static func choice(of stations: [Station], chosen: String) -> HTML {
        guard !stations.isEmpty else { return .empty }
        let options = [Field.Option("", "No station")] + stations.map { Field.Option(String($0.id), $0.name) }
        return Field("Station", "station", chosen, .choice(options)).html
    }

    /// Returns the tracks selected in a form. Throws 404 for a value that is not the URN of a track, and 422 unless 1 to 200 tracks are selected.
    static func tracks(_ fields: FormFields) throws(APIError) -> [CloudURN] {
        var urns: [CloudURN] = []
        for text in fields.values("track") {
            guard let urn = CloudURN(text, of: .track) else { throw LibraryTrack.absent }
            urns.append(urn)
        }
        guard (1...KeysetPage.size.most).contains(urns.count) else {
            throw .invalid("track", "must have 1 to \(KeysetPage.size.most) tracks, found \(urns.count)")
        }
        return urns
    }

    /// Returns the station selected in a form, or `nil` if no station is selected. Throws 404 for a value that is not an ID.
    static func station(_ fields: FormFields) throws(APIError) -> Int64? {
        guard let text = try fields.optional("station"), !text.isEmpty else { return nil }
        guard let id = LibraryTrack.ID(text) else { throw PodcastRoutes.noStation }
        return id.rawValue
    }
}

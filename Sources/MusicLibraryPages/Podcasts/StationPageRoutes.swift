import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/podcasts/stations` with the listener's stations, the page of each station with its tracks, and their forms (spec L13).
public struct StationPageRoutes: Sendable {
    let stores: BrowseStores
    let feeds: StationFeedStore

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
        feeds = StationFeedStore(database: database)
    }

    static let path = "/library/podcasts/stations"
    private static let one = path + "/{station}"

    public var routes: [Route] {
        [
            .accountPage("getPodcastStationsPage", Self.path) { request, context in
                try await list(request, context)
            },
            .accountForm("postPodcastStation", Self.path, endpoint: postPodcastStation),
            .accountPage("getPodcastStationPage", Self.one, endpoint: getPodcastStationPage),
            .accountForm("postPodcastStationName", Self.one, endpoint: postPodcastStationName),
            .accountForm("postPodcastStationMove", Self.one + "/move") { request, context in
                let (station, listener) = (try await station(request, context), try context.listener)
                let (fields, step) = try Self.step(request)
                let position = Int(station.position) + Int(step)
                try await PodcastRoutes.refusing {
                    try await stores.stations.change(station.id, name: nil, position: max(0, position), for: listener)
                }
                return .seeOther(try Self.again(Self.path, String(station.id), fields), LibraryNotice.orderChanged)
            },
            .accountForm("postPodcastStationDelete", Self.one + "/delete") { request, context in
                let (station, listener) = (try await station(request, context), try context.listener)
                _ = try request.form()
                try await PodcastRoutes.refusing { try await stores.stations.delete(station.id, of: listener) }
                return .seeOther(Self.path, LibraryNotice.stationDeleted)
            },
            .accountForm("postPodcastStationTracks", Self.one + "/tracks", endpoint: postPodcastStationTracks),
            .accountForm("postPodcastStationTrackMove", Self.one + "/tracks/{libraryTrack}/move") { request, context in
                let (station, urn) = (try await station(request, context), try LibraryTrack.urn(in: request))
                let (listener, (fields, step)) = (try context.listener, try Self.step(request))
                try await PodcastRoutes.refusing {
                    try await stores.stations.shift(urn, in: station.id, by: step, for: listener)
                }
                return .seeOther(
                    try Self.again("\(Self.path)/\(station.id)", urn.description, fields), LibraryNotice.orderChanged)
            },
            .accountForm("postPodcastStationTrackRemoval", Self.one + "/tracks/{libraryTrack}/removal") {
                request, context in
                let (station, urn) = (try await station(request, context), try LibraryTrack.urn(in: request))
                let listener = try context.listener
                _ = try request.form()
                try await PodcastRoutes.refusing {
                    try await stores.stations.take(urn, outOf: station.id, for: listener)
                }
                return .seeOther("\(Self.path)/\(station.id)", LibraryNotice.removedFromStation)
            },
            .accountForm("postPodcastStationFeed", Self.one + "/feed", endpoint: postPodcastStationFeed),
            .accountForm("postPodcastStationFeedEnd", Self.one + "/feed/end", endpoint: postPodcastStationFeedEnd),
        ]
    }

    /// Returns the fields of an up or down button, and the direction: -1 for up, 1 for down. Throws 422 for any other value of `to`.
    private static func step(_ request: Request) throws(APIError) -> (fields: FormFields, step: Int32) {
        let fields = try request.form()
        switch try fields("to") {
        case "up": return (fields, -1)
        case "down": return (fields, 1)
        case let other: throw .invalid("to", "must be \"up\" or \"down\", found \"\(other.prefix(100))\"")
        }
    }

    /// Returns the path of the same list page with the focus on the same button, so that the listener can press the button again.
    private static func again(_ path: String, _ at: String, _ fields: FormFields) throws(APIError) -> String {
        let cursor = try fields.optional("cursor").flatMap { KeysetPage.Position($0) }
        let page = cursor.map { "&cursor=\($0.description.percentEncoded)" } ?? ""
        return "\(path)?at=\(at.percentEncoded)&to=\(try fields("to") == "up" ? "up" : "down")\(page)"
    }

    func station(_ request: Request, _ context: RequestContext) async throws -> Station {
        guard let id = LibraryTrack.ID(try request.parameter("station")),
            let station = try await stores.stations.station(id.rawValue, of: context.listener)
        else { throw PodcastRoutes.noStation }
        return station
    }

    // MARK: - List of stations

    /// Answers `postPodcastStation`: creates a station at the end of the list and redirects to the station. An invalid name (422), or more than 200
    /// stations (409), shows the list again with the error.
    func postPodcastStation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        do {
            let name = try PodcastRoutes.stationName(try fields("name"), "name")
            let id = try await PodcastRoutes.refusing { try await stores.stations.create(name, for: context.listener) }
            return .seeOther("\(Self.path)/\(id)", LibraryNotice.stationCreated)
        } catch let error as APIError where error.isCorrectable {
            return try await list(request, context, name: try fields.optional("name") ?? "", error: error)
        }
    }

    /// Returns the page with the list of stations. `name` is the name entered for a new station, shown again after an error.
    private func list(
        _ request: Request, _ context: RequestContext, name: String = "", error: APIError? = nil
    ) async throws -> Response {
        let listener = try context.listener
        let stations = try await stores.stations.stations(of: listener)
        let covers = try await covers(of: stations, for: listener)
        if error == nil { try await stores.views.note("podcasts", podcasts: .stations, of: listener) }
        var lines = RowList(
            try stations.indices.map { index in
                try line(
                    stations[index], covers[stations[index].id], at: index, of: stations.count, request, context)
            })
        lines.isOrdered = true
        var page = try await stores.page(
            "Stations", .stations, context,
            content: """
                \(try LibraryNotice(request)?.html)\(error.map { HTML.fault($0, labels: StationForms.labels, ids: StationForms.ids([])) })
                \(stations.isEmpty ? Self.nothing : .empty)
                \(BrowseMarkup.total(Int64(stations.count), "station"))
                \(stations.isEmpty ? .empty : lines.html)
                <h2>New station</h2>
                <form class="find" method="post" action="\(Self.path)">\(context.caller?.csrfField)
                \(Self.nameField(name, error).html)
                <button>Create station</button></form>
                """)
        page.status = error?.status ?? .ok
        return page.response()
    }

    /// Returns the covers of stations by key (``LibraryCoverStore``).
    private func covers(of stations: [Station], for listener: Listener) async throws -> [Int64: Cover] {
        try await LibraryCoverStore(database: stores.browse.database).covers(
            of: .stations, stations.map(\.id), for: listener)
    }

    private static let nothing = EmptyState(
        .podcast, "No stations yet", "A station collects podcast tracks that belong together.",
        action: "<a class=\"button\" href=\"#name\">Create station</a>"
    ).html

    private static func nameField(_ name: String, _ error: APIError?) -> Field {
        var field = Field("Name", "name", name)
        field.isRequired = true
        field.attributes = " maxlength=\"200\" autocomplete=\"off\""
        field.fault = error?.fault(of: "name")
        return field
    }

    private func line(
        _ station: Station, _ cover: Cover?, at position: Int, of count: Int, _ request: Request,
        _ context: RequestContext
    ) throws -> ListRow {
        let path = "\(Self.path)/\(station.id)"
        let arrows = try Self.arrows(
            "\(path)/move", station.name, String(station.id), isFirst: position == 0, isLast: position == count - 1,
            request,
            context)
        var row = ListRow(
            "<strong>\(station.name)</strong>", LocalPath(path), artwork: Artwork(station.name, url: cover?.path()))
        row.origin = .library
        row.facts = "\(LibraryFormat.count(station.tracks, "track"))"
        row.actions = arrows
        return row
    }

    /// Returns the up and down buttons. The button pressed last has the focus; if this button is disabled, the other button has the focus.
    private static func arrows(
        _ path: String, _ name: String, _ at: String, isFirst: Bool, isLast: Bool, _ request: Request,
        _ context: RequestContext
    ) throws -> HTML {
        let query = try request.queryFields()
        let last = try request.method == .get && query.optional("at") == at ? query.optional("to") : nil
        let cursor = try query.optional("cursor").flatMap { KeysetPage.Position($0) }
        let page = cursor.map { "<input type=\"hidden\" name=\"cursor\" value=\"\($0.description)\">" as HTML }
        func arrow(_ to: String, _ sign: HTML, isOff: Bool, isOtherOff: Bool) -> HTML {
            let hasFocus = last != nil && !isOff && (last == to || isOtherOff)
            return """
                <button class="quiet" name="to" value="\(to)"\(isOff ? " disabled" : HTML.empty)\(hasFocus ? " autofocus" : HTML.empty)>\
                \(sign)<span class="hidden"> Move \(name) \(to)</span></button>
                """
        }
        return """
            <form class="acts" method="post" action="\(path)">\(context.caller?.csrfField)\(page)\
            \(arrow("up", "↑", isOff: isFirst, isOtherOff: isLast)) \
            \(arrow("down", "↓", isOff: isLast, isOtherOff: isFirst))</form>
            """
    }

    // MARK: - One station

    /// Answers `getPodcastStationPage`: the station with a page of its tracks, the feed and the forms; 404 for an unknown station, 422 for an invalid
    /// parameter. Stores the page as the last view.
    func getPodcastStationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, listener) = (try await station(request, context), try context.listener)
        try await stores.views.note(
            "podcasts", params: ["station": String(station.id)], podcasts: .stations, of: listener)
        return try await page(station, request, context, fields: try request.queryFields())
    }

    /// Answers `postPodcastStationName`: a redirect to the renamed station; 404 for an unknown station. An invalid name shows the page again (422).
    func postPodcastStationName(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, listener) = (try await station(request, context), try context.listener)
        let fields = try request.form()
        do {
            let name = try PodcastRoutes.stationName(try fields("name"), "name")
            try await PodcastRoutes.refusing {
                try await stores.stations.change(station.id, name: name, position: nil, for: listener)
            }
            return .seeOther("\(Self.path)/\(station.id)", LibraryNotice.stationRenamed)
        } catch let error as APIError where error.isCorrectable {
            return try await page(station, request, context, fields: fields, error: error)
        }
    }

    /// Answers `postPodcastStationTracks`: a redirect to the station after the selected tracks were added at the end; 404, without adding any, for an
    /// unknown station or track. A selection of no track or more than 200 tracks shows the page again (422).
    func postPodcastStationTracks(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (station, listener) = (try await station(request, context), try context.listener)
        let fields = try request.form()
        do {
            let urns = try StationForms.tracks(fields)
            try await PodcastRoutes.refusing {
                try await stores.stations.addTracks(urns, station: station.id, for: listener)
            }
            return .seeOther("\(Self.path)/\(station.id)", LibraryNotice.addedToStation)
        } catch let error as APIError where error.isCorrectable {
            return try await page(station, request, context, fields: fields, error: error)
        }
    }

    /// Returns the page of a station. `fields` are the fields of the query or of a refused form. `created` is a message above the list that is shown
    /// only once; `nil` for none. `error` is the error of the refused form; `nil` if no form was refused. Throws 422 for an invalid cursor, limit or
    /// sort order.
    func page(
        _ station: Station, _ request: Request, _ context: RequestContext, fields: FormFields, created: HTML? = nil,
        error: APIError? = nil
    ) async throws -> Response {
        let (listener, position) = (try context.listener, try KeysetPage(request))
        let (tracks, next) = try await stores.browse.tracks(.station(station.id), position, of: listener)
        let find = try fields.optional("find")?.trimmedLine ?? ""
        let (loose, more) = try await stores.browse.tracks(
            .loose(SortKey(find).start), KeysetPage(limit: 30), of: listener)
        let path = "\(Self.path)/\(station.id)"
        let lines = try tracks.indices.map { index in
            TrackLine(
                track: tracks[index],
                actions: try actions(
                    tracks[index], path, request, context, isFirst: position.after == nil && index == 0,
                    isLast: next == nil && index == tracks.count - 1))
        }
        let cover = try await covers(of: [station], for: listener)[station.id]?.path(.head)
        let feed = StationFeedForms(
            path: path, context: context, createdAt: try await feeds.createdAt(station.id, of: listener),
            clock: LocalTimeFormatter(context.tenant))
        let isNameWrong = error?.fault(of: "name") != nil
        var page = try await stores.page(
            station.name, .stations, context,
            content: """
                \(created)\(try LibraryNotice(request)?.html)\(error.map { HTML.fault($0, labels: StationForms.labels, ids: StationForms.ids(loose)) })
                <div class="entry">\(Artwork(station.name, url: cover, size: .large).html)<div>
                <p class="faint">Podcast station · \(LibraryFormat.count(station.tracks, "track"))</p></div></div>
                \(tracks.isEmpty ? BrowseMarkup.nothing(Self.empty, position) : .empty)
                \(BrowseMarkup.lines(lines, isOrdered: true))
                \(BrowseMarkup.pageLinks(path, isFirst: position.after == nil, next: next))
                \(tracks.isEmpty ? HTML.empty : ExportLinks.html(.station(station.id)))
                <h2 id="add">Add tracks</h2>
                \(adding(loose, isPart: more != nil, find, path, context))
                \(feed.html)
                <h2>Edit station</h2>
                <form class="find" method="post" action="\(path)">\(context.caller?.csrfField)
                \(Self.nameField(isNameWrong ? try fields.optional("name") ?? "" : station.name, error).html)
                <button class="quiet">Rename</button></form>
                \(Self.deletion(of: station, context))
                """)
        page.up = Page.Link("/library/podcasts/stations", "Stations")
        page.status = error?.status ?? .ok
        return page.playing(tracks.isEmpty ? nil : .station(station.id)).response()
    }

    private static let empty = EmptyState(
        .podcast, "This station is empty", action: "<a class=\"button\" href=\"#add\">Add tracks</a>"
    ).html

    private static func deletion(of station: Station, _ context: RequestContext) -> HTML {
        var question = Confirmation(
            "Delete station",
            """
            The tracks of “\(station.name)” stay in your podcasts, but their order is lost. \
            Podcast apps can no longer read the station.
            """, path: LocalPath("\(path)/\(station.id)/delete") ?? "/library/podcasts/stations",
            fields: context.caller?.csrfField ?? .empty)
        question.id = "deletion"
        return question.html
    }

    private func actions(
        _ track: LibraryTrack, _ path: String, _ request: Request, _ context: RequestContext, isFirst: Bool,
        isLast: Bool
    ) throws -> HTML {
        let here = "\(path)/tracks/\(track.urn)"
        let arrows = try Self.arrows(
            "\(here)/move", track.title, track.urn.description, isFirst: isFirst, isLast: isLast, request, context)
        return """
            \(arrows)
            <form class="acts" method="post" action="\(here)/removal">\(context.caller?.csrfField)\
            <button class="quiet">Remove<span class="hidden">: \(track.title)</span></button></form>
            """
    }

    private func adding(
        _ loose: [LibraryTrack], isPart: Bool, _ find: String, _ path: String, _ context: RequestContext
    ) -> HTML {
        var field = Field("The title begins with", "find", find, .search)
        field.attributes = " maxlength=\"200\""
        let search: HTML = """
            <form class="find" method="get" action="\(path)" role="search">\(field.html)
            <button class="quiet">Search</button></form>
            """
        guard !loose.isEmpty else {
            return find.isEmpty
                ? "<p class=\"hint\">There are no podcast tracks without a station.</p>"
                : "\(search)<p class=\"hint\" role=\"status\">No podcast track without a station has a title that begins with “\(find)”.</p>"
        }
        return """
            \(isPart || !find.isEmpty ? search : .empty)
            <p class="hint">Podcast tracks without a station\
            \(isPart ? " (only the first \(loose.count) are shown)" : "").</p>
            <form method="post" action="\(path)/tracks">\(context.caller?.csrfField)
            \(BrowseMarkup.lines(loose.map { TrackLine(track: $0, choice: StationForms.box($0)) }))
            <p><button>Add selected tracks</button></p></form>
            """
    }
}

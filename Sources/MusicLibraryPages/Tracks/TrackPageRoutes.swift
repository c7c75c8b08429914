import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library/tracks/{libraryTrack}`: the filing of a track, the reasons, and the listener's corrections (spec L7, L8, L14).
public struct TrackPageRoutes: Sendable {
    private let stores: BrowseStores
    private let ratings: TrackRatingStore

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
        ratings = TrackRatingStore(database: database)
    }

    private static let path = "/library/tracks/{libraryTrack}"

    public var routes: [Route] {
        [
            .accountPage("getTrackPage", Self.path, endpoint: getTrackPage),
            .accountForm("postTrackCorrection", Self.path, endpoint: postTrackCorrection),
            .accountForm("postTrackSettle", Self.path + "/settle") { request, context in
                let track = try await track(request, context)
                let fields = try request.form()
                guard try await stores.browse.confirmFiling(track.urn, of: context.listener) else {
                    throw LibraryTrack.absent
                }
                return .seeOther(try Self.formTarget(fields, from: track), LibraryNotice.filingConfirmed)
            },
            .accountForm("postTrackReset", Self.path + "/reset") { request, context in
                let track = try await track(request, context)
                _ = try request.form()
                guard try await stores.filing.correct(track.urn, by: context.listener, { $0 = TrackCorrection() })
                else {
                    throw LibraryTrack.absent
                }
                return .seeOther(track.page, LibraryNotice.correctionUndone)
            },
            .accountForm("postTrackRating", Self.path + "/rating", endpoint: postTrackRating),
            .accountForm("postTrackMove", Self.path + "/move", endpoint: postTrackMove),
            .accountForm("postTrackRemoval", Self.path + "/removal") { request, context in
                let track = try await track(request, context)
                _ = try request.form()
                guard try await stores.filing.remove(track.urn, by: context.listener) else {
                    throw LibraryTrack.absent
                }
                return .seeOther(
                    track.location == .library ? "/library/songs" : "/library/podcasts", LibraryNotice.trackRemoved)
            },
        ]
    }

    private func track(_ request: Request, _ context: RequestContext) async throws -> LibraryTrack {
        guard let track = try await stores.browse.track(try LibraryTrack.urn(in: request), of: context.listener) else {
            throw LibraryTrack.absent
        }
        return track
    }

    /// Answers `getTrackPage`: the track with its filing and the form to correct it; 404 for an unknown track. Stores the page as the last view.
    func getTrackPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let track = try await track(request, context)
        let view = track.location == .library ? "library" : "podcasts"
        try await stores.views.note(view, params: ["track": track.urn.description], of: context.listener)
        return try await page(track, FilingForm(track), request, context)
    }

    /// Answers `postTrackCorrection`: corrects and confirms the track, files all affected tracks again, and redirects to the track or to the next
    /// uncertain track; 404 for an unknown track, 503 if other changes interfere. An invalid name shows the form again (422).
    func postTrackCorrection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let track = try await track(request, context)
        let fields = try request.form()
        let form = try FilingForm(fields, over: track)
        do {
            let change = try form.change(from: track)
            guard try await stores.filing.correct(track.urn, by: context.listener, change) else {
                throw LibraryTrack.absent
            }
            return .seeOther(try Self.formTarget(fields, from: track), LibraryNotice.corrected)
        } catch let error as APIError where error.isCorrectable {
            return try await page(track, form, request, context, back: try UncertainListPosition(fields), error: error)
        }
    }

    /// Answers `postTrackRating`: a redirect after the rating was stored, or removed for 0 stars; 404 for an unknown track, 422 for any other value.
    func postTrackRating(_ request: Request, _ context: RequestContext) async throws -> Response {
        let track = try await track(request, context)
        let text = try request.form()("rating")
        let rating = Int(text).flatMap { TrackRating(stars: $0) }
        guard rating != nil || text == "0" else {
            throw APIError.invalid(
                "rating", "must be from 0 to \(TrackRating.range.upperBound) stars, found \"\(text.prefix(100))\"")
        }
        guard try await ratings.rate(track.urn, rating, by: context.listener) else { throw LibraryTrack.absent }
        return .seeOther(track.page, rating == nil ? LibraryNotice.ratingRemoved : .rated)
    }

    /// Answers `postTrackMove`: a redirect to the track after its move to the library, to the podcasts or to a station. Without a selected station,
    /// the track leaves its station. 404 for an unknown track or station, 422 for a location other than "library" and "podcasts".
    func postTrackMove(_ request: Request, _ context: RequestContext) async throws -> Response {
        let track = try await track(request, context)
        let fields = try request.form()
        let listener = try context.listener
        switch try fields("to") {
        case "library":
            try await PodcastRoutes.refusing {
                try await stores.stations.move(track.urn, to: .library, station: nil, for: listener)
            }
            return .seeOther(track.page, LibraryNotice.movedToLibrary)
        case "podcasts":
            let station = try StationForms.station(fields)
            try await PodcastRoutes.refusing {
                try await stores.stations.move(track.urn, to: .podcasts, station: station, for: listener)
            }
            let notice = track.location == .library ? LibraryNotice.movedToPodcasts : .stationChanged
            return .seeOther(track.page, notice)
        case let other:
            throw APIError.invalid("to", "must be \"library\" or \"podcasts\", found \"\(other.prefix(100))\"")
        }
    }

    /// Returns the path to open after a form: the next uncertain track if the form came from that list, otherwise the track.
    private static func formTarget(_ fields: FormFields, from track: LibraryTrack) throws -> String {
        try UncertainListPosition(fields)?.path(after: track) ?? track.page
    }

    private func page(
        _ track: LibraryTrack, _ form: FilingForm, _ request: Request, _ context: RequestContext,
        back: UncertainListPosition? = nil, error: APIError? = nil
    ) async throws -> Response {
        let content = TrackPage(
            track: track, rating: try await ratings.rating(of: track.urn, by: context.listener),
            stations: try await stores.stations.stations(of: context.listener), context: context,
            form: form, back: back?.fields ?? .empty, error: error)
        let section: LibraryPage.Section = track.location == .library ? .songs : .podcastTracks
        var page = try await stores.page(
            track.title, section, context, content: "\(try LibraryNotice(request)?.html)\(content.html)")
        page.up =
            back != nil
            ? Page.Link("/library/uncertain", "Uncertain tracks")
            : track.location == .library
                ? Page.Link("/library/songs", "Songs") : Page.Link("/library/podcasts", "Podcast tracks")
        page.status = error?.status ?? .ok
        return page.response()
    }
}

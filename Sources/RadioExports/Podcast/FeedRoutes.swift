import HTTP
import Radio
import Web

/// The endpoints of the podcast feeds of shows and the chapters of recordings (spec E6).
public struct FeedRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let store: FeedStore
    private let recordings: RecordingStore
    private let programmes: ProgrammeStore
    private let stations: StationStore

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        store = FeedStore(database: endpoints.database)
        recordings = RecordingStore(database: endpoints.database)
        programmes = ProgrammeStore(database: endpoints.database)
        stations = StationStore(database: endpoints.database)
    }

    public var routes: [Route] {
        [
            Route("getShowFeed", .get, "/api/v1/shows/{show}/feed.xml", access: .everyone, endpoint: getShowFeed),
            Route(
                "getVersionChapters", .get, "/api/v1/versions/{version}/chapters.json", access: .everyone,
                endpoint: getVersionChapters),
        ]
    }

    /// Answers `getShowFeed`: the show's podcast feed with the current or next broadcast and at most 1,000 available recordings, newest first.
    func getShowFeed(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id: Show.ID? = Show.ID(try request.parameter("show"))
        guard let id else { throw Self.noShow }
        return try await endpoints.answer("feed/\(id)", request, context) { build in
            let heard = try await recordings.recordings(of: id, at: build.now, in: build.tenant.id)
            let found = try await store.show(id, episodes: heard.recordings.map(\.episode), in: build.tenant.id)
            guard let (show, episodes) = found else { throw Self.noShow }
            let next = try await next(of: id, build)
            let change = next.map { LiveItem.change(of: $0.programme.airing, after: build.now) }
            let document = FeedDocument(
                show: show, episodes: episodes, recordings: heard.recordings, next: next, tenant: build.tenant,
                origin: build.origin, mark: build.mark, now: build.now)
            return ExportDocument(
                FeedDocument.mediaType, try await build.tenantWorkers.run { try document.bytes() },
                goodUntil: [heard.goodUntil, change].compactMap(\.self).min())
        }
    }

    /// Answers `getVersionChapters`: the chapters of the recording; 404 if it is not available now or its show is inactive.
    func getVersionChapters(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Version.ID(try request.parameter("version")),
            let chapters = try await store.chapters(of: id, at: endpoints.now(), in: context.tenant.id)
        else {
            throw APIError(
                .notFound, code: .noSuchVersion, "no recording with this ID is available on demand: check the ID")
        }
        return .tagged(
            try .json(ChaptersView(chapters, context.tenant.origin), mediaType: ChaptersView.mediaType),
            in: context.tenant.id)
    }

    private func next(
        of show: Show.ID, _ build: ExportEndpoints.Build
    ) async throws -> (programme: Programme, channel: StationChannel)? {
        guard let programme = try await programmes.next(of: show, at: build.now, in: build.tenant.id) else {
            return nil
        }
        let channels = try await stations.channels(in: build.tenant.id)
        return channels.first { $0.id == programme.airing.channel }.map { (programme, $0) }
    }

    static let noShow = APIError(.notFound, code: .noSuchShow, "no active show has this ID: check the ID")
}

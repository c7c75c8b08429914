import HTTP
import Radio
import Web

/// The endpoints of shows as podcasts and of the chapters of episodes (spec E6).
public struct FeedRoutes: Sendable {
    private let desk: ExportDesk
    private let store: FeedStore
    private let recordings: RecordingStore
    private let programmes: ProgrammeStore
    private let stations: StationStore

    init(_ desk: ExportDesk) {
        self.desk = desk
        store = FeedStore(database: desk.database)
        recordings = RecordingStore(database: desk.database)
        programmes = ProgrammeStore(database: desk.database)
        stations = StationStore(database: desk.database)
    }

    public var routes: [Route] {
        [
            Route("getShowFeed", .get, "/api/v1/shows/{show}/feed.xml", access: .everyone, endpoint: getShowFeed),
            Route(
                "getVersionChapters", .get, "/api/v1/versions/{version}/chapters.json", access: .everyone,
                endpoint: getVersionChapters),
        ]
    }

    /// Answers `getShowFeed`.
    func getShowFeed(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id: Show.ID? = Show.ID(try request.parameter("show"))
        guard let id else { throw Self.noShow }
        return try await desk.answer("feed/\(id)", request, context) { order in
            let heard = try await recordings.recordings(of: id, at: order.now, in: order.tenant.id)
            let found = try await store.show(id, episodes: heard.recordings.map(\.episode), in: order.tenant.id)
            guard let (show, episodes) = found else { throw Self.noShow }
            let next = try await next(of: id, order)
            let change = next.map { LiveItem.change(of: $0.programme.airing, after: order.now) }
            let document = FeedDocument(
                show: show, episodes: episodes, recordings: heard.recordings, next: next, tenant: order.tenant,
                origin: order.origin, mark: order.mark, now: order.now)
            return ExportDocument(
                FeedDocument.mediaType, try await order.bench.run { try document.bytes() },
                goodUntil: [heard.goodUntil, change].compactMap(\.self).min())
        }
    }

    /// Answers `getVersionChapters`.
    func getVersionChapters(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Version.ID(try request.parameter("version")),
            let chapters = try await store.chapters(of: id, at: desk.now(), in: context.tenant.id)
        else { throw APIError(.notFound, code: .noSuchVersion, "no such on-demand recording") }
        return .tagged(
            try .json(ChaptersView(chapters, context.tenant.origin), mediaType: ChaptersView.mediaType),
            in: context.tenant.id)
    }

    private func next(
        of show: Show.ID, _ order: ExportDesk.Order
    ) async throws -> (programme: Programme, channel: StationChannel)? {
        guard let programme = try await programmes.next(of: show, at: order.now, in: order.tenant.id) else {
            return nil
        }
        let channels = try await stations.channels(in: order.tenant.id)
        return channels.first { $0.id == programme.airing.channel }.map { (programme, $0) }
    }

    static let noShow = APIError(.notFound, code: .noSuchShow, "no such show")
}

import ConcertNotes
import ConcertReading
import HTTP
import PNG
import Web

/// The pages for the audience below `/live` (spec Decided 3, Decided 21). Everyone can open these pages, and no response sets a cookie.
public struct AudienceRoutes: Sendable {
    private let library: ReadingLibrary
    private let hub: LiveHub
    private let files: AudienceFiles
    /// The icons by their colours and sizes. 180 icons, three for each of 60 tenants, take about 1 MB.
    private let icons = PictureCache<IconColours>(limit: 180) { AudienceIcon.drawing($0) }

    /// Compresses the files, in a few milliseconds. `lastModified` is the time at which the program started, in seconds since 1970.
    public init(library: ReadingLibrary, hub: LiveHub, lastModified: Int64) {
        self.library = library
        self.hub = hub
        files = AudienceFiles(lastModified: lastModified)
    }

    public var routes: [Route] {
        let route = RouteGroup("/live", access: .everyone, errors: .page)
        return [
            route("getAudiencePage", .get, "", getAudiencePage),
            route("getPosterPage", .get, "/poster", getPosterPage),
            route("getAudienceManifest", .get, "/manifest.webmanifest", getAudienceManifest),
            route("getAudienceIcon", .get, "/icons/{audienceIcon}", getAudienceIcon),
            route("getAudienceServiceWorker", .get, "/service-worker.js", getAudienceServiceWorker),
            route("getAudienceFile", .get, "/assets/{audienceFile}", getAudienceFile),
        ]
    }

    /// Answers `getAudiencePage`: the page with the current note of the concert on the air, or with the programme before and after the notes.
    @Sendable
    func getAudiencePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let position = try await hub.position(in: context.tenant.id)
        let programme = try await library.programme(for: context.tenant)
        return AudiencePage(
            tenant: context.tenant, snapshot: AudienceSnapshot(programme: programme, position: position), files: files
        ).response()
    }

    /// Answers `getPosterPage`: the QR code of the audience page for a screen in the foyer.
    @Sendable
    func getPosterPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let title = try await library.programme(for: context.tenant)?.concert.title
        let poster = Poster(house: context.tenant.name, title: title, origin: context.tenant.origin)
        return PosterPage(poster: poster).response()
    }

    /// Answers `getAudienceManifest`: the web app manifest, with the name and the icons of the installed page.
    @Sendable
    func getAudienceManifest(_ request: Request, _ context: RequestContext) async throws -> Response {
        try AudienceManifest(context.tenant).response()
    }

    /// Answers `getAudienceIcon`: an icon of the installed page as PNG.
    @Sendable
    func getAudienceIcon(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let icon = AudienceIcon(rawValue: try request.parameter("audienceIcon")) else {
            throw APIError(.notFound, code: .noSuchPath, "this path does not exist: check the address")
        }
        return .bytes(
            try icons.picture(IconColours(context.tenant), side: icon.side), mediaType: "image/png",
            fields: ["Cache-Control": "public, max-age=86400"])
    }

    /// Answers `getAudienceServiceWorker`: the script that stores the page and the concert on the device.
    @Sendable
    func getAudienceServiceWorker(_ request: Request, _ context: RequestContext) async throws -> Response {
        files.workerResponse(gzip: request.prefersGzip)
    }

    /// Answers `getAudienceFile`: the script or the style sheet of the page.
    @Sendable
    func getAudienceFile(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let response = files.response(to: try request.parameter("audienceFile")) else {
            throw APIError(.notFound, code: .noSuchPath, "this path does not exist: check the address")
        }
        return response
    }
}

import HTTP
import Web

/// The endpoints of the playlists of live streams (spec E4).
public struct PlaylistRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let stations: StationStore

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        stations = StationStore(database: endpoints.database)
    }

    public var routes: [Route] {
        [
            Route("getM3UPlaylist", .get, "/playlist.m3u", access: .everyone, endpoint: getM3UPlaylist),
            Route("getPLSPlaylist", .get, "/playlist.pls", access: .everyone, endpoint: getPLSPlaylist),
            Route("getXSPFPlaylist", .get, "/playlist.xspf", access: .everyone, endpoint: getXSPFPlaylist),
        ]
    }

    /// Answers `getM3UPlaylist`: an M3U playlist with the best live HTTP stream of each channel.
    func getM3UPlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await playlist("m3u", "audio/x-mpegurl; charset=utf-8", request, context) { $0.m3u() }
    }

    /// Answers `getPLSPlaylist`: a PLS playlist with the best live HTTP stream of each channel.
    func getPLSPlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await playlist("pls", "audio/x-scpls; charset=utf-8", request, context) { $0.pls() }
    }

    /// Answers `getXSPFPlaylist`: an XSPF playlist with the best live HTTP stream of each channel.
    func getXSPFPlaylist(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await playlist("xspf", "application/xspf+xml; charset=utf-8", request, context) { try $0.xspf() }
    }

    private func playlist(
        _ form: String, _ mediaType: String, _ request: Request, _ context: RequestContext,
        write: @escaping @Sendable (PlaylistDocument) throws -> [UInt8]
    ) async throws -> Response {
        try await endpoints.answer("playlist.\(form)", request, context) { build in
            let channels = try await stations.channels(in: build.tenant.id)
            let document = PlaylistDocument(channels: channels, tenant: build.tenant, origin: build.origin)
            return ExportDocument(mediaType, try await build.tenantWorkers.run { try write(document) })
        }
    }
}

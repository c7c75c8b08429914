import Gzip
import HTTP
import Web

/// The endpoints of the XMLTV guide of all channels (spec E3).
public struct GuideRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let stations: StationStore
    private let programmes: ProgrammeStore

    private static let channelsAtATime = 16
    private static let hour: Int64 = 3_600_000
    private static let reach = 1...14

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        stations = StationStore(database: endpoints.database)
        programmes = ProgrammeStore(database: endpoints.database)
    }

    public var routes: [Route] {
        [
            Route("getGuide", .get, "/xmltv/guide.xml", access: .everyone, endpoint: getGuide),
            Route("getPackedGuide", .get, "/xmltv/guide.xml.gz", access: .everyone, endpoint: getPackedGuide),
        ]
    }

    /// Answers `getGuide`: the guide of all active channels as XMLTV, from one day ago to `days` days ahead (1 to 14, by default 14).
    func getGuide(_ request: Request, _ context: RequestContext) async throws -> Response {
        Response(content: .representation(try await guide(days: Self.days(request), request, context)))
    }

    /// Answers `getPackedGuide`: the guide of `getGuide`, with the same parameter `days`, as a gzip file, for programs that store the file as
    /// received.
    func getPackedGuide(_ request: Request, _ context: RequestContext) async throws -> Response {
        let days = try Self.days(request)
        let plain = try await guide(days: days, request, context)
        return try await endpoints.answer("guide.gz/\(days)/\(plain.entityTag)", request, context) { build in
            let bytes = try await build.tenantWorkers.run { try plain.gzip ?? Gzip.compress(plain.identity) }
            return ExportDocument("application/gzip", bytes)
        }
    }

    /// Returns the XMLTV guide. Its period begins and ends on a full hour, so the document changes only once per hour unless the data changes.
    private func guide(days: Int, _ request: Request, _ context: RequestContext) async throws -> Representation {
        try await endpoints.representation("guide/\(days)", request, context) { build in
            let hour = build.now.milliseconds - build.now.milliseconds % Self.hour
            let span =
                Instant(
                    milliseconds: hour - 24 * Self.hour)..<Instant(milliseconds: hour + Int64(days) * 24 * Self.hour)
            let channels = try await stations.channels(in: build.tenant.id)
            var guide = try await build.tenantWorkers.run { try GuideDocument(channels, build.tenant, build.origin) }
            for start in stride(from: 0, to: channels.count, by: Self.channelsAtATime) {
                let some = Array(channels[start..<min(start + Self.channelsAtATime, channels.count)])
                let found = try await programmes.programmes(on: some.map(\.id), in: span, of: build.tenant.id)
                guide.append(
                    try await build.tenantWorkers.run { try GuideDocument.part(found, on: some, build.origin) })
            }
            return ExportDocument(
                GuideDocument.mediaType, guide.finished(), goodUntil: Instant(milliseconds: hour + Self.hour))
        }
    }

    private static func days(_ request: Request) throws(APIError) -> Int {
        let fields = try request.queryFields()
        return try fields.optional("days") == nil ? reach.upperBound : fields.integer("days", in: reach)
    }
}

import HTTP
import Radio
import ScheduleCore
import Web

/// The endpoints of service and programme information for RadioDNS receivers (ETSI TS 102 818, ETSI TS 103 270).
public struct SPIRoutes: Sendable {
    private let endpoints: ExportEndpoints
    private let stations: StationStore
    private let programmes: ProgrammeStore
    private let events: ProgrammeEventStore
    private let recordings: RecordingStore

    init(_ endpoints: ExportEndpoints) {
        self.endpoints = endpoints
        stations = StationStore(database: endpoints.database)
        programmes = ProgrammeStore(database: endpoints.database)
        events = ProgrammeEventStore(database: endpoints.database)
        recordings = RecordingStore(database: endpoints.database)
    }

    private static let root = "/radiodns/spi/3.1"

    public var routes: [Route] {
        [
            Route(
                "getServiceInformation", .get, Self.root + "/SI.xml", access: .everyone, endpoint: getServiceInformation
            ),
            Route(
                "getProgrammeInformationByFM", .get, Self.root + "/fm/{country}/{pi}/{frequency}/{day}",
                access: .everyone, endpoint: getProgrammeInformationByFM),
            Route(
                "getProgrammeInformationByDAB", .get, Self.root + "/dab/{gcc}/{eid}/{sid}/{scids}/{day}",
                access: .everyone, endpoint: getProgrammeInformationByDAB),
            Route(
                "getProgrammeInformationByName", .get, Self.root + "/id/{fqdn}/{service}/{day}", access: .everyone,
                endpoint: getProgrammeInformationByName),
        ]
    }

    /// Answers `getServiceInformation`: the tenant's services, bearers and logos (ETSI TS 102 818).
    func getServiceInformation(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await endpoints.answer("SI", request, context) { build in
            let document = ServiceInformation(
                channels: try await stations.channels(in: build.tenant.id), tenant: build.tenant, origin: build.origin,
                mark: build.mark)
            return ExportDocument(SPIElements.mediaType, try await build.tenantWorkers.run { try document.bytes() })
        }
    }

    /// Answers `getProgrammeInformationByFM`: the programmes planned to start on the day in the channel's time zone; 404 if no channel has the
    /// bearer.
    func getProgrammeInformationByFM(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await programmeInformation(bearer: "fm", ["country", "pi", "frequency"], request, context)
    }

    /// Answers `getProgrammeInformationByDAB`: the programmes planned to start on the day in the channel's time zone; 404 if no channel has the
    /// bearer.
    func getProgrammeInformationByDAB(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await programmeInformation(bearer: "dab", ["gcc", "eid", "sid", "scids"], request, context)
    }

    /// Answers `getProgrammeInformationByName`: the programmes planned to start on the day in the channel's time zone. The address contains the host
    /// name and the service identifier from the `radiodns` element of the service information; 404 if no channel has them.
    func getProgrammeInformationByName(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (name, service) = (try request.parameter("fqdn").lowercased(), try request.parameter("service"))
        let host = context.tenant.origin.host
        return try await programmeInformation(request, context) { channel in
            guard name == host, channel.serviceIdentifier == service else { return nil }
            return channel.bearers.filter { $0.purpose == .live }
        }
    }

    private func programmeInformation(
        bearer scheme: String, _ parameters: [String], _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        var parts: [String] = []
        for name in parameters { parts.append(try request.parameter(name).lowercased()) }
        let wanted = "\(scheme):\(parts.joined(separator: "."))"
        return try await programmeInformation(request, context) { channel in
            channel.bearers.first { $0.uri.lowercased() == wanted }.map { [$0] }
        }
    }

    /// Responds with the programme information for the day in the request and the first channel for which `scope` does not return `nil`. Throws
    /// `APIError` 404 if there is no such channel or the file name is invalid.
    private func programmeInformation(
        _ request: Request, _ context: RequestContext, scope: @escaping @Sendable (StationChannel) -> [Bearer]?
    ) async throws -> Response {
        let file = try request.parameter("day")
        guard file.hasSuffix("_PI.xml"), let day = WallDate(basic: file.dropLast(7)) else { throw Self.noSuchFile }
        let channels = try await stations.channels(in: context.tenant.id)
        guard let (channel, bearers) = channels.lazy.compactMap({ one in scope(one).map { (one, $0) } }).first else {
            throw Self.noSuchService
        }
        let span = channel.clock.span(of: day)
        let name = "PI/\(channel.id)/\(bearers.map(\.uri).joined(separator: " "))/\(day.daysSince1970)"
        return try await endpoints.answer(name, request, context) { build in
            let found = try await programmes.planned(on: channel.id, in: span, of: build.tenant.id)
            let parts = try await events.events(of: found.map(\.airing), on: channel.id, in: build.tenant.id)
            let heard = try await recordings.recordings(
                of: found.compactMap { $0.episode?.id }, at: build.now, in: build.tenant.id)
            let document = ProgrammeInformation(
                channel: channel, bearers: bearers, span: span, programmes: found, events: parts,
                recordings: heard.byEpisode, origin: build.origin, mark: build.mark)
            return ExportDocument(
                SPIElements.mediaType, try await build.tenantWorkers.run { try document.bytes() },
                goodUntil: heard.goodUntil)
        }
    }

    private static let noSuchFile = APIError(
        .notFound, code: .noSuchPath,
        "the file name must be a date of eight digits (year, month and day) and _PI.xml, such as 20260501_PI.xml: check the file name"
    )
    private static let noSuchService = APIError(
        .notFound, code: .noSuchPath,
        "this station has no service with this identifier: the service information lists the services")
}

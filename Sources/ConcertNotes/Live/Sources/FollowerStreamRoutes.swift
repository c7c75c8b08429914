import HTTP
import Synchronization
import Tenancy
import Web

/// The stream of a follower's readings: one request for a whole piece, with one JSON object per line (spec T3, N34). The readings are taken one
/// after the other, so a client that sends faster is slowed down.
public struct FollowerStreamRoutes: Sendable {
    /// The largest content of a stream, in bytes.
    static let contentLimit = 64 << 20
    /// The largest number of simultaneous streams of a tenant at one server, enough for a follower, its successor and a rehearsal.
    static let streamLimit = 4

    private let store: LiveStore
    private let hub: LiveHub
    private let lifetime: Duration
    private let streams = StreamCount()

    /// Creates the routes. `lifetime` is the longest duration of a stream; then the client sends another request, which is authenticated again.
    public init(store: LiveStore, hub: LiveHub, lifetime: Duration = .seconds(15 * 60)) {
        self.store = store
        self.hub = hub
        self.lifetime = lifetime
    }

    public var routes: [Route] {
        [
            Route(
                "sendFollowerReadings", .post, "/api/v1/live/follower/readings", access: .permission(.moveLive),
                bodyLimit: Self.contentLimit, streamsContent: true, endpoint: sendFollowerReadings)
        ]
    }

    /// Answers `sendFollowerReadings` at the end of the stream: a report about the readings. Each reading has the same effect as with
    /// `setFollowerReading`, and keeps this effect if the stream ends early.
    @Sendable
    func sendFollowerReadings(_ request: Request, _ context: RequestContext) async throws -> Response {
        try request.require(mediaType: "application/x-ndjson")
        let tenant = context.tenant.id
        guard streams.enter(tenant) else {
            throw APIError(
                .serviceUnavailable, code: .tenantBusy,
                "\(Self.streamLimit) streams of readings are open, the maximum: end one of them, or try again in 10 s",
                retryAfter: 10)
        }
        defer { streams.leave(tenant) }
        let attribution = LiveAttribution(userID: context.caller?.userID, login: context.caller?.login)
        let report = await report(of: request.content ?? ContentStream(request.body), in: tenant, by: attribution)
        return try .json(report, fields: ["Cache-Control": "no-store"])
    }

    private func report(
        of content: ContentStream, in tenant: TenantID, by attribution: LiveAttribution
    ) async -> FollowerReport {
        let end = ContinuousClock.now + lifetime
        var (lines, report) = (ReadingLines(), FollowerReport())
        do {
            for try await piece in content {
                for line in lines.add(piece) { await take(line, in: tenant, by: attribution, into: &report) }
                guard ContinuousClock.now < end else {
                    report.end = .expired
                    return report
                }
            }
            if let line = lines.finish() { await take(line, in: tenant, by: attribution, into: &report) }
        } catch {
            report.end = error == .stopping ? .stopping : .disconnected
        }
        return report
    }

    private func take(
        _ line: ReadingLines.Line, in tenant: TenantID, by attribution: LiveAttribution,
        into report: inout FollowerReport
    ) async {
        guard let bytes = line.bytes else {
            return report.refused(
                line.number, "line-too-long",
                "the line has more than \(ReadingLines.limit) bytes: send each reading on its own line")
        }
        do {
            let reading: FollowerReading = try JSONContent.read(bytes)
            let sources = try await store.read(reading, in: tenant, by: attribution)
            hub.moved(to: sources.revision, in: tenant)
            report.record(line.number, sources)
        } catch let error as APIError {
            report.refused(line.number, error.code.rawValue, error.detail)
        } catch {
            report.refused(
                line.number, "unavailable", "the position could not be read or written; send the next reading")
        }
    }

    private final class StreamCount: Sendable {
        private let counts = Mutex<[TenantID: Int]>([:])

        /// Counts a new stream and returns `true`, or returns `false` if the tenant already has `streamLimit` streams.
        func enter(_ tenant: TenantID) -> Bool {
            counts.withLock { counts in
                guard counts[tenant, default: 0] < FollowerStreamRoutes.streamLimit else { return false }
                counts[tenant, default: 0] += 1
                return true
            }
        }

        func leave(_ tenant: TenantID) {
            counts.withLock { counts in
                let left = counts[tenant, default: 1] - 1
                counts[tenant] = left > 0 ? left : nil
            }
        }
    }
}

import Foundation
import HTTP
import Tenancy
import Web

/// The routes of the audio of the demo's radio (decision 0084). Tenants other than the demo get 404.
struct DemoRadioRoutes: Sendable {
    private let broadcast: DemoBroadcast?

    /// Creates the routes. `broadcast` is `nil` without a demo, or if its audio could not be read.
    init(broadcast: DemoBroadcast?) { self.broadcast = broadcast }

    var routes: [Route] {
        [
            Route(
                "getDemoChannelStream", .get, "\(Self.base)/{demoChannel}", access: .everyone, errors: .page,
                endpoint: getDemoChannelStream),
            Route(
                "getDemoRecording", .get, "\(Self.base)/episodes/{demoRecording}", access: .everyone, errors: .page,
                endpoint: getDemoRecording),
        ]
    }

    private static let base = "/demo/radio"
    private static let ending = ".mp3"

    /// Returns the path of the stream of a channel.
    static func path(ofChannel channel: String) -> String { "\(base)/\(channel)\(ending)" }

    /// Returns the path of a recording.
    static func path(ofRecording name: String) -> String { "\(base)/episodes/\(name)\(ending)" }

    /// Returns the path in the URL of the demo's own audio, so that listeners stay on the host by which they reach this server; `nil` for any other
    /// URL or tenant, and without `broadcast`.
    func localPath(of address: String, in tenant: Tenant) -> String? {
        tenant.slug == DemoTenant.slug ? broadcast?.plan.ownPath(of: address) : nil
    }

    /// Answers `getDemoChannelStream`: the endless stream of a channel; 404 for an unknown channel, 503 if the demo has the maximum number of
    /// listeners.
    func getDemoChannelStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (broadcast, channel) = try named("demoChannel", request, context)
        guard broadcast.hasChannel(channel) else { throw Self.unknown }
        guard let permit = broadcast.permits.take() else {
            throw APIError(
                .serviceUnavailable, code: .busy,
                "the demo's radio has \(broadcast.listeners) listeners, the maximum: stop another player, or try again in 10 s",
                retryAfter: 10)
        }
        return Self.response(StreamedContent { _ in DemoChannelSource(broadcast, channel, permit: permit) })
    }

    /// Answers `getDemoRecording`: the recording of an episode, or the range of it that the request names; 404 for an unknown recording.
    func getDemoRecording(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (broadcast, name) = try named("demoRecording", request, context)
        guard let recording = broadcast.recording(name) else { throw Self.unknown }
        let tag = try ContentTag.text(broadcast.version(of: recording), of: context.tenant.id)
        return Self.response(
            StreamedContent(length: recording.length, tag: tag) { DemoRecordingSource(broadcast, recording, $0) })
    }

    /// Returns the broadcast and the name in the path without ".mp3". Throws 404 without a broadcast, for another tenant, or for another ending.
    private func named(
        _ parameter: String, _ request: Request, _ context: RequestContext
    ) throws(APIError) -> (DemoBroadcast, String) {
        let name = try request.parameter(parameter)
        guard let broadcast, context.tenant.slug == DemoTenant.slug, name.hasSuffix(Self.ending) else {
            throw Self.unknown
        }
        return (broadcast, String(name.dropLast(Self.ending.count)))
    }

    private static func response(_ content: StreamedContent) -> Response { .audio(content, mediaType: "audio/mpeg") }

    private static let unknown = APIError(
        .notFound, code: .noSuchPath, "this server has no audio at this path: check the address")
}

extension DemoBroadcast.Plan {
    /// Returns the path in a URL of the demo's own audio, at any host and port; `nil` for any other URL.
    func ownPath(of address: String) -> String? {
        guard let url = URLComponents(string: address), ["http", "https"].contains(url.scheme), url.query == nil,
            channels.keys.contains(where: { DemoRadioRoutes.path(ofChannel: $0) == url.path })
                || recordings.contains(where: { DemoRadioRoutes.path(ofRecording: $0.name) == url.path })
        else { return nil }
        return url.path
    }
}

import Foundation
import Logging
import Web

/// The updater of the URLs of the demo's own audio, run at each start: the port may have changed, and demos of earlier versions have no audio.
///
/// A URL with the path of the demo's own audio, at any host and port, belongs to the demo. Other URLs, which programmers have entered, stay
/// unchanged.
struct DemoRadioAddresses {
    private let client: DemoClient
    private let base: String
    private let plan: DemoBroadcast.Plan
    private let logger: Logger

    /// Creates the updater. `base` is the scheme, host and port of the audio, such as "http://127.0.0.1:8080".
    init(_ client: DemoClient, base: String, plan: DemoBroadcast.Plan, logger: Logger) {
        self.client = client
        self.base = base
        self.plan = plan
        self.logger = logger
    }

    /// Replaces the scheme, host and port of the demo's own URLs with `base`, and adds audio to the demo of an earlier version, which has none.
    /// Throws `DemoRefusal` if the server refuses to list the items. An item that cannot be changed is only logged.
    func update() async throws {
        let versions = try await versions()
        let isSilent = versions.contains { $0.media.contains { placeholder($0["url"]) != nil } }
        for channel in try await client.send(.get, "/api/v1/admin/channels?limit=200", as: Self.login).items {
            guard let slug = channel["slug"] as? String, plan.channels[slug] != nil, let id = channel["id"] as? String
            else { continue }
            let bearers = channel["bearers"] as? [[String: Any]] ?? []
            var updated = bearers.map { moved($0, "uri") ?? $0 }
            if isSilent, !bearers.contains(where: Self.isLive) { updated.append(bearer(of: slug)) }
            await replace("bearers", of: "/api/v1/admin/channels/\(id)", bearers, by: updated)
        }
        for version in versions {
            await replace(
                "media", of: version.path, version.media, by: version.media.map { placed($0) ?? moved($0, "url") ?? $0 }
            )
        }
    }

    // MARK: - Addresses

    /// Returns the same stream or file with the current URL; `nil` if its URL is not one of the demo's own audio.
    private func moved(_ part: [String: Any], _ member: String) -> [String: Any]? {
        guard let path = (part[member] as? String).flatMap(plan.ownPath) else { return nil }
        return part.merging([member: base + path]) { $1 }
    }

    /// Returns the file of the demo's recording in place of its placeholder; `nil` if the address is not a placeholder.
    private func placed(_ medium: [String: Any]) -> [String: Any]? {
        guard let recording = placeholder(medium["url"]) else { return nil }
        let url = base + DemoRadioRoutes.path(ofRecording: recording.name)
        return medium.merging(["url": url, "bytes": recording.length]) { $1 }
    }

    /// Returns the recording of a URL that an earlier version stored as a placeholder; `nil` for any other value.
    private func placeholder(_ address: Any?) -> DemoBroadcast.Recording? {
        plan.recordings.first { address as? String == "https://radio.example/episode-\($0.name).mp3" }
    }

    private func bearer(of channel: String) -> [String: Any] {
        [
            "uri": base + DemoRadioRoutes.path(ofChannel: channel), "purpose": "live", "mediaType": "audio/mpeg",
            "bitrate": 128,
        ]
    }

    private static func isLive(_ bearer: [String: Any]) -> Bool {
        bearer["purpose"] as? String == "live" && (bearer["uri"] as? String)?.hasPrefix("http") == true
    }

    // MARK: - Requests

    private static let login = Role.programmer.rawValue

    /// Replaces a member of an item, unless the member has changed meanwhile. A failure is only logged, so that the other changes continue.
    private func replace(
        _ member: String, of path: String, _ before: [[String: Any]], by after: [[String: Any]]
    ) async {
        do {
            let unchanged = try Self.text(before)
            guard try Self.text(after) != unchanged else { return }
            let item = try await client.send(.get, path, as: Self.login)
            guard try Self.text(item.members[member] as? [[String: Any]] ?? []) == unchanged else { return }
            let content = item.members.merging([member: after]) { $1 }
            _ = try await client.send(
                .put, path, json: try DemoClient.json(content), ifMatch: item.tag, as: Self.login)
        } catch {
            logger.warning("an address of the demo's radio is outdated", metadata: ["error": "\(error)"])
        }
    }

    private static func text(_ parts: [[String: Any]]) throws -> Data {
        try JSONSerialization.data(withJSONObject: parts, options: .sortedKeys)
    }

    /// Returns the paths and files of the versions of all episodes. Sends a request for each episode.
    private func versions() async throws -> [(path: String, media: [[String: Any]])] {
        var versions: [(path: String, media: [[String: Any]])] = []
        var cursor: String?
        repeat {
            let page = try await client.send(
                .get, "/api/v1/admin/episodes?limit=200" + (cursor.map { "&cursor=\($0)" } ?? ""), as: Self.login)
            for episode in page.items.compactMap({ $0["id"] as? String }) {
                let path = "/api/v1/admin/episodes/\(episode)/versions"
                for version in try await client.send(.get, "\(path)?limit=200", as: Self.login).items {
                    guard let id = version["id"] as? String else { continue }
                    versions.append(("\(path)/\(id)", version["media"] as? [[String: Any]] ?? []))
                }
            }
            cursor = page.members["next"] as? String
        } while cursor != nil
        return versions
    }
}

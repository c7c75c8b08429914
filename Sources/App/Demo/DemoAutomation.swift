import Foundation
import HTTP
import Logging
import Tenancy
import Web

/// The demo's automation system, which reports every item that begins on a channel, as a station's automation system does.
///
/// It starts with the items of the last five hours, newest first, so that listeners of a new demo can go back in time. It also stores the segments of
/// each broadcast, with which listeners skip items.
actor DemoAutomation {
    private let client: DemoClient
    private let playout: DemoPlayout
    private let broadcast: DemoBroadcast?
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private var channels: [String: Channel] = [:]

    private struct Channel {
        let id: String
        let name: String
        var reported: Set<Int64>
        /// The broadcasts whose segments are stored.
        var segmented: Set<DemoPlayout.Span> = []
    }

    /// The length of the buffer in which listeners can go back, in milliseconds.
    private static let bufferMs: Int64 = 18_000_000
    /// The assumed maximum duration of a demo broadcast, in milliseconds.
    private static let longestMs: Int64 = 8 * 3_600_000
    /// The time for which the audio of a channel still uses items that have ended, in milliseconds.
    private static let recentMs: Int64 = 60_000

    /// Creates the automation. `broadcast` is the audio of the channels, which follows the items; `nil` without audio.
    init(
        _ client: DemoClient, _ playout: DemoPlayout, broadcast: DemoBroadcast? = nil, logger: Logger,
        now: @escaping @Sendable () -> Instant = { .now }
    ) {
        self.client = client
        self.playout = playout
        self.broadcast = broadcast
        self.logger = logger
        self.now = now
    }

    /// Reports the current item of each channel, so that channels show an item before the server is ready. Failures are only logged.
    func begin() async {
        await loggingErrors { try await findChannels() }
        for slug in channels.keys.sorted() { await loggingErrors { _ = try await update(slug, isBeginning: true) } }
    }

    /// Reports items until the task is cancelled. A failed report is tried again within about a minute.
    func run() async {
        while !Task.isCancelled {
            var next = now().advanced(byMs: 60_000)
            if channels.count < playout.channels.count { await loggingErrors { try await findChannels() } }
            for slug in channels.keys.sorted() where !Task.isCancelled {
                await loggingErrors { next = min(next, try await update(slug)) }
            }
            try? await Task.sleep(for: .milliseconds(max(100, next.milliseconds - now().milliseconds)))
        }
    }

    /// Runs `body` and logs its error, so that a deleted or disabled channel does not affect the other channels.
    private func loggingErrors(_ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            logger.debug("the demo's radio cannot report an item and will retry", metadata: ["error": "\(error)"])
        }
    }

    private static let login = Role.programmer.rawValue

    private func findChannels() async throws {
        let there = try await client.send(.get, "/api/v1/admin/channels?limit=200", as: Self.login).items
        for item in there {
            guard let slug = item["slug"] as? String, let id = item["id"] as? String, playout.channels[slug] != nil,
                channels[slug] == nil
            else { continue }
            let from = now().advanced(byMs: -Self.bufferMs)
            let plays = try await client.send(
                .get, "/api/v1/admin/channels/\(id)/cuts?from=\(from)&to=\(now())", as: Self.login
            ).items
            let reported = plays.compactMap {
                ($0["startsAt"] as? String).flatMap { Instant(rfc3339: $0)?.milliseconds }
            }
            channels[slug] = Channel(id: id, name: item["name"] as? String ?? slug, reported: Set(reported))
        }
    }

    /// Reports the items that have begun on a channel, stores the segments of its broadcasts, and passes the current and the following items to
    /// the channel's audio. Returns the time of the next update, at most one minute ahead.
    ///
    /// - Parameter isBeginning: whether to report only the current item, without segments.
    private func update(_ slug: String, isBeginning: Bool = false) async throws -> Instant {
        guard let channel = channels[slug] else { return now() }
        let here = now()
        let oldest = here.advanced(byMs: -Self.bufferMs)
        // The range begins at a full hour, so that the limits of a span do not depend on the current time.
        let (first, last) = (oldest.advanced(byMs: -Self.longestMs).hour, here.advanced(byMs: 7_200_000).hour)
        let spans = DemoPlayout.spans(
            try await airings(of: channel, from: first, to: last), title: channel.name, from: first, to: last
        ).filter { $0.endsAt > oldest }
        let planned = spans.map { (span: $0, cuts: playout.cuts(of: $0, on: slug)) }
        // The range ends at least one hour ahead, and the next update is at most one minute ahead.
        let recent = here.advanced(byMs: -Self.recentMs)
        broadcast?.setCuts(planned.flatMap(\.cuts).filter { $0.endsAt > recent }, on: slug)
        var next = here.advanced(byMs: 60_000)
        for (span, cuts) in planned.reversed() {
            for cut in cuts.reversed() {
                if cut.startsAt > here { next = min(next, cut.startsAt) }
                guard cut.startsAt <= here, isBeginning ? cut.endsAt > here : cut.startsAt > oldest else { continue }
                try await reportPlaying(cut, on: slug)
                if Task.isCancelled { return next }
            }
            if !isBeginning { try await segment(span, cuts, on: slug) }
        }
        forget(before: oldest, on: slug)
        return next
    }

    private func forget(before oldest: Instant, on slug: String) {
        guard var channel = channels[slug] else { return }
        channel.reported = channel.reported.filter { $0 > oldest.milliseconds }
        channel.segmented = channel.segmented.filter { $0.endsAt > oldest }
        channels[slug] = channel
    }

    /// Returns the broadcasts of a period, from the schedule that listeners read.
    private func airings(of channel: Channel, from: Instant, to: Instant) async throws -> [DemoPlayout.Span] {
        let rows = try await client.send(
            .get, "/api/v1/channels/\(channel.id)/schedule?from=\(from)&to=\(to)", as: Self.login
        ).items
        return rows.compactMap { row in
            guard let airing = row["airing"] as? [String: Any], let id = airing["id"] as? String,
                let start = (airing["startsAt"] as? String).flatMap(Instant.init(rfc3339:)),
                let end = (airing["endsAt"] as? String).flatMap(Instant.init(rfc3339:))
            else { return nil }
            return DemoPlayout.Span(airing: id, title: airing["title"] as? String ?? "", startsAt: start, endsAt: end)
        }
    }

    private func reportPlaying(_ cut: DemoPlayout.Cut, on slug: String) async throws {
        guard let channel = channels[slug], !channel.reported.contains(cut.startsAt.milliseconds) else { return }
        var numbers = SeededNumbers(seed: "\(slug) listeners \(cut.startsAt)")
        let report: [String: Any] = [
            "title": cut.item.title, "artist": cut.item.artist ?? "", "album": cut.item.album ?? "",
            "label": cut.item.label ?? "", "kind": cut.item.kind, "isMusic": cut.item.kind == "song",
            "durationMs": cut.durationMs, "startsAt": cut.startsAt.description,
            "listeners": numbers.next(in: 20...400),
        ]
        _ = try await client.send(
            .put, "/api/v1/admin/channels/\(channel.id)/now-playing", json: try DemoClient.json(report), as: Self.login)
        channels[slug]?.reported.insert(cut.startsAt.milliseconds)
    }

    private func segment(_ span: DemoPlayout.Span, _ cuts: [DemoPlayout.Cut], on slug: String) async throws {
        guard let airing = span.airing, channels[slug]?.segmented.contains(span) == false else { return }
        let segments: [[String: Any]] = cuts.map { cut in
            [
                "offsetMs": cut.startsAt.milliseconds - span.startsAt.milliseconds, "durationMs": cut.durationMs,
                "kind": cut.item.kind, "title": cut.item.title,
            ]
        }
        _ = try await client.send(
            .put, "/api/v1/admin/airings/\(airing)/segments", json: try DemoClient.json(["segments": segments]),
            as: Self.login)
        channels[slug]?.segmented.insert(span)
    }
}

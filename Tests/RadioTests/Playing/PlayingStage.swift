import Foundation
import HTTP
import Synchronization
import Tenancy
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// A stage with the routes of the current programmes, and their hub.
struct PlayingStage {
    let stage: RouteStage
    let hub: PlayingHub

    static func with(at start: String = "2026-06-15T12:00:00Z", _ body: (PlayingStage) async throws -> Void)
        async throws
    {
        let made = Mutex<PlayingHub?>(nil)
        try await RouteStage.with(
            at: start,
            routes: { database, clock in
                let hub = PlayingHub(database: database, logger: RouteStage.silence, now: clock)
                made.withLock { $0 = hub }
                return PlayingRoutes(hub: hub, database: database).routes
                    + AutomationRoutes(hub: hub, database: database).routes
                    + ShapeRoutes(hub: hub, database: database).routes
                    + WidgetRoutes(hub: hub, database: database).routes
                    + RadioAudioRoutes(hub: hub, database: database, now: clock).routes
            },
            { stage in
                guard let hub = made.withLock({ $0 }) else { return }
                try await body(PlayingStage(stage: stage, hub: hub))
            })
    }

    func get(_ target: String, _ fields: Fields = [:]) async -> StageAnswer {
        await stage.send(.get, target, nil, as: nil, at: "here", fields)
    }

    /// Runs SQL and notifies the hub of the change.
    func sql(_ script: String) async throws {
        try await stage.database.sql(script)
        try await stage.database.sql(
            """
            insert into app.radio_revision as r (tenant_id) values (\(stage.here.id))
                on conflict (tenant_id) do update set revision = r.revision + 1;
            """)
        hub.tenantChanged(ChangeNotice(tenant: stage.here.id, kind: "radio"))
    }
}

/// Parses an RFC 3339 date-time. Returns the epoch for other texts.
func instant(_ text: String) -> Instant { Instant(rfc3339: text) ?? Instant(milliseconds: 0) }

extension Cut {
    static func at(
        _ startsAt: Instant?, _ id: Int64, durationMs: Int64? = nil, title: String = "Song", airing: Airing.ID? = nil
    ) -> Cut {
        Cut(
            id: ID(rawValue: id), channel: Channel.ID(rawValue: 1), airing: airing, startsAt: startsAt,
            position: startsAt == nil ? 0 : nil, durationMs: durationMs, kind: "song", isMusic: true, title: title,
            artist: "Artist", album: "", label: "", isrc: nil, person: nil, art: nil)
    }
}

extension Airing {
    static func from(_ start: Instant, to end: Instant, _ id: Int64) -> Airing {
        Airing(
            id: ID(rawValue: id), channel: Channel.ID(rawValue: 1), show: Show.ID(rawValue: 1), episode: nil,
            plannedStart: start, plannedEnd: end, actualStart: nil, actualEnd: nil, isCancelled: false, isLive: false,
            isRepeat: false, title: "Airing \(id)", description: "", revision: 1)
    }
}

extension Segment {
    static func at(_ offsetMs: Int64, _ durationMs: Int64, _ id: Int64, of airing: Int64 = 1) -> Segment {
        Segment(
            id: ID(rawValue: id), airing: Airing.ID(rawValue: airing), offsetMs: offsetMs, durationMs: durationMs,
            kind: "part", title: "Segment \(id)", isSkippable: true)
    }
}

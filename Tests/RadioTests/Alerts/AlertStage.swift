import HTTP
import Synchronization
import Tenancy
import TestSupport
import WebTestSupport
import Web

@testable import Radio

/// A station with one channel and one show, at noon on Monday 15 June 2026, and the routes of alerts.
struct AlertStage {
    let stage: RouteStage
    let hub: AlertHub
    let channel: Int64
    let show: Int64

    static func with(_ body: (AlertStage) async throws -> Void) async throws {
        let made = Mutex<AlertHub?>(nil)
        try await RouteStage.with(
            routes: { database, clock in
                let hub = Self.hub(database, clock)
                made.withLock { $0 = hub }
                return AlertRoutes(hub: hub, database: database).routes
                    + AiringRoutes(database: database, now: clock).routes
            }
        ) { stage in
            guard let hub = made.withLock({ $0 }) else { return }
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Breakfast", on: [channel], in: stage.here)
            try await body(AlertStage(stage: stage, hub: hub, channel: channel, show: show))
            hub.close()
        }
    }

    /// Returns the hub of another server.
    func anotherHub() -> AlertHub {
        let clock = stage.clock
        return Self.hub(stage.database.tenants, { clock.now })
    }

    /// Returns a hub that cannot list tenants, so it checks only tenants with notifications.
    private static func hub(_ database: TenantDatabase, _ clock: @escaping @Sendable () -> Instant) -> AlertHub {
        AlertHub(database: database, tenants: { throw CancellationError() }, logger: RouteStage.silence, now: clock)
    }

    /// Creates a broadcast that begins at a time on 15 June 2026 and returns its ID.
    func airing(at start: String, minutes: Int = 30) async throws -> Int64 {
        let begin = instant("2026-06-15T\(start):00Z")
        return try await stage.database.airing(
            of: show, on: channel, from: begin.description,
            to: begin.advanced(byMs: Int64(minutes) * 60_000).description,
            in: stage.here)
    }

    /// Sets the clock and runs one check.
    func look(at time: String) async throws {
        try stage.clock.set("2026-06-15T\(time)Z")
        hub.tenantChanged(ChangeNotice(tenant: stage.here.id, kind: "radio"))
        await hub.tick()
    }

    func me(_ method: HTTP.Method, _ path: String = "", as role: Role? = .listener, at host: String = "here") async
        -> StageAnswer
    {
        await stage.send(method, "/api/v1/me/alerts\(path)", as: role, at: host)
    }

    /// Returns the alerts that fired, each as "login airing".
    func fired() async throws -> [String] {
        try await stage.database.sql(
            """
            select u.login || ' ' || f.airing_id
              from app.alert_firing f join app.user_account u using (tenant_id, user_id) order by 1
            """
        ).split(separator: "\n").map(String.init)
    }
}

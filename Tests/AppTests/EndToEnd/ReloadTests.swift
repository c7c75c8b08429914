import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of SIGHUP, on which the server reads settings from files again while it serves.
@Suite(.serialized) struct ReloadTests {
    /// Spec Decided 9.
    @Test(.timeLimit(.minutes(30))) func aReloadReadsLimitsFromFilesAgain() async throws {
        let database = try await TestDatabase.create()
        let file = "/tmp/tutti-e2e-limit-\(UUID().uuidString.prefix(8))"
        try "100\n".write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let settings = [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
            "TUTTI_MAX_STREAMS_PER_ADDRESS_FILE": file,
        ]
        try await database.sql(
            "insert into control.tenant (slug, name) values ('hall', 'Hall')", user: "app_owner")
        try await RunningService.with(["serve"], settings: settings.merging(["TUTTI_DEFAULT_TENANT": "hall"]) { $1 }) {
            service in
            try await service.start()
            let first = try EventReader(port: service.port)
            #expect(try await first.head().hasPrefix("HTTP/1.1 200 "))

            try "1\n".write(toFile: file, atomically: true, encoding: .utf8)
            kill(service.pid, SIGHUP)
            #expect(
                await eventually(within: 120) {
                    service.log.contains("TUTTI_MAX_STREAMS_PER_ADDRESS=1\"") ? true : nil
                } == true, "\(service.logTail)")
            let refusal = try #require(await TestClient(port: service.port).exchange("GET", "/api/v1/live/events"))
            #expect(refusal.status == 429)
            #expect(refusal.fields["retry-after"] == "10")
            #expect(refusal.fields["content-type"] == "application/problem+json")
            #expect(refusal.json["code"] as? String == "too-many-streams")
            let metrics = await TestClient(port: service.adminPort).exchange("GET", "/metrics")?.text ?? ""
            #expect(metrics.contains("\ntutti_http_event_streams 1\n"))
            #expect(metrics.contains("\ntutti_http_event_streams_refused_total{reason=\"address\"} 1\n"))
            #expect(metrics.contains("\ntutti_http_connections_refused_total{reason=\"total\"} 0\n"))

            try "many\n".write(toFile: file, atomically: true, encoding: .utf8)
            kill(service.pid, SIGHUP)
            #expect(
                await eventually(within: 120) {
                    service.log.contains("TUTTI_MAX_STREAMS_PER_ADDRESS=many must be a whole number") ? true : nil
                } == true)
            #expect(await TestClient(port: service.port).exchange("GET", "/api/v1/live/events")?.status == 429)
            #expect(first.isOpen, "the reload closes no connection")

            // The server first becomes unready. The stream ends properly after the delay.
            kill(service.pid, SIGTERM)
            #expect(try await first.rest().hasSuffix("\r\n0\r\n\r\n"), "the stream ends with its last chunk")
        }
        try await database.drop()
    }

    @Test(.timeLimit(.minutes(30))) func aReloadReadsTheDatabaseAddressAgain() async throws {
        let database = try await TestDatabase.create()
        let file = "/tmp/tutti-e2e-url-\(UUID().uuidString.prefix(8))"
        try database.runtimeConninfo.write(toFile: file, atomically: true, encoding: .utf8)
        chmod(file, 0o600)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let settings = ["DATABASE_URL_FILE": file, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo]
        try await RunningService.with(["serve"], settings: settings) { service in
            try await service.start()
            let changed = "\(database.runtimeConninfo) application_name='changed'"
            // The file is changed in place, so that its mode stays the same.
            try changed.write(toFile: file, atomically: false, encoding: .utf8)
            kill(service.pid, SIGHUP)
            #expect(
                await eventually(within: 120) { service.log.contains("database-URLs") ? true : nil } == true,
                "\(service.logTail)")
            #expect(!service.log.contains("application_name"), "the address, which may hold a password, is not logged")
            let connections = "from pg_stat_activity where datname = '\(database.name)' and usename = 'app_rt'"
            try await database.sql("select pg_terminate_backend(pid) \(connections)")
            // The old connections are closed, and new connections use the new address.
            var names = ""
            for _ in 0..<6000 where names != "changed" {
                _ = await TestClient(port: service.adminPort).exchange("GET", "/readyz")
                names = try await database.sql("select distinct application_name \(connections)")
            }
            #expect(names == "changed")
            #expect(await TestClient(port: service.adminPort).exchange("GET", "/readyz")?.status == 200)
        }
        try await database.drop()
    }
}

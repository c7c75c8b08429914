import ConcertNotes
import Observability
import Synchronization
import Tenancy

/// The packet counts of the emitters of up to 200 tenants on the air, for `/metrics`. They are read twice per second, so that a scrape needs no
/// database and a fault is visible within two seconds.
final class EmitterMonitor: Sendable {
    private let store: EmitterStatusStore
    private let directory: TenantDirectory
    private let known = Mutex<[String: Reading]>([:])

    private struct Reading {
        let status: EmitterStatus
        let at: ContinuousClock.Instant
    }

    init(database: TenantDatabase, directory: TenantDirectory, registry: MetricsRegistry) {
        store = EmitterStatusStore(database: database)
        self.directory = directory
        registry.collect { [weak self] in self?.rendered() ?? "" }
    }

    /// Reads the packet counts until the task is cancelled. While the database is down, the last readings remain.
    func run() async {
        while !Task.isCancelled {
            await read()
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    private static let limit = 200

    private func read() async {
        guard let active = try? await directory.activeTenants() else { return }
        let onAir = active.filter { $0.onAir != nil }.prefix(Self.limit)
        var readings: [String: Reading] = [:]
        for tenant in onAir {
            if let status = try? await store.status(in: tenant.tenant.id) {
                readings[tenant.tenant.slug] = Reading(status: status, at: .now)
            } else {
                readings[tenant.tenant.slug] = known.withLock { $0[tenant.tenant.slug] }
            }
        }
        known.withLock { $0 = readings }
    }

    private func rendered() -> String {
        let readings = known.withLock { $0 }.sorted { $0.key < $1.key }
        let now = ContinuousClock.now
        return [
            MetricText(
                "tutti_emitter_packets_sent_total", .counter, "Packets that the emitters of a tenant have sent."
            )
            .rendered(readings.map { ([("tenant", $0.key)], Double($0.value.status.packetsSent)) }),
            MetricText(
                "tutti_emitter_packets_failed_total", .counter, "Packets that the operating system refused to send."
            )
            .rendered(readings.map { ([("tenant", $0.key)], Double($0.value.status.packetsFailed)) }),
            MetricText("tutti_emitter_last_packet_age_seconds", .gauge, "Seconds since the last packet of a tenant.")
                .rendered(
                    readings.compactMap { slug, reading in
                        reading.status.lastPacketAgeMs.map {
                            ([("tenant", slug)], Double($0) / 1000 + (now - reading.at) / .seconds(1))
                        }
                    }),
            MetricText("tutti_emitter_epoch", .gauge, "The epoch of the lease; it increases with each new holder.")
                .rendered(readings.map { ([("tenant", $0.key)], Double($0.value.status.epoch ?? 0)) }),
            MetricText("tutti_emitter_standby", .gauge, "Whether another emitter is ready to take over (1) or not (0).")
                .rendered(readings.map { ([("tenant", $0.key)], $0.value.status.hasStandby ? 1 : 0) }),
            MetricText("tutti_emitter_up", .gauge, "Whether the packets of the lease's holder reach the network.")
                .rendered(
                    readings.map { slug, reading in
                        (
                            [("tenant", slug), ("holder", reading.status.holder ?? "")],
                            reading.status.state == .sending ? 1 : 0
                        )
                    }),
        ].joined()
    }
}

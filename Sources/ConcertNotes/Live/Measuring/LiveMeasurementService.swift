import Logging
import Synchronization
import Tenancy
import Web

/// A service that collects measurements of the audience at this server: the delays and tracks that devices report, and the number of listeners each
/// minute. Adds them to the database every 5 s (spec T19).
public final class LiveMeasurementService: Sendable {
    static let interval = Duration.seconds(5)

    private let store: LiveMeasurementStore
    private let hub: LiveHub
    private let logger: Logger
    private let now: @Sendable () -> Instant
    private let measurements = LiveMeasurements()
    private let server = FollowerNotice.freshServer()
    /// The last minute whose listeners were counted, in minutes since 1970.
    private let counted = Mutex<Int64>(0)

    public init(
        store: LiveStore, hub: LiveHub, logger: Logger, now: @escaping @Sendable () -> Instant = { Instant.now }
    ) {
        self.store = LiveMeasurementStore(database: store.database)
        self.hub = hub
        self.logger = logger
        self.now = now
    }

    /// Writes the measurements every `interval`, and counts the listeners once a minute, until the task is cancelled. Then writes once more.
    public func run() async {
        while (try? await Task.sleep(for: Self.interval)) != nil {
            countListeners()
            await flush()
        }
        // In a separate task, because the database client ends the requests of a cancelled task.
        await Task { await flush() }.value
    }

    /// Takes a report of a device. Steps that this server does not remember do not count. The track counts once, if any step counts.
    func take(_ report: ShownReport, in tenant: TenantID) async throws {
        let feed = try await hub.topic(of: tenant).feed
        var newest: LiveMove?
        for step in report.steps {
            guard let move = feed.move(at: step.revision), let concert = move.concert, let at = move.position?.at,
                let delay = report.delay(of: step, movedAt: at.milliseconds),
                let bound = DelayHistogram.bound(of: delay)
            else { continue }
            if move.revision > newest?.revision ?? 0 { newest = move }
            measurements.add(
                .init(concert: concert, kind: .delay, label: report.transport.rawValue, number: bound), in: tenant)
        }
        // The device sends its track at the time of the report.
        if let concert = newest?.concert, let track = report.track, !track.isEmpty {
            measurements.add(.init(concert: concert, kind: .track, label: track, number: 0), in: tenant)
        }
    }

    /// Counts the connections that follow each concert on the air at this server, once a minute.
    func countListeners() {
        let minute = now().milliseconds / 60_000
        let isNew = counted.withLock { last in
            defer { last = minute }
            return last != minute
        }
        guard isNew else { return }
        for (tenant, concert, count) in hub.audiences() where count > 0 {
            measurements.add(
                .init(concert: concert, kind: .listeners, label: server, number: minute), count: Int64(count),
                in: tenant)
        }
    }

    /// Writes the collected measurements. Those that cannot be written stay in memory for the next call, except new ones beyond
    /// `LiveMeasurements.limit`. After a connection lost during the commit, measurements may be counted twice.
    func flush() async {
        for (tenant, counts) in measurements.take() {
            do {
                try await store.add(counts, in: tenant)
            } catch {
                measurements.restore(counts, in: tenant)
                logger.debug("measurements are stored later", metadata: ["error": "\(error)"])
            }
        }
    }
}

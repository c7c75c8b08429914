import Logging
import Postgres
import Tenancy
import Web

/// A service that adds the counts of this server to the stored history once per minute, in one statement for all tenants.
public struct RequestHistoryWriter: Sendable {
    private let database: Database
    private let traffic: TenantTraffic
    private let logger: Logger

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - database: the service's database client, without a tenant.
    ///   - traffic: the counters of the event loops.
    public init(database: Database, traffic: TenantTraffic, logger: Logger) {
        self.database = database
        self.traffic = traffic
        self.logger = logger
    }

    /// Writes the counts at the start of each minute, and once more after the task is cancelled. If the program is killed, the last counts are lost.
    public func run() async {
        var from = Instant.now
        while (try? await Task.sleep(for: .milliseconds(60_000 - from.milliseconds % 60_000))) != nil {
            await writeOrKeep(from)
            from = .now
        }
        // A cancelled task gets no database connection.
        let last = from
        await Task { await writeOrKeep(last) }.value
    }

    private func writeOrKeep(_ from: Instant) async {
        do {
            try await write(from: from)
        } catch {
            logger.warning(
                "the history of requests cannot be written; trying again in a minute", metadata: ["error": "\(error)"])
        }
    }

    /// Writes the counts since the last call, or keeps them for the next call if that fails. Counts whose write was committed before the error are
    /// then added twice. The counts are added to the hour that contains `from`, the time at which counting began.
    public func write(from: Instant) async throws(PostgresError) {
        let figures = traffic.take()
        guard !figures.isEmpty else { return }
        let slugs = Array(figures.keys)
        let values = slugs.compactMap { figures[$0] }
        do {
            _ = try await database.rows(
                """
                select control.add_requests(
                           \(from.date), \(slugs)::text[], \(values.map(\.requests))::bigint[],
                           \(values.map(\.refused))::bigint[], \(values.map(\.errors))::bigint[])
                """)
        } catch {
            traffic.restore(figures)
            throw error
        }
    }
}

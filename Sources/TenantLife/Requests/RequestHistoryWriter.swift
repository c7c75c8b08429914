import Logging
import Postgres
import Tenancy
import Web

/// Adds once a minute to the stored history what the server has counted in memory, in one statement for all tenants.
public struct RequestHistoryWriter: Sendable {
    private let database: Database
    private let traffic: TenantTraffic
    private let logger: Logger

    /// - Parameters:
    ///   - database: the service's own client; no tenant is set.
    ///   - traffic: what the event loops count to.
    public init(database: Database, traffic: TenantTraffic, logger: Logger) {
        self.database = database
        self.traffic = traffic
        self.logger = logger
    }

    /// Writes at each full minute until the task is cancelled, and once more then. What a program counted in the minute in which
    /// it was killed is lost.
    public func run() async {
        var from = Instant.now
        while (try? await Task.sleep(for: .milliseconds(60_000 - from.milliseconds % 60_000))) != nil {
            await writeOrKeep(from)
            from = .now
        }
        // Not of the task that ended: a cancelled one is given no connection.
        let last = from
        await Task { await writeOrKeep(last) }.value
    }

    private func writeOrKeep(_ from: Instant) async {
        do {
            try await write(from: from)
        } catch {
            logger.warning(
                "the history of requests cannot be written, trying again in a minute", metadata: ["error": "\(error)"])
        }
    }

    /// Writes what was counted since the last time. What cannot be written is kept for the next.
    ///
    /// - Parameter from: when the counting began: its hour is the one that is added to.
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
            traffic.giveBack(figures)
            throw error
        }
    }
}

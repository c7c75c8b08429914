import Logging
import Postgres
import Tenancy
import Web

/// The service that writes the channel counts of this server to the database once a minute, in one statement for all
/// tenants (decision 0059).
public struct ChannelCountWriter: Sendable {
    /// The interval between counts of open event streams, in milliseconds.
    private static let sampleMilliseconds: Int64 = 10_000

    private let database: Database
    private let hub: PlayingHub
    private let logger: Logger

    /// Creates a writer.
    /// - Parameters:
    ///   - database: the service's own client, without a tenant.
    ///   - hub: the hub that holds the counters.
    public init(database: Database, hub: PlayingHub, logger: Logger) {
        self.database = database
        self.hub = hub
        self.logger = logger
    }

    /// Counts streams every ten seconds and writes the counts after each full minute, until the task is cancelled; then
    /// writes a last time. If the process is killed, the counts since the last write are lost.
    public func run() async {
        var from = Instant.now
        while await isNextSample() {
            hub.countFollowers()
            guard Self.minute(.now) != Self.minute(from) else { continue }
            await writeOrKeep(from)
            from = .now
        }
        // Uses a new task, because a cancelled task gets no connection.
        let last = from
        await Task { await writeOrKeep(last, isLast: true) }.value
    }

    private func isNextSample() async -> Bool {
        let wait = Self.sampleMilliseconds - Instant.now.milliseconds % Self.sampleMilliseconds
        return (try? await Task.sleep(for: .milliseconds(wait))) != nil
    }

    private static func minute(_ instant: Instant) -> Int64 { instant.milliseconds / 60_000 }

    private func writeOrKeep(_ from: Instant, isLast: Bool = false) async {
        do {
            try await write(from: from, isLast: isLast)
        } catch {
            logger.warning(
                "channel counts not written, retrying in a minute", metadata: ["error": "\(error)"])
        }
    }

    /// Writes the counts since the last write. If the write fails, the counts are kept for the next write.
    /// - Parameters:
    ///   - from: the time at which counting began. The minute and the hour of this time receive the counts.
    ///   - isLast: whether the server is stopping. The streams of a stopping server reopen at another server, which
    ///     counts them in the same minute, so followers are not written.
    public func write(from: Instant, isLast: Bool = false) async throws(PostgresError) {
        let counts = hub.takeCounts()
        guard !counts.isEmpty else { return }
        do {
            _ = try await database.rows(
                """
                select control.add_channel_counts(
                           \(from.date), \(counts.map { Int64($0.tenant.rawValue) }), \(counts.map(\.channel.rawValue)),
                           \(counts.map { isLast ? 0 : $0.figures.followers }), \(counts.map(\.figures.nowRequests)),
                           \(counts.map(\.figures.channelRequests)))
                """)
        } catch {
            hub.giveBack(counts)
            throw error
        }
    }
}

/// The counts of one channel.
struct ChannelCount: Sendable, Hashable {
    let tenant: TenantID
    let channel: Channel.ID
    let figures: ChannelTally.Figures
}

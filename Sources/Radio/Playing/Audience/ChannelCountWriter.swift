import Logging
import Postgres
import Tenancy
import Web

/// The service that writes this server's channel counts to the database once per minute (decision 0059).
public struct ChannelCountWriter: Sendable {
    private static let sampleMilliseconds: Int64 = 10_000

    private let database: Database
    private let hub: PlayingHub
    private let logger: Logger

    /// Creates a writer. `database` is the service's own client, which is not bound to a tenant.
    public init(database: Database, hub: PlayingHub, logger: Logger) {
        self.database = database
        self.hub = hub
        self.logger = logger
    }

    /// Counts the open event streams every ten seconds and writes the counts after each full minute until the task is cancelled, and then once more.
    public func run() async {
        var from = Instant.now
        while await isNextSample() {
            hub.countFollowers()
            guard Self.minute(.now) != Self.minute(from) else { continue }
            await writeOrKeep(from)
            from = .now
        }
        // A cancelled task gets no connection.
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

    /// Writes the counts since the last write, or keeps them for the next write and throws the error.
    ///
    /// - Parameters:
    ///   - from: The instant at which counting started, whose minute and hour get the counts.
    ///   - isLast: Whether the server is stopping. Its listeners reconnect to another server, which counts them in the same minute, so followers are
    ///     not written.
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
            hub.restore(counts)
            throw error
        }
    }
}

/// The counts of one channel since the last write.
struct ChannelCount: Sendable, Hashable {
    let tenant: TenantID
    let channel: Channel.ID
    let figures: ChannelTally.Figures
}

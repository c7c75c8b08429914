import Logging
import Postgres
import Tenancy
import Web

/// Stores once a minute what the server has counted of channels in memory, in one statement for all tenants (decision 0059).
public struct ChannelCountWriter: Sendable {
    /// How often open event streams are counted.
    private static let sampleMilliseconds: Int64 = 10_000

    private let database: Database
    private let hub: PlayingHub
    private let logger: Logger

    /// - Parameters:
    ///   - database: the service's own client; no tenant is set.
    ///   - hub: what requests and streams are counted in.
    public init(database: Database, hub: PlayingHub, logger: Logger) {
        self.database = database
        self.hub = hub
        self.logger = logger
    }

    /// Counts streams every ten seconds and writes at each full minute, until the task is cancelled, and once more then. What a
    /// program counted in the minute in which it was killed is lost.
    public func run() async {
        var from = Instant.now
        while await isNextSample() {
            hub.countFollowers()
            guard Self.minute(.now) != Self.minute(from) else { continue }
            await writeOrKeep(from)
            from = .now
        }
        // Not of the task that ended: a cancelled one is given no connection.
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
                "the counts of channels cannot be written, trying again in a minute", metadata: ["error": "\(error)"])
        }
    }

    /// Writes what was counted since the last time. What cannot be written is kept for the next.
    ///
    /// - Parameters:
    ///   - from: when the counting began: its minute and hour are those that are added to.
    ///   - isLast: whether the server stops. Its streams open again at another server, which counts them in the same minute: they
    ///     are left out here.
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

/// What was counted of one channel.
struct ChannelCount: Sendable, Hashable {
    let tenant: TenantID
    let channel: Channel.ID
    let figures: ChannelTally.Figures
}

import Logging
import Synchronization
import Tenancy

/// A watch of the list of active tenants, which reads the list after notifications about tenants and passes the list to the closure of `run`.
///
/// A failed read is repeated. So a tenant that is disabled while the database is down loses its streams when the database is back.
final class ActiveTenantWatch: Sendable {
    /// The tenants that may differ from the last list of active tenants.
    enum Change: Sendable, Hashable {
        case tenants(Set<TenantID>)
        case all

        func union(_ other: Change?) -> Change {
            switch (self, other) {
            case (.tenants(let some), .tenants(let more)?): .tenants(some.union(more))
            case (_, nil): self
            default: .all
            }
        }
    }

    private let read: @Sendable () async throws -> [ActiveTenant]
    private let pauses: ClosedRange<Duration>
    private let logger: Logger
    private let pending = Mutex<Change?>(nil)
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    /// Creates a watch.
    ///
    /// - Parameters:
    ///   - read: reads the list of active tenants.
    ///   - pauses: the pause after the first failure of `read`, which doubles after each further failure, and the longest pause.
    init(
        read: @escaping @Sendable () async throws -> [ActiveTenant],
        pauses: ClosedRange<Duration> = .milliseconds(100) ... .seconds(5), logger: Logger
    ) {
        self.read = read
        self.pauses = pauses
        self.logger = logger
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Records a change, without waiting for `run` to read the list.
    func changed(_ change: Change) {
        pending.withLock { $0 = change.union($0) }
        wake.yield()
    }

    /// Ends `run` after the current change is processed.
    func finish() { wake.finish() }

    /// Passes the list of active tenants to `apply` after changes, together with the changes since the last call, until `finish` is called or the
    /// task is cancelled.
    func run(_ apply: @Sendable (_ active: [ActiveTenant], _ change: Change) async -> Void) async {
        for await _ in wakes {
            var pause = pauses.lowerBound
            while !Task.isCancelled, let change = pending.withLock({ $0.take() }) {
                do {
                    await apply(try await read(), change)
                } catch {
                    logger.warning(
                        "the list of active tenants cannot be read; trying again",
                        metadata: ["error": "\(error)", "pause": "\(pause)"])
                    pending.withLock { $0 = change.union($0) }
                    do { try await Task.sleep(for: pause) } catch { return }
                    pause = min(pause * 2, pauses.upperBound)
                }
            }
        }
    }
}

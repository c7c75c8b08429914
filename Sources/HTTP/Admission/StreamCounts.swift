import Synchronization

/// The counts of the open event streams of all loops of a server, by realm and by client network.
///
/// One lock protects the counts. Streams take the lock only to open and to end, which is rare compared with events.
final class StreamCounts: Sendable {
    private struct State {
        var total = 0
        var realms: [String: Int] = [:]
        var networks: [ClientNetwork: Int] = [:]
        var refused: [StreamRefusal: UInt64] = [:]
    }

    private let state = Mutex(State())

    /// The number of open streams.
    var count: Int { state.withLock { $0.total } }

    /// Returns the number of streams refused so far for a reason.
    func refused(_ reason: StreamRefusal) -> UInt64 { state.withLock { $0.refused[reason] ?? 0 } }

    /// Counts a new stream unless its network or its realm is at its limit. A refusal is added to `refused(_:)`. O(1).
    ///
    /// - Parameter realmLimit: the realm's own limit; `nil` for `Limits.streamsPerRealm`.
    /// - Returns: the reason for the refusal; `nil` if the stream was counted.
    func enter(
        _ realm: String, _ network: ClientNetwork, realmLimit: Int? = nil, limits: borrowing Limits
    ) -> StreamRefusal? {
        let (standard, perNetwork) = (limits.streamsPerRealm, limits.streamsPerAddress)
        let perRealm = realmLimit ?? standard
        return state.withLock { state in
            // The client's own limit is checked first, since the client can end one of its streams, but not those of others.
            if state.networks[network, default: 0] >= perNetwork { return Self.refuse(.address, &state) }
            if state.realms[realm, default: 0] >= perRealm { return Self.refuse(.realm, &state) }
            state.total += 1
            state.realms[realm, default: 0] += 1
            state.networks[network, default: 0] += 1
            return nil
        }
    }

    /// Removes an ended stream from the counts. O(1).
    func leave(_ realm: String, _ network: ClientNetwork) {
        state.withLock { state in
            state.total -= 1
            Self.decrement(&state.realms, realm)
            Self.decrement(&state.networks, network)
        }
    }

    /// Whether no stream is counted and no entry of a realm or network is left. The value must be `true` after the last stream has ended.
    var isEmpty: Bool { state.withLock { $0.total == 0 && $0.realms.isEmpty && $0.networks.isEmpty } }

    private static func refuse(_ reason: StreamRefusal, _ state: inout State) -> StreamRefusal {
        state.refused[reason, default: 0] += 1
        return reason
    }

    private static func decrement<Key>(_ counts: inout [Key: Int], _ key: Key) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}

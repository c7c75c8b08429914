import Synchronization

/// The counts of the open event streams of a server, by realm and by client network. Streams open and end rarely, so one lock protects the counts.
final class StreamCounts: Sendable {
    private struct State {
        var total = 0
        var realms: [String: Int] = [:]
        var networks: [ClientNetwork: Int] = [:]
        var refused: [StreamRefusal: UInt64] = [:]
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.total } }

    /// Returns the number of streams refused so far for a reason.
    func refused(_ reason: StreamRefusal) -> UInt64 { state.withLock { $0.refused[reason] ?? 0 } }

    /// Counts a new stream and returns `nil`, or counts a refusal and returns its reason if the network or the realm is at its limit. O(1).
    ///
    /// - Parameter realmLimit: the realm's own limit; `nil` for `Limits.streamsPerRealm`.
    func enter(
        _ realm: String, _ network: ClientNetwork, realmLimit: Int? = nil, limits: borrowing Limits
    ) -> StreamRefusal? {
        let (standard, perNetwork) = (limits.streamsPerRealm, limits.streamsPerAddress)
        let perRealm = realmLimit ?? standard
        return state.withLock { state in
            // The client's own limit is checked first, since a client can end its own streams only.
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

    /// Whether nothing is counted, which must be `true` after the last stream has ended.
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

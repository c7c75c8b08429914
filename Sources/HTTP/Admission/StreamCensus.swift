import Synchronization

/// The open event streams of all loops of a server, by realm and by client network.
///
/// One lock, taken when a stream opens and when it ends: both are rare beside events, and a stream that opens
/// takes its broadcaster's as well.
final class StreamCensus: Sendable {
    private struct State {
        var total = 0
        var realms: [String: Int] = [:]
        var networks: [ClientNetwork: Int] = [:]
        var refused: [StreamRefusal: UInt64] = [:]
    }

    private let state = Mutex(State())

    /// How many streams are open now.
    var count: Int { state.withLock { $0.total } }

    /// How many were refused so far.
    func refused(_ reason: StreamRefusal) -> UInt64 { state.withLock { $0.refused[reason] ?? 0 } }

    /// Counts a stream that opens, or says why it may not. O(1).
    ///
    /// - Parameter realmLimit: how many the realm may have, where that is not what the limits say.
    func enter(
        _ realm: String, _ network: ClientNetwork, realmLimit: Int? = nil, limits: borrowing Limits
    ) -> StreamRefusal? {
        let (standard, perNetwork) = (limits.streamsPerRealm, limits.streamsPerAddress)
        let perRealm = realmLimit ?? standard
        return state.withLock { state in
            // The client's own excess is named first: the other refusal sends it to try again.
            if state.networks[network, default: 0] >= perNetwork { return Self.refuse(.address, &state) }
            if state.realms[realm, default: 0] >= perRealm { return Self.refuse(.realm, &state) }
            state.total += 1
            state.realms[realm, default: 0] += 1
            state.networks[network, default: 0] += 1
            return nil
        }
    }

    /// Counts a stream that ended. O(1).
    func leave(_ realm: String, _ network: ClientNetwork) {
        state.withLock { state in
            state.total -= 1
            Self.decrement(&state.realms, realm)
            Self.decrement(&state.networks, network)
        }
    }

    /// Whether no stream is counted. Must be true when the last stream has ended.
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

import Synchronization

/// The counts of connections by client network, over all loops of a server.
///
/// A count is exact across loops because they share it, and cheap because a loop that knows the network adds to it
/// without a lock: one is taken only where a network is new to a loop, and where a loop has had none of it since its
/// last tick. So a whole hall behind one address costs one atomic addition a connection, and so does one client that
/// connects over and over.
final class NetworkCounts: Sendable {
    private struct Entry {
        let count = SharedCount()
        /// How many loops know it.
        var loops = 0
    }

    private let entries = Mutex<[ClientNetwork: Entry]>([:])

    /// How many networks are known; those that left are forgotten at a tick.
    var networks: Int { entries.withLock { $0.count } }

    /// The count of a network that is new to a loop.
    func open(_ network: ClientNetwork) -> SharedCount {
        entries.withLock { entries in
            var entry = entries[network] ?? Entry()
            entry.loops += 1
            entries[network] = entry
            return entry.count
        }
    }

    /// A loop has no connection of the network any more.
    func close(_ network: ClientNetwork) {
        entries.withLock { entries in
            entries[network]?.loops -= 1
            if entries[network]?.loops == 0 { entries[network] = nil }
        }
    }
}

/// A network as one loop knows it. Confined to that loop.
final class ClientNetworkEntry {
    let network: ClientNetwork
    /// `ClientNetwork.ipv4Text`, made once for all connections.
    private(set) lazy var ipv4Text = network.ipv4Text
    /// The connections of all loops.
    fileprivate let shared: SharedCount
    /// The connections of this loop.
    fileprivate var connections = 0
    fileprivate var isQuiet = false

    fileprivate init(_ network: ClientNetwork, shared: SharedCount) {
        self.network = network
        self.shared = shared
    }
}

/// The networks whose clients a loop holds. Confined to that loop.
struct ClientNetworkTable {
    private let counts: NetworkCounts
    private var entries: [ClientNetwork: ClientNetworkEntry] = [:]
    /// Those that had no connection at some time since the last sweep.
    private var quiet: [ClientNetworkEntry] = []

    init(_ counts: NetworkCounts) { self.counts = counts }

    /// Counts one more connection of a network, unless it has `limit` already. O(1).
    mutating func enter(_ network: ClientNetwork, limit: Int) -> ClientNetworkEntry? {
        let entry = entries[network] ?? open(network)
        guard entry.shared.enter(limit: limit) else {
            if entry.connections == 0 { rest(entry) }
            return nil
        }
        entry.connections += 1
        return entry
    }

    /// Counts a connection that ended. O(1).
    mutating func leave(_ entry: ClientNetworkEntry) {
        entry.shared.leave()
        entry.connections -= 1
        if entry.connections == 0 { rest(entry) }
    }

    /// Forgets the networks that have no connection. O(number of those that had none since the last sweep).
    mutating func sweep() {
        for entry in quiet {
            entry.isQuiet = false
            guard entry.connections == 0 else { continue }
            entries[entry.network] = nil
            counts.close(entry.network)
        }
        quiet.removeAll(keepingCapacity: quiet.count < 1024)
    }

    private mutating func open(_ network: ClientNetwork) -> ClientNetworkEntry {
        let entry = ClientNetworkEntry(network, shared: counts.open(network))
        entries[network] = entry
        return entry
    }

    /// Kept until the next sweep, so that a client who connects over and over is looked up without a lock.
    private mutating func rest(_ entry: ClientNetworkEntry) {
        guard !entry.isQuiet else { return }
        entry.isQuiet = true
        quiet.append(entry)
    }
}

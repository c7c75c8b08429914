import Synchronization

/// The exact counts of connections by client network, shared by all loops of a server.
///
/// A loop takes the lock only for a network new to it and on a tick. A whole audience behind one address, or one client that reconnects repeatedly,
/// therefore costs one atomic addition per connection.
final class NetworkCounts: Sendable {
    private struct Entry {
        let count = SharedCount()
        var loops = 0
    }

    private let entries = Mutex<[ClientNetwork: Entry]>([:])

    /// The number of known networks; a tick removes networks without connections.
    var networks: Int { entries.withLock { $0.count } }

    /// Returns the shared count of a network that is new to a loop. The loop must call `close` when it has no more connections from the network.
    func open(_ network: ClientNetwork) -> SharedCount {
        entries.withLock { entries in
            var entry = entries[network] ?? Entry()
            entry.loops += 1
            entries[network] = entry
            return entry.count
        }
    }

    /// Records that one loop fewer uses the network's count, and removes a count that no loop uses.
    func close(_ network: ClientNetwork) {
        entries.withLock { entries in
            entries[network]?.loops -= 1
            if entries[network]?.loops == 0 { entries[network] = nil }
        }
    }
}

/// One loop's entry for a client network, confined to that loop.
final class ClientNetworkEntry {
    let network: ClientNetwork
    private(set) lazy var ipv4Text = network.ipv4Text
    /// The number of the network's connections on all loops.
    fileprivate let shared: SharedCount
    /// The number of the network's connections on this loop.
    fileprivate var connections = 0
    fileprivate var isQuiet = false

    fileprivate init(_ network: ClientNetwork, shared: SharedCount) {
        self.network = network
        self.shared = shared
    }
}

/// The networks of the clients connected to one loop, confined to that loop.
struct ClientNetworkTable {
    private let counts: NetworkCounts
    private var entries: [ClientNetwork: ClientNetworkEntry] = [:]
    /// The networks that had no connection on this loop at some time since the last sweep.
    private var unused: [ClientNetworkEntry] = []

    init(_ counts: NetworkCounts) { self.counts = counts }

    /// Counts a new connection of a network, or returns `nil` if the network already has `limit` connections on all loops together. O(1).
    mutating func enter(_ network: ClientNetwork, limit: Int) -> ClientNetworkEntry? {
        let entry = entries[network] ?? open(network)
        guard entry.shared.enter(limit: limit) else {
            if entry.connections == 0 { rest(entry) }
            return nil
        }
        entry.connections += 1
        return entry
    }

    /// Removes an ended connection from the count. O(1).
    mutating func leave(_ entry: ClientNetworkEntry) {
        entry.shared.leave()
        entry.connections -= 1
        if entry.connections == 0 { rest(entry) }
    }

    /// Removes the networks without connections on this loop. O(n) in the networks that had none at some time since the last sweep.
    mutating func sweep() {
        for entry in unused {
            entry.isQuiet = false
            guard entry.connections == 0 else { continue }
            entries[entry.network] = nil
            counts.close(entry.network)
        }
        unused.removeAll(keepingCapacity: unused.count < 1024)
    }

    private mutating func open(_ network: ClientNetwork) -> ClientNetworkEntry {
        let entry = ClientNetworkEntry(network, shared: counts.open(network))
        entries[network] = entry
        return entry
    }

    /// Keeps a network until the next sweep, so that a client that reconnects is found without a lock.
    private mutating func rest(_ entry: ClientNetworkEntry) {
        guard !entry.isQuiet else { return }
        entry.isQuiet = true
        unused.append(entry)
    }
}

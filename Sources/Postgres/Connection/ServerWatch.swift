import Synchronization

/// The states of the servers of one connection string, shared by its connections.
///
/// A frozen server or machine may still acknowledge every byte, so neither keepalives nor `tcp_user_timeout` end a connection to it. The first
/// connection that finds a server silent marks the server for all connections.
final class ServerWatch: Sendable {
    /// A server of a connection string: host, address and port.
    struct Server: Sendable, Hashable {
        let name: String

        init(_ keywords: ConnectionParameters.Keywords) {
            name = ["host", "hostaddr", "port"].map { keywords[$0] ?? "" }.joined(separator: " ")
        }
    }

    /// The time for which a silent server is tried last and with a shorter time limit.
    private static let memory = Duration.seconds(60)
    /// The time limit for a silent server's handshake while another host can be tried.
    static let shortHandshake = Duration.milliseconds(300)

    private struct State {
        var silent: [Server: ContinuousClock.Instant] = [:]
        var open: [ObjectIdentifier: (server: Server, connection: Connection)] = [:]
    }

    private let state = Mutex(State())

    /// Returns the attempts in the order in which to make them, with the time limit of each. Servers that were recently silent come last.
    func ordered(
        _ attempts: [ConnectionParameters.Keywords], limit: Duration, now: ContinuousClock.Instant = .now
    ) -> [(keywords: ConnectionParameters.Keywords, limit: Duration)] {
        let silent = state.withLock { $0.silent }
        func isSilent(_ keywords: ConnectionParameters.Keywords) -> Bool {
            silent[Server(keywords)].map { $0.duration(to: now) < Self.memory } ?? false
        }
        let answering = attempts.filter { !isSilent($0) }
        let others = attempts.filter(isSilent)
        let short = answering.isEmpty ? limit : min(limit, Self.shortHandshake)
        return answering.map { ($0, limit) } + others.map { ($0, short) }
    }

    /// Records that a server did not answer a handshake in time.
    func isSilent(_ keywords: ConnectionParameters.Keywords, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.silent[Server(keywords)] = now }
    }

    /// Records that a connection is open, so that its server no longer counts as silent.
    func opened(_ connection: Connection, to keywords: ConnectionParameters.Keywords) {
        state.withLock { state in
            state.silent[Server(keywords)] = nil
            state.open[ObjectIdentifier(connection)] = (Server(keywords), connection)
        }
    }

    /// Removes a connection that has ended from the records.
    func ended(_ connection: Connection) {
        state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(connection)) }
    }

    /// Marks a server as silent, and starts to close every connection to it.
    func markSilent(_ keywords: ConnectionParameters.Keywords, at now: ContinuousClock.Instant = .now) {
        let server = Server(keywords)
        let lost = state.withLock { state in
            state.silent[server] = now
            return state.open.values.filter { $0.server == server }.map(\.connection)
        }
        for connection in lost { Task { await connection.end(.unavailable(reason: Connection.silenceReason)) } }
    }
}

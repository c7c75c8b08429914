import Synchronization

/// Who is connected, over all loops of a server: what the caps are held against and what the metrics tell.
final class Census: Sendable {
    let connections = SharedCount()
    let networks = NetworkCounts()
    let streams = StreamCensus()
    /// Connections closed at accept because the server holds all it may.
    let refusedByTotal = SharedCount()
    /// Connections closed at accept because their address holds all it may.
    let refusedByAddress = SharedCount()
    /// How often accepting had to wait for descriptors or memory.
    let pauses = SharedCount()
}

/// What a server counts, for its metrics.
public struct ServerFacts: Sendable, Hashable {
    /// Connections open now.
    public let connections: Int
    /// Connections closed at accept so far, because all that the server may hold were open.
    public let connectionsRefusedByTotal: Int
    /// Connections closed at accept so far, because their address had all that one may have.
    public let connectionsRefusedByAddress: Int
    /// How often accepting had to wait for descriptors or memory so far.
    public let acceptPauses: Int
    /// Event streams open now.
    public let streams: Int
    /// Event streams refused so far, by reason.
    public let streamsRefused: [StreamRefusal: UInt64]

    init(_ census: Census) {
        connections = census.connections.value
        connectionsRefusedByTotal = census.refusedByTotal.value
        connectionsRefusedByAddress = census.refusedByAddress.value
        acceptPauses = census.pauses.value
        streams = census.streams.count
        let streams = census.streams
        streamsRefused = Dictionary(
            uniqueKeysWithValues: StreamRefusal.allCases.map { ($0, streams.refused($0)) })
    }
}

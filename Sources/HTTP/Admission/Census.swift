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
    /// What each loop finds among the answers that it keeps.
    private let answers = Mutex<[AnswerTally]>([])

    /// The tally of one more loop.
    func makeAnswerTally() -> AnswerTally {
        let tally = AnswerTally()
        answers.withLock { $0.append(tally) }
        return tally
    }

    /// What all loops have found.
    var answerCounts: (hits: UInt64, misses: UInt64) {
        answers.withLock { $0.reduce((0, 0)) { ($0.0 + $1.hits, $0.1 + $1.misses) } }
    }
}

/// What one loop finds among the answers that it keeps: written by the loop alone, so that no two cores fight for it.
final class AnswerTally: Sendable {
    private let found = Atomic<UInt64>(0)
    private let asked = Atomic<UInt64>(0)

    var hits: UInt64 { found.load(ordering: .relaxed) }
    var misses: UInt64 { asked.load(ordering: .relaxed) }

    func hit() { found.store(found.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    func miss() { asked.store(asked.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
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
    /// Requests that a loop answered by what it had answered a moment ago.
    public let answersRepeated: UInt64
    /// Requests that a loop handed on because it knew no answer.
    public let answersUnknown: UInt64

    init(_ census: Census) {
        connections = census.connections.value
        connectionsRefusedByTotal = census.refusedByTotal.value
        connectionsRefusedByAddress = census.refusedByAddress.value
        acceptPauses = census.pauses.value
        (answersRepeated, answersUnknown) = census.answerCounts
        streams = census.streams.count
        let streams = census.streams
        streamsRefused = Dictionary(
            uniqueKeysWithValues: StreamRefusal.allCases.map { ($0, streams.refused($0)) })
    }
}

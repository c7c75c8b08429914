import Synchronization

/// The counts of connections and event streams of a server, shared by its loops, for the limits and the metrics (`ServerFacts`).
final class ConnectionCounts: Sendable {
    let connections = SharedCount()
    let networks = NetworkCounts()
    let streams = StreamCounts()
    let refusedByTotal = SharedCount()
    let refusedByAddress = SharedCount()
    let pauses = SharedCount()
    private let answers = Mutex<[AnswerTally]>([])

    /// Creates the response-cache counts of one more loop and includes them in `answerCounts`. Call this function once per loop.
    func makeAnswerTally() -> AnswerTally {
        let tally = AnswerTally()
        answers.withLock { $0.append(tally) }
        return tally
    }

    /// The response-cache hits and misses of all loops.
    var answerCounts: (hits: UInt64, misses: UInt64) {
        answers.withLock { $0.reduce((0, 0)) { ($0.0 + $1.hits, $0.1 + $1.misses) } }
    }
}

/// The response-cache hits and misses of one loop. Only the loop writes the counts, so that cores do not contend for memory.
final class AnswerTally: Sendable {
    private let hitCount = Atomic<UInt64>(0)
    private let missCount = Atomic<UInt64>(0)

    var hits: UInt64 { hitCount.load(ordering: .relaxed) }
    var misses: UInt64 { missCount.load(ordering: .relaxed) }

    func hit() { hitCount.store(hitCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
    func miss() { missCount.store(missCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed) }
}

/// A snapshot of a server's counts for the metrics. The counts are read one after another, not atomically.
public struct ServerFacts: Sendable, Hashable {
    public let connections: Int
    /// The number of connections closed at accept so far because `Limits.connections` were open.
    public let connectionsRefusedByTotal: Int
    /// The number of connections closed at accept so far because `Limits.connectionsPerAddress` were open from the client's network.
    public let connectionsRefusedByAddress: Int
    /// The number of times so far that accepting paused for lack of descriptors or memory.
    public let acceptPauses: Int
    public let streams: Int
    /// The number of event streams refused so far, by reason.
    public let streamsRefused: [StreamRefusal: UInt64]
    /// The number of requests so far that a loop answered from its cache of recent responses, without the responder.
    public let answersRepeated: UInt64
    /// The number of requests so far that qualified for a response from memory but had none in the loop's cache. The loop then asked the responder.
    public let answersUnknown: UInt64

    init(_ counts: ConnectionCounts) {
        connections = counts.connections.value
        connectionsRefusedByTotal = counts.refusedByTotal.value
        connectionsRefusedByAddress = counts.refusedByAddress.value
        acceptPauses = counts.pauses.value
        (answersRepeated, answersUnknown) = counts.answerCounts
        streams = counts.streams.count
        let streams = counts.streams
        streamsRefused = Dictionary(
            uniqueKeysWithValues: StreamRefusal.allCases.map { ($0, streams.refused($0)) })
    }
}

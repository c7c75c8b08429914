import Multicast
import Testing

@testable import Emitter

/// A phone in the hall: hears every datagram of a group, with the time.
actor Phone {
    struct Heard: Sendable {
        let time: ContinuousClock.Instant
        let text: String
        /// `nil` for a PUSH.
        let count: Int32?
    }

    private let receiver: MulticastReceiver
    private(set) var heard: [Heard] = []

    init(_ group: MulticastGroup) throws {
        receiver = try MulticastReceiver(group: group, interface: #require(IPv4Address("127.0.0.1")))
    }

    /// Listens until something heard from now on passes; fails the test when it does not come in time.
    @discardableResult
    func hears(
        within limit: Duration = .seconds(20), _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation,
        _ passes: @Sendable (Heard) -> Bool
    ) async throws -> Heard {
        let deadline = ContinuousClock.now + limit
        while .now < deadline {
            while let packet = next() { if passes(packet) { return packet } }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("not heard within \(limit): \(comment)", sourceLocation: sourceLocation)
        throw CancellationError()
    }

    /// Listens for a while; what came before that is not in the result.
    @discardableResult
    func listen(for time: Duration) async throws -> [Heard] {
        while next() != nil {}
        let start = heard.count
        let deadline = ContinuousClock.now + time
        while .now < deadline {
            while next() != nil {}
            try await Task.sleep(for: .milliseconds(5))
        }
        return Array(heard[start...])
    }

    /// Listens until nothing has come for a while.
    func hearsSilence(of time: Duration = .milliseconds(500), within limit: Duration = .seconds(20)) async throws
        -> Bool
    {
        let deadline = ContinuousClock.now + limit
        while .now < deadline { if try await listen(for: time).isEmpty { return true } }
        return false
    }

    /// Everything that came in and has not been looked at is forgotten.
    func forget() {
        while next() != nil {}
        heard = []
    }

    /// The counts of the measure packets, as they arrived.
    var counts: [Int32] { heard.compactMap(\.count) }

    var countsRise: Bool { zip(counts, counts.dropFirst()).allSatisfy(<) }

    private func next() -> Heard? {
        guard let datagram = receiver.receive() else { return nil }
        let packet = Heard(
            time: .now, text: String(decoding: datagram, as: UTF8.self), count: MeasurePacket.count(in: datagram))
        heard.append(packet)
        return packet
    }
}

import Foundation
import Multicast
import Synchronization
import Testing

@testable import Emitter

/// A phone that records every datagram of a group, with the time.
actor Phone {
    struct Heard: Sendable {
        let time: ContinuousClock.Instant
        let text: String
        /// The count of a measure packet; `nil` for a PUSH packet.
        let count: Int32?
    }

    private let arrivals: Arrivals
    private(set) var heard: [Heard] = []

    init(_ group: MulticastGroup, interface: String = "127.0.0.1") throws {
        arrivals = Arrivals(
            try MulticastReceiver(group: group, interface: #require(IPv4Address(interface))))
    }

    deinit { arrivals.end() }

    /// Listens until a datagram satisfies the condition; fails the test if none arrives in time.
    @discardableResult
    func expect(
        within limit: Duration = .seconds(120), _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation,
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

    /// Listens until this number of consecutive datagrams satisfies the condition; fails the test if they do not arrive
    /// in time.
    func expect(
        _ count: Int, inARow comment: Comment, within limit: Duration = .seconds(120),
        sourceLocation: SourceLocation = #_sourceLocation, _ passes: (Heard) -> Bool
    ) async throws {
        var row = 0
        let deadline = ContinuousClock.now + limit
        while row < count {
            guard .now < deadline else {
                Issue.record("not heard within \(limit): \(comment)", sourceLocation: sourceLocation)
                throw CancellationError()
            }
            while row < count, let packet = next() { row = passes(packet) ? row + 1 : 0 }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// Listens for this time; the result does not include earlier datagrams.
    @discardableResult
    func listen(for time: Duration) async throws -> [Heard] {
        while next() != nil {}
        let start = heard.count
        let deadline = ContinuousClock.now + time
        while .now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        while next() != nil {}
        return heard[start...].filter { $0.time < deadline }
    }

    /// Listens for this time, and longer if nothing has arrived, because a busy machine may miss many slots.
    func listenToSome(for time: Duration) async throws -> [Heard] {
        let some = try await listen(for: time)
        return try await some.isEmpty ? [expect("anything") { _ in true }] : some
    }

    /// Listens until nothing has arrived for `time`. Returns `false` if that does not happen within `limit`.
    func expectSilence(of time: Duration = .milliseconds(500), within limit: Duration = .seconds(120)) async throws
        -> Bool
    {
        let deadline = ContinuousClock.now + limit
        while .now < deadline { if try await listen(for: time).isEmpty { return true } }
        return false
    }

    /// Discards all datagrams received so far.
    func forget() {
        while next() != nil {}
        heard = []
    }

    /// The counts of the measure packets, in order of arrival.
    var counts: [Int32] { heard.compactMap(\.count) }

    var countsRise: Bool { zip(counts, counts.dropFirst()).allSatisfy(<) }

    private func next() -> Heard? {
        guard let packet = arrivals.next() else { return nil }
        heard.append(packet)
        return packet
    }
}

/// Records datagrams with their time on a separate thread, because the threads shared by tests may be busy.
private final class Arrivals: Sendable {
    private let receiver: MulticastReceiver
    private let waiting = Mutex<[Phone.Heard]>([])
    private let isOver = Mutex(false)

    init(_ receiver: MulticastReceiver) {
        self.receiver = receiver
        Thread.detachNewThread { [self] in
            while !isOver.withLock({ $0 }) {
                waiting.withLock { note(into: &$0) }
                usleep(2000)
            }
        }
    }

    func next() -> Phone.Heard? {
        waiting.withLock { waiting in
            note(into: &waiting)
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }

    func end() { isOver.withLock { $0 = true } }

    private func note(into waiting: inout [Phone.Heard]) {
        while let datagram = receiver.receive() {
            waiting.append(
                Phone.Heard(
                    time: .now, text: String(decoding: datagram, as: UTF8.self),
                    count: MeasurePacket.count(in: datagram)))
        }
    }
}

import Dispatch
import Synchronization
import Testing

@testable import Observability

@Suite struct LogLaneTests {
    private func write(_ text: String, to lane: LogLane) {
        Array(text.utf8).withUnsafeBufferPointer { lane.write($0) }
    }

    /// Returns all waiting lines, and the number of dropped lines.
    private func drained(_ lane: LogLane) -> (text: String, dropped: UInt64) {
        var bytes: [UInt8] = []
        let dropped = lane.drain { bytes += Array($0) + Array($1) }
        return (String(decoding: bytes, as: UTF8.self), dropped)
    }

    @Test func logLinesAreReadInOrderAcrossTheEndOfTheRingBuffer() {
        let lane = LogLane(capacity: 64) { _ in }
        for number in 0..<200 {
            write("line \(number)\n", to: lane)
            write("and more\n", to: lane)
            #expect(drained(lane) == ("line \(number)\nand more\n", 0))
        }
    }

    @Test func aFullRingBufferDropsAndCountsWholeLines() {
        let lane = LogLane(capacity: 16) { _ in }
        for _ in 0..<5 { write("123456\n", to: lane) }
        #expect(drained(lane) == ("123456\n123456\n", 3))
        write("again\n", to: lane)
        #expect(drained(lane) == ("again\n", 0))
    }

    @Test func aLineThatIsTooLongForItsWriterIsCountedAsDropped() {
        let told = Atomic(0)
        let lane = LogLane(capacity: 1 << 16) { _ in told.add(1, ordering: .relaxed) }
        var writer = LineWriter(lane: lane, format: .json)
        func line(_ count: String) -> RepeatedLine {
            RepeatedLine(
                level: .info, label: "test", message: "request", metadata: [:], count: count, duration: "ms",
                format: .json)
        }
        for repeated in [line("bytes"), line(String(repeating: "k", count: 2 * LogLine.lineLimit))] {
            writer.begin(repeated, at: 0)
            writer.end(repeated, count: 1, nanoseconds: 0)
        }
        let (text, dropped) = drained(lane)
        #expect(text.hasSuffix(#""bytes":1,"ms":0.000}"# + "\n") && text.split(separator: "\n").count == 1)
        #expect(dropped == 1)
        // Without a notification, the dropped line would be reported only after the next line.
        lane.drop()
        #expect(told.load(ordering: .relaxed) == 2)
    }

    @Test func theReaderIsNotifiedOfTheFirstLineAndOfAQuarterFullBuffer() {
        let told = Mutex<[Bool]>([])
        let lane = LogLane(capacity: 64) { isUrgent in told.withLock { $0.append(isUrgent) } }
        for _ in 0..<3 { write("ab\n", to: lane) }
        #expect(told.withLock { $0 } == [false])
        // The reader is notified early if a quarter of the ring is full.
        for _ in 0..<4 { write("ab\n", to: lane) }
        #expect(told.withLock { $0 } == [false, true])
        _ = drained(lane)
        write("ab\n", to: lane)
        #expect(told.withLock { $0 } == [false, true, false])
    }

    @Test func aConcurrentReaderReadsEveryLogLineThatWasNotDropped() {
        let lane = LogLane(capacity: 1 << 12) { _ in }
        let isDone = Atomic(false)
        let result = Mutex<[UInt8]>([])
        let dropped = Atomic<UInt64>(0)
        DispatchQueue.concurrentPerform(iterations: 2) { worker in
            if worker == 0 {
                for number in 0..<100_000 { write("\(number)\n", to: lane) }
                isDone.store(true, ordering: .releasing)
            } else {
                var isLast = false
                while !isLast {
                    isLast = isDone.load(ordering: .acquiring)
                    var bytes: [UInt8] = []
                    dropped.add(lane.drain { bytes += Array($0) + Array($1) }, ordering: .relaxed)
                    result.withLock { $0 += bytes }
                }
            }
        }
        let numbers = String(decoding: result.withLock { $0 }, as: UTF8.self).split(separator: "\n").compactMap {
            Int($0)
        }
        #expect(numbers.count + Int(dropped.load(ordering: .relaxed)) == 100_000)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
    }
}

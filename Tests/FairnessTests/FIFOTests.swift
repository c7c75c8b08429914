import Testing

@testable import Fairness

@Suite struct FIFOTests {
    @Test func elementsLeaveAQueueInTheOrderOfArrival() {
        var line = FIFO<Int>()
        var out: [Int] = []
        for number in 0..<1_000 {
            line.append(number)
            if number % 3 != 0, let first = line.popFirst() { out.append(first) }
        }
        #expect(line.count == 1_000 - out.count)
        #expect(line.removeAll { $0.isMultiple(of: 2) }.allSatisfy { $0.isMultiple(of: 2) })
        while let first = line.popFirst() { out.append(first) }
        #expect(out == out.sorted())
        #expect(line.isEmpty && line.first == nil)
    }

    @Test func theNewestElementOfAQueueCanBeRemoved() {
        var line = FIFO<Int>()
        for number in 0..<100 { line.append(number) }
        #expect(line.popFirst() == 0)
        #expect(line.popLast() == 99)
        #expect(line.count == 98)
        while line.count > 1 { _ = line.popFirst() }
        #expect(line.popLast() == 98)
        #expect(line.isEmpty && line.popLast() == nil && line.popFirst() == nil)
        line.append(7)
        #expect(line.first == 7)
    }
}

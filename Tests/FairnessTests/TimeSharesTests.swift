import Fairness
import Foundation
import Synchronization
import Testing

struct TimeSharesTests {
    /// The order of execution, recorded by several threads.
    private final class Record: Sendable {
        let working = Atomic(0)
        let most = Atomic(0)
        let order = Mutex<[String]>([])
    }

    @Test func atMostAsManyThreadsAsTheWidthRunSimultaneously() async {
        let shares = TimeShares(width: 2)
        let record = Record()
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    await Self.onThread {
                        for _ in 0..<50 {
                            shares.enter()
                            record.most.max(record.working.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                            usleep(100)
                            record.working.subtract(1, ordering: .relaxed)
                            shares.leave()
                        }
                    }
                }
            }
        }
        #expect(record.most.load(ordering: .relaxed) == 2)
    }

    /// A waiting thread is served at the end of the current turn, not after all work of the other thread.
    @Test func aWaitingThreadRunsBeforeTheFirstThreadRunsAgain() async {
        let shares = TimeShares(width: 1)
        let record = Record()
        shares.enter()
        async let second: Void = Self.onThread {
            shares.enter()
            record.order.withLock { $0.append("second") }
            shares.leave()
        }
        while !shares.isWanted { await Task.yield() }
        await Self.onThread {
            shares.leave()
            shares.enter()
            record.order.withLock { $0.append("first again") }
            shares.leave()
        }
        await second
        #expect(record.order.withLock { $0 } == ["second", "first again"])
        #expect(!shares.isWanted)
    }

    private static func onThread(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                work()
                continuation.resume()
            }
        }
    }
}

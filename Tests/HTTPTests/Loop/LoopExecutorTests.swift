import Dispatch
import Testing

@testable import HTTP

/// An actor on a queue that also receives the events of its sockets.
struct LoopExecutorTests {
    /// Spec H9.1: the handler of a source runs on the queue, but not in a job of the actor.
    @Test func aTaskStartedByAnEventHandlerRunsImmediately() async {
        let loop = Loop()
        let steps = await withCheckedContinuation { continuation in
            loop.executor.queue.async { loop.assumeIsolated { continuation.resume(returning: $0.steps()) } }
        }
        #expect(steps == ["handler begins", "task", "handler ends"])
    }

    private actor Loop {
        nonisolated let executor = LoopExecutor(queue: DispatchQueue(label: "test.loop"))
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        private var seen: [String] = []

        func steps() -> [String] {
            seen.append("handler begins")
            Task.immediate { self.seen.append("task") }
            seen.append("handler ends")
            return seen
        }
    }
}

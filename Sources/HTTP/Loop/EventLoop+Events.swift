extension EventLoop: EventRelay {
    nonisolated func relay(_ frame: EventFrame, _ sequence: UInt64, from broadcaster: EventBroadcaster) {
        executor.queue.async { self.assumeIsolated { $0.deliver(frame, sequence, from: broadcaster) } }
    }

    nonisolated func relayEnd(of broadcaster: EventBroadcaster) {
        executor.queue.async { self.assumeIsolated { $0.endStreams(of: broadcaster) } }
    }
}

import Testing

@testable import HTTP

struct EventStreamTests {
    private func held(_ events: [(name: String, topic: String, data: String)], limit: Int = 16) -> [String]? {
        let stream = EventStream(
            openedAt: 0, realm: "", isChunked: false, delivered: [], endsAt: .never, at: MonotonicTime(nanoseconds: 0))
        for event in events {
            let frame = EventFrame(ServerSentEvent(id: "", name: event.name, data: event.data, topic: event.topic))
            guard stream.hold(frame, limit: limit) else { return nil }
        }
        return stream.takeWaiting().map { String(decoding: $0.chunk[$0.payload], as: UTF8.self) }
    }

    @Test func aWaitingEventIsReplacedByANewerEventOfTheSameNameAndTopic() {
        let events = [
            (name: "now", topic: "1", data: "old"), (name: "now", topic: "2", data: "other"),
            (name: "airing", topic: "1", data: "third"), (name: "now", topic: "1", data: "new"),
        ]
        let told = ["event: now\ndata: other\n\n", "event: airing\ndata: third\n\n", "event: now\ndata: new\n\n"]
        #expect(held(events) == told)
        #expect(held(events, limit: 2) == nil)
    }
}

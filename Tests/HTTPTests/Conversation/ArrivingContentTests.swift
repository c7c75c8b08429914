import Testing

@testable import HTTP

/// Content that a handler reads while it arrives, in the state machine of a connection.
struct ArrivingContentTests {
    private let limits = Limits()

    private final class Subject {
        var conversation: Conversation
        var parser = HeadParser()
        let limits: Limits
        private(set) var refusal: Rejection?

        init(_ head: String, limit: Int = 1000, limits: Limits) {
            self.limits = limits
            conversation = Conversation(at: .at(0), limits: limits)
            _ = receive("POST / HTTP/1.1\r\nHost: a\r\n\(head)\r\n\r\n", at: 0)
            refusal = conversation.admitStreamedContent(parser.head, limit: limit)
            conversation.receiveContent(at: .at(0), limits: limits)
        }

        func receive(_ text: String, at seconds: Double) -> String {
            withBytes(text) { bytes in
                let (_, action) = conversation.received(bytes, at: .at(seconds), limits: limits, parser: &parser)
                switch action {
                case .read: return "read"
                case .head: return "head"
                case .content(let content): return "content \(content.count)"
                case .piece(let content, let isLast): return "\(isLast ? "last" : "piece") \(content.count)"
                case .reject(let rejection): return "\(rejection)"
                }
            }
        }

        func isLate(at seconds: Double) -> Bool { conversation.expired(at: .at(seconds)) != nil }
    }

    @Test func chunkedContentIsPassedOnAsItArrives() {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        #expect(subject.receive("3\r\nabc\r\n2\r\nd", at: 1) == "piece 4")
        #expect(subject.receive("e\r\n", at: 2) == "piece 1")
        #expect(subject.receive("0\r\n\r\n", at: 3) == "last 0")
        #expect(subject.conversation.phase == .answering)
        #expect(subject.conversation.persists)
    }

    @Test func contentWithALengthIsPassedOnAsItArrives() {
        let subject = Subject("Content-Length: 5", limits: limits)
        #expect(subject.receive("abc", at: 1) == "piece 3")
        #expect(subject.receive("de", at: 2) == "last 2")
    }

    @Test func eachChunkRenewsTheTimeLimitForTheNextChunk() {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        for second in 1...10 {
            let time = Double(second) * 14
            #expect(!subject.isLate(at: time))
            #expect(subject.receive("1\r\na\r\n", at: time) == "piece 1")
        }
        #expect(subject.isLate(at: 155))
    }

    @Test(arguments: ["1;a", "5\r\nab"])
    func bytesWithinAChunkDoNotRenewTheTimeLimit(beginning: String) {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        _ = subject.receive(beginning, at: 14)
        #expect(subject.receive("c", at: 14.9) == "piece \(beginning.hasPrefix("5") ? 1 : 0)")
        #expect(subject.isLate(at: 16))
    }

    @Test func theTimeLimitOfContentIsPausedWhileTheHandlerDoesNotRead() {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        _ = subject.receive("1\r\na\r\n", at: 1)
        subject.conversation.withholdContent()
        #expect(!subject.isLate(at: 1000))
        #expect(subject.receive("1\r\n", at: 1000) == "read")
        subject.conversation.receiveContent(at: .at(1000), limits: limits)
        #expect(!subject.isLate(at: 1014))
        #expect(subject.isLate(at: 1015))
    }

    @Test func theContentLimitCountsAllChunksOrTheAnnouncedLength() {
        let subject = Subject("Transfer-Encoding: chunked", limit: 5, limits: limits)
        #expect(subject.receive("3\r\nabc\r\n", at: 1) == "piece 3")
        #expect(subject.receive("3\r\n", at: 2) == "contentTooLarge")
        #expect(Subject("Content-Length: 6", limit: 5, limits: limits).refusal == .contentTooLarge)
    }

    @Test func extensionsOfAllChunksCountTowardsOneLimit() {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        let long = String(repeating: "x", count: limits.chunkExtensions / 2)
        #expect(subject.receive("1;\(long)\r\na\r\n", at: 1) == "piece 1")
        #expect(subject.receive("1;\(long)\r\na\r\n", at: 2) == "chunkExtensionsTooLarge")
    }

    @Test func abandonedContentEndsTheConnectionAfterTheResponse() {
        let subject = Subject("Transfer-Encoding: chunked", limits: limits)
        let (first, second) = (subject.conversation.abandonContent(), subject.conversation.abandonContent())
        #expect(first)
        #expect(!second)
        #expect(!subject.conversation.persists)
        subject.conversation.answered(at: .at(1), limits: limits)
        #expect(subject.conversation.phase == .finished)
    }
}

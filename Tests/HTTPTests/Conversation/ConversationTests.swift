import Testing

@testable import HTTP

/// The phases and timeouts of a conversation, with a manual clock.
struct ConversationTests {
    private let limits = Limits()

    /// A conversation with its parser and the actions that it returns.
    private struct Subject {
        var conversation: Conversation
        var parser = HeadParser()
        let limits: Limits

        init(_ limits: Limits) {
            self.limits = limits
            conversation = Conversation(at: .at(0), limits: limits)
        }

        mutating func receive(_ text: String, at seconds: Double) -> String {
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

        mutating func admit(limit: Int = 1000, moreInput: Bool = false, at seconds: Double) -> String {
            switch conversation.admitContent(
                parser.head, limit: limit, moreInput: moreInput, at: .at(seconds), limits: limits)
            {
            case .read: "read"
            case .sendContinue: "continue"
            case .reject(let rejection): "\(rejection)"
            }
        }

        mutating func endInput() -> Bool { conversation.endInput() }

        mutating func drain(isWriting: Bool = false, idleGrace: Double = 1, at seconds: Double) {
            conversation.drain(isWriting: isWriting, idleGrace: idleGrace, at: .at(seconds), limits: limits)
        }

        mutating func expired(at seconds: Double) -> String? {
            switch conversation.expired(at: .at(seconds)) {
            case .close: "close"
            case .abort: "abort"
            case .reject(let rejection): "\(rejection)"
            case nil: nil
            }
        }
    }

    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    private let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n"

    /// Spec H3.6.
    @Test func aNewConnectionWithoutARequestIsClosedAfterTheIdleTimeout() {
        var subject = Subject(limits)
        #expect(subject.expired(at: limits.idleTimeout - 0.1) == nil)
        #expect(subject.expired(at: limits.idleTimeout) == "close")
    }

    /// A long idle timeout does not apply to clients that have sent no request.
    @Test func aLongIdleTimeoutAppliesOnlyAfterTheFirstRequest() {
        var limits = limits
        limits.idleTimeout = 600
        var silent = Subject(limits)
        #expect(silent.expired(at: limits.firstRequestTimeout - 0.1) == nil)
        #expect(silent.expired(at: limits.firstRequestTimeout) == "close")

        var subject = Subject(limits)
        #expect(subject.receive(get, at: 1) == "head")
        subject.conversation.answered(at: .at(2), limits: limits)
        #expect(subject.expired(at: 601) == nil)
        #expect(subject.receive("GET / HT", at: 500) == "read")
        #expect(subject.expired(at: 500 + limits.headTimeout) == "timeout")
    }

    @Test func drainingClosesANewConnectionAfterTheGracePeriod() {
        var limits = limits
        limits.idleTimeout = 600
        var subject = Subject(limits)
        subject.drain(idleGrace: 1, at: 0.5)
        #expect(subject.expired(at: 0.9) == nil)
        #expect(subject.expired(at: 1) == "close")
    }

    @Test func theHeadTimeoutStartsAtTheFirstByte() {
        var subject = Subject(limits)
        #expect(subject.receive("GET / HT", at: 5) == "read")
        // More bytes do not extend the timeout.
        #expect(subject.receive("GET / HTTP/1.1\r\nX: ", at: 14) == "read")
        #expect(subject.expired(at: 5 + limits.headTimeout - 0.1) == nil)
        #expect(subject.expired(at: 5 + limits.headTimeout) == "timeout")
    }

    @Test func aConnectionThatSendsOnlyEmptyLinesIsClosedAfterTheHeadTimeout() {
        var subject = Subject(limits)
        #expect(subject.receive("\r\n", at: 1) == "read")
        #expect(subject.expired(at: 1 + limits.headTimeout) == "close")
    }

    @Test func aConnectionThatIsIdleAfterAResponseIsClosed() {
        var subject = Subject(limits)
        #expect(subject.receive(get, at: 1) == "head")
        #expect(subject.expired(at: 1000) == nil)
        subject.conversation.answered(at: .at(1000), limits: limits)
        #expect(subject.expired(at: 1000 + limits.idleTimeout - 0.1) == nil)
        #expect(subject.expired(at: 1000 + limits.idleTimeout) == "close")
    }

    @Test func aStalledRequestBodyTimesOut() {
        var subject = Subject(limits)
        _ = subject.receive(post, at: 0)
        #expect(subject.admit(at: 0) == "read")
        #expect(subject.receive("0123456789", at: 1) == "read")
        #expect(subject.expired(at: limits.bodyGrace) == nil)
        #expect(subject.expired(at: limits.bodyGrace + 0.1) == "timeout")
    }

    @Test func aRequestBodyBelowTheMinimumRateTimesOut() {
        var subject = Subject(limits)
        _ = subject.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", at: 0)
        #expect(subject.admit(limit: 1 << 20, at: 0) == "read")
        let end = (1...20).first { second in
            _ = subject.receive("x", at: Double(second))
            return subject.expired(at: Double(second)) != nil
        }
        #expect(end == 6)
    }

    @Test func anEarlyBurstOfARequestBodyDoesNotAllowALongStall() {
        var subject = Subject(limits)
        _ = subject.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n", at: 0)
        #expect(subject.admit(limit: 1 << 20, at: 0) == "read")
        _ = subject.receive(String(repeating: "x", count: 900_000), at: 1)
        #expect(subject.expired(at: 1 + limits.bodyStall - 0.1) == nil)
        #expect(subject.expired(at: 1 + limits.bodyStall) == "timeout")
    }

    @Test func aRequestBodyAtTheMinimumRateIsAccepted() {
        var subject = Subject(limits)
        _ = subject.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", at: 0)
        #expect(subject.admit(limit: 1 << 20, at: 0) == "read")
        for second in 1...150 {
            _ = subject.receive(String(repeating: "x", count: limits.bodyRate), at: Double(second))
            #expect(subject.expired(at: Double(second)) == nil)
        }
    }

    @Test func aConnectionWhoseClientReadsNothingIsAborted() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        subject.conversation.answered(at: .at(0), limits: limits)
        subject.conversation.writeBlocked(at: .at(1), limits: limits)
        #expect(subject.expired(at: 1 + limits.writeTimeout - 0.1) == nil)
        #expect(subject.expired(at: 1 + limits.writeTimeout) == "abort")
    }

    @Test func aConnectionWhoseClientReadsTooSlowlyIsAborted() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        subject.conversation.writeBlocked(at: .at(0), limits: limits)
        for second in 1..<Int(limits.writeTimeout) {
            subject.conversation.writeProgressed(1, at: .at(Double(second)), limits: limits)
        }
        #expect(subject.expired(at: limits.writeTimeout + 0.1) == "abort")
    }

    @Test func theIdleTimeoutStartsOnceTheWholeResponseIsWritten() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        subject.conversation.answered(at: .at(0), limits: limits)
        subject.conversation.writeBlocked(at: .at(0), limits: limits)
        for second in 1...100 {
            subject.conversation.writeProgressed(10_000, at: .at(Double(second)), limits: limits)
            #expect(subject.expired(at: Double(second)) == nil)
        }
        subject.conversation.writeCompleted(at: .at(100), limits: limits)
        #expect(subject.expired(at: 101) == nil)
        #expect(subject.expired(at: 100 + limits.idleTimeout) == "close")
    }

    @Test func anEventStreamHasNoTimeout() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        subject.conversation.openStream()
        #expect(subject.expired(at: 1e6) == nil)
        #expect(!subject.conversation.persists)
    }

    @Test func contentOverTheLimitIsRefusedBeforeItIsRead() {
        var subject = Subject(limits)
        _ = subject.receive(post, at: 0)
        #expect(subject.admit(limit: 99, at: 0) == "contentTooLarge")
        #expect(!subject.conversation.persists)
        #expect(!subject.conversation.wantsInput)
    }

    @Test func a100ContinueIsSentOnlyToAClientThatWaitsForIt() {
        var subject = Subject(limits)
        _ = subject.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", at: 0)
        var other = subject
        #expect(subject.admit(at: 0) == "continue")
        #expect(other.admit(moreInput: true, at: 0) == "read")
        #expect(subject.receive("abc", at: 1) == "content 3")
    }

    /// Spec H3.7.
    @Test func noRequestIsReadWhileAResponseIsPending() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        #expect(!subject.conversation.wantsInput)
        #expect(subject.receive(get, at: 0) == "read")
        subject.conversation.answered(at: .at(0), limits: limits)
        #expect(subject.receive(get, at: 0) == "head")
    }

    @Test func aRefusedRequestIsTheLastOfItsConnection() {
        var subject = Subject(limits)
        #expect(subject.receive("GET / HTTP/9.9\r\nHost: a\r\n\r\n", at: 0) == "unsupportedVersion")
        subject.conversation.answered(at: .at(0), limits: limits)
        #expect(subject.conversation.phase == .finished)
        #expect(!subject.conversation.wantsInput)
    }

    @Test func theEndOfInputTakesEffectAfterThePendingResponse() {
        var subject = Subject(limits)
        _ = subject.receive(get, at: 0)
        #expect(subject.endInput() == false)
        subject.conversation.answered(at: .at(0), limits: limits)
        #expect(subject.conversation.phase == .finished)
    }

    @Test(arguments: ["", "GET / HT", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"])
    func theEndOfInputEndsAConnectionWithoutACompleteRequest(_ text: String) {
        var subject = Subject(limits)
        if subject.receive(text, at: 0) == "head" { _ = subject.admit(at: 0) }
        #expect(subject.endInput() == true)
    }

    @Test func drainingLetsRequestsThatHaveBegunFinish() {
        var busy = Subject(limits)
        _ = busy.receive(get, at: 0)
        busy.drain(at: 0)
        #expect(busy.expired(at: 600) == nil)
        #expect(!busy.conversation.persists)
        var half = Subject(limits)
        _ = half.receive("GET / HT", at: 0)
        half.drain(at: 0)
        #expect(half.receive(get, at: 0) == "head")
        #expect(!half.conversation.persists)
        var writing = Subject(limits)
        _ = writing.receive(get, at: 0)
        writing.conversation.answered(at: .at(0), limits: limits)
        writing.drain(isWriting: true, at: 0)
        #expect(writing.conversation.phase == .finished)
    }

    @Test func drainingClosesAConnectionIdleForLongerThanTheGracePeriod() {
        var idle = Subject(limits)
        idle.drain(at: 5)
        #expect(idle.expired(at: 5) == "close")
        var unhurried = Subject(limits)
        unhurried.drain(idleGrace: 0, at: 0)
        #expect(unhurried.expired(at: 0) == "close")
    }

    @Test func drainingAllowsOneMoreRequestOnARecentlyUsedConnection() {
        var used = Subject(limits)
        _ = used.receive(get, at: 4)
        used.conversation.answered(at: .at(4.5), limits: limits)
        used.drain(at: 5)
        #expect(used.expired(at: 5.4) == nil)
        #expect(used.receive(get, at: 5.4) == "head")
        #expect(!used.conversation.persists, "the response closes the connection")
        var silent = Subject(limits)
        _ = silent.receive(get, at: 4)
        silent.conversation.answered(at: .at(4.5), limits: limits)
        silent.drain(at: 5)
        #expect(silent.expired(at: 5.5) == "close")
    }
}

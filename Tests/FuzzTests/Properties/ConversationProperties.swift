@testable import HTTP

/// A whole `Conversation`: a stream of requests with content, pipelined or not.
enum ConversationProperties {
    /// The greatest length of a request's content.
    private static let contentLimit = 40

    private static var limits: Limits {
        var limits = RequestHeadProperties.limits
        limits.chunkExtensions = ChunkedProperties.limits.chunkExtensions
        limits.trailerSection = ChunkedProperties.limits.trailerSection
        return limits
    }

    /// The observable events of a stream. `Conversation` names the rule of a refusal; the naive reader does not.
    enum Event: Equatable {
        case head(NaiveHead)
        case content([UInt8])
        case refused(Rejection?)
        /// Nothing more is read, because the previous request closes the connection.
        case finished
    }

    @Sendable static func check(_ input: [UInt8]) throws {
        let whole = try Transcript(input, cuts: [input.count], limits)
        for cuts in Cuts.all(of: input).dropFirst() {
            let transcript = try Transcript(input, cuts: cuts, limits)
            try expectEqual(transcript.events, whole.events, "cut at \(cuts)")
            try expectEqual(transcript.consumed, whole.consumed, "bytes done with, cut at \(cuts)")
        }
        let anonymous = whole.events.map { event in
            if case .refused = event { return Event.refused(nil) } else { return event }
        }
        try expectEqual(anonymous, naive(input), "transcript")
    }

    /// The events of one conversation for the pieces of a stream; each request is answered immediately.
    private struct Transcript {
        var events: [Event] = []
        /// The number of bytes up to the last event. A refusal ends the stream and consumes all its bytes.
        var consumed = 0
        private var conversation: Conversation
        private var parser = HeadParser()
        private var unread: [UInt8] = []
        private var done = 0
        private var now = MonotonicTime(nanoseconds: 1)
        private let limits: Limits

        init(_ input: [UInt8], cuts: [Int], _ limits: Limits) throws {
            self.limits = limits
            conversation = Conversation(at: now, limits: limits)
            var start = 0
            for cut in cuts where cut > start {
                unread += input[start..<cut]
                start = cut
                now = now + 0.001
                while conversation.wantsInput, try step() {}
            }
        }

        /// - Returns: whether the available bytes may contain more events.
        private mutating func step() throws -> Bool {
            let before = (phase: conversation.phase, deadline: conversation.deadline)
            let held = unread
            let isWaiting = try withExactBytes(held) { input -> Bool in
                let (count, action) = conversation.received(input, at: now, limits: limits, parser: &parser)
                try expect((0...input.count).contains(count), "\(count) bytes of \(input.count) consumed")
                unread.removeFirst(count)
                done += count
                try take(action, Bytes(rebasing: input[..<count]))
                switch action {
                case .read: return true
                case .reject: return false
                case .head, .content, .piece:
                    consumed = done
                    return false
                }
            }
            try expect(conversation.deadline > now, "overdue at once in \(conversation.phase)")
            if conversation.phase == before.phase, isWaiting {
                try expect(conversation.deadline >= before.deadline, "a deadline moved back in \(before.phase)")
                try expect(before.phase != .head || conversation.deadline == before.deadline, "a head bought time")
            }
            return !isWaiting
        }

        private mutating func take(_ action: Conversation.Action, _ consumed: Bytes) throws {
            switch action {
            case .read: return
            case .head:
                let head = parser.head
                let bytes = Bytes(rebasing: consumed[(consumed.count - head.length)...])
                events.append(.head(RequestHeadProperties.shown(head, bytes)))
                try expectEqual(conversation.phase, head.hasContent ? .admission : .answering, "phase after a head")
                guard head.hasContent else { return answer() }
                let admission = conversation.admitContent(
                    head, limit: contentLimit, moreInput: true, at: now, limits: limits)
                if case .reject(let rejection) = admission { events.append(.refused(rejection)) }
            case .content(let content):
                try expect(content.count <= contentLimit, "\(content.count) bytes of content")
                events.append(.content(content))
                answer()
            case .piece(let content, _):
                try expect(false, "a piece of \(content.count) bytes although no handler reads content")
            case .reject(let rejection):
                try expect(!conversation.persists, "refused, and goes on")
                events.append(.refused(rejection))
            }
        }

        private mutating func answer() {
            conversation.answered(at: now, limits: limits)
            if conversation.phase == .finished { events.append(.finished) }
        }
    }

    private static func naive(_ input: [UInt8]) -> [Event] {
        let limits = limits
        var events: [Event] = []
        var rest = input[...]
        while true {
            var emptyLines = 0
            while rest.starts(with: "\r\n".utf8) {
                rest = rest.dropFirst(2)
                emptyLines += 1
            }
            if emptyLines > 4 { return events + [.refused(nil)] }
            // Half of an empty line, because no request line begins with CR.
            if rest.isEmpty || rest == [0x0D] { return events }
            guard case .complete(let head, let length) = NaiveHead.read(Array(rest), limits) else {
                return NaiveHead.read(Array(rest), limits) == .waiting ? events : events + [.refused(nil)]
            }
            events.append(.head(head))
            rest = rest.dropFirst(length)
            if head.isChunked {
                switch NaiveChunked.read(Array(rest), limit: contentLimit, limits) {
                case .waiting: return events
                case .refused: return events + [.refused(nil)]
                case .complete(let content, let consumed):
                    events.append(.content(content))
                    rest = rest.dropFirst(consumed)
                }
            } else if let length = head.contentLength, length > 0 {
                guard length <= contentLimit else { return events + [.refused(nil)] }
                guard length <= rest.count else { return events }
                events.append(.content(Array(rest.prefix(length))))
                rest = rest.dropFirst(length)
            }
            guard head.persists else { return events + [.finished] }
        }
    }
}

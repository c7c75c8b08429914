@testable import HTTP

/// The expected state of a connection, derived from the known requests and the events, without parsing and with times
/// in seconds. It is independent of `Conversation`, which is compared with it.
struct Specification {
    enum State: Equatable {
        case waiting
        /// Bytes of a request have arrived. Empty lines alone get no response.
        case head
        case content
        case answering
        case streaming
        case finished
        case lingering
        case closed
    }

    /// The expected result of input.
    enum Step: Equatable {
        case nothing
        case head(Int)
        case content(Int, [UInt8])
        case refused(Rejection)
    }

    /// The expected result of a deadline.
    enum Due: Equatable {
        case nothing, close, abort, timeout
    }

    private(set) var state = State.waiting
    /// The time at which the state ends; `nil` for never.
    private(set) var deadline: Double?
    /// The time at which the client has not read for too long; `nil` while nothing waits to be written.
    private(set) var writeDeadline: Double?
    /// The number of answered requests; requests are answered in order.
    private(set) var answered = 0
    /// Whether the connection persists after the current request.
    private(set) var persists = true
    private var emptyLinesLeft = 0
    private var hasRequestByte = false
    private var sawEmptyLine = false
    private var contentLeft = 0
    private var isRefused = false
    private var isDraining = false
    private(set) var inputEnded = false
    private let limits: Limits
    private let script: Script

    init(_ script: Script, _ limits: Limits) {
        self.script = script
        self.limits = limits
        deadline = limits.idleTimeout
        begin()
    }

    private var message: Script.Message { script.messages[answered] }
    var isWriting: Bool { writeDeadline != nil }
    var hasMore: Bool { answered < script.messages.count }
    var takesInput: Bool { [.waiting, .head, .content].contains(state) }

    private mutating func begin() {
        emptyLinesLeft = hasMore ? message.emptyLines : 0
        (hasRequestByte, sawEmptyLine, isRefused) = (false, false, false)
    }

    // MARK: Input

    /// Returns the expected step for `available` new bytes at `now`, and how many of them are consumed.
    mutating func take(_ available: Int, at now: Double) -> (taken: Int, step: Step) {
        switch state {
        case .waiting, .head: takeHead(available, at: now)
        case .content: takeContent(available, at: now)
        default: (0, .nothing)
        }
    }

    private mutating func takeHead(_ available: Int, at now: Double) -> (Int, Step) {
        guard available > 0, hasMore else { return (0, .nothing) }
        let lines = min(emptyLinesLeft, available / 2)
        emptyLinesLeft -= lines
        sawEmptyLine = sawEmptyLine || lines > 0
        let taken = lines * 2
        let rest = available - taken
        guard emptyLinesLeft == 0, rest >= message.head.utf8.count else {
            if state == .waiting { (state, deadline) = (.head, now + limits.headTimeout) }
            // A single byte may be the CR of an empty line, so it may still belong to the request.
            if emptyLinesLeft == 0, rest > 0 { hasRequestByte = true }
            return (taken, .nothing)
        }
        let all = taken + message.head.utf8.count
        deadline = nil
        if let refusal = message.refusal, refusal.after == nil { return (available, refuse(refusal.rule)) }
        persists = message.persists && !isDraining
        state = message.content == nil ? .answering : .content
        return (all, .head(answered))
    }

    /// Returns the expected refusal of a request with content; `nil` if the content is accepted.
    mutating func admit(at now: Double) -> Rejection? {
        if let refusal = message.refusal, refusal.after == 0 {
            _ = refuse(refusal.rule)
            return refusal.rule
        }
        contentLeft = message.coded.count
        deadline = now + limits.bodyGrace
        return nil
    }

    var expectsContinue: Bool { message.expectsContinue }

    private mutating func takeContent(_ available: Int, at now: Double) -> (Int, Step) {
        let taken = min(available, contentLeft)
        guard taken > 0 else { return (0, .nothing) }
        contentLeft -= taken
        guard contentLeft == 0 else {
            // Each byte extends the deadline according to the minimum rate, but by no more than the longest pause.
            deadline = min((deadline ?? 0) + Double(taken) / Double(limits.bodyRate), now + limits.bodyStall)
            return (taken, .nothing)
        }
        if let refusal = message.refusal { return (available, refuse(refusal.rule)) }
        (state, deadline) = (.answering, nil)
        return (taken, .content(answered, message.content ?? []))
    }

    private mutating func refuse(_ rule: Rejection) -> Step {
        (state, deadline, isRefused, persists) = (.answering, nil, true, false)
        return .refused(rule)
    }

    // MARK: Output

    mutating func answer(at now: Double) {
        let goesOn = persists && !isRefused && !inputEnded
        answered += 1
        begin()
        (state, deadline) = goesOn ? (.waiting, now + limits.idleTimeout) : (.finished, nil)
    }

    mutating func openStream() { (state, deadline, persists) = (.streaming, nil, false) }
    mutating func endStream() {
        (state, deadline) = (.finished, nil)
        answered += 1
    }
    mutating func block(at now: Double) { writeDeadline = now + limits.writeTimeout }
    mutating func progress(_ count: Int, at now: Double) {
        let earned = (writeDeadline ?? now) + Double(count) / Double(limits.writeRate)
        writeDeadline = min(earned, now + limits.writeTimeout)
    }
    mutating func complete(at now: Double) {
        writeDeadline = nil
        if state == .waiting { deadline = now + limits.idleTimeout }
    }
    mutating func linger(at now: Double) { (state, deadline) = (.lingering, now + limits.lingerTimeout) }
    mutating func close() { (state, deadline, writeDeadline) = (.closed, nil, nil) }

    // MARK: Time and ends

    mutating func due(at now: Double) -> Due {
        if let writeDeadline { return now >= writeDeadline ? .abort : .nothing }
        guard let deadline, now >= deadline else { return .nothing }
        switch state {
        case .waiting, .lingering: return .close
        case .head where sawEmptyLine && !hasRequestByte: return .close
        case .head, .content:
            _ = refuse(.timeout)
            return .timeout
        default: return .nothing
        }
    }

    /// Returns whether the connection ends when the client stops sending.
    mutating func endInput() -> Bool {
        inputEnded = true
        persists = false
        return ![.answering, .finished].contains(state)
    }

    mutating func drain(idleGrace: Double, at now: Double) {
        isDraining = true
        persists = false
        guard state == .waiting, let end = deadline else { return }
        if isWriting {
            (state, deadline) = (.finished, nil)
        } else {
            let lastUsed = end - limits.idleTimeout
            deadline = min(end, now + idleGrace, lastUsed + min(idleGrace, limits.idleTimeout))
        }
    }
}

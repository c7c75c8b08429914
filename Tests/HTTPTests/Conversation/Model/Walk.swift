@testable import HTTP

/// Drives a `Conversation` as `Connection` does, with random events at random times, and compares each step with the
/// `Specification`.
struct Walk {
    /// The first difference between the machine and the specification.
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    /// The states and transitions that occurred, so that a test can check that all were covered.
    private(set) var seen: Set<String> = []
    private let seed: UInt64
    private let limits: Limits
    private let stream: [UInt8]
    private let headEnds: [Int]
    private var generator: SplitMix
    private var specification: Specification
    private var conversation: Conversation
    private var parser = HeadParser()
    private var now = 0.0
    private var sent = 0
    private var unread: [UInt8] = []
    private var isRefused = false
    private var trace: [String] = []

    init(seed: UInt64) {
        self.seed = seed
        generator = SplitMix(seed: seed)
        var limits = Limits()
        // Rates that a few steps can reach; powers of two, so that seconds and nanoseconds are rounded equally.
        limits.bodyRate = 16
        limits.writeRate = 32
        self.limits = limits
        let script = Script(using: &generator)
        stream = script.messages.flatMap(\.bytes)
        var end = 0
        headEnds = script.messages.map { message in
            end += message.bytes.count
            return end - message.coded.count
        }
        specification = Specification(script, limits)
        conversation = Conversation(at: .at(0), limits: limits)
    }

    /// Runs the steps, and then waits for the end that must follow without further events.
    mutating func run(steps: Int) throws(Difference) {
        for _ in 0..<steps where specification.state != .closed { try step() }
        let patience =
            now + limits.idleTimeout + limits.headTimeout + limits.bodyStall + limits.writeTimeout * 2
            + limits.lingerTimeout
        while specification.state != .closed {
            guard now < patience else { throw difference("lives on without progress") }
            switch specification.state {
            case .answering: try answer()
            // The stream's client has left, so a heartbeat cannot be sent.
            case .streaming where !specification.isWriting: block()
            default: try tick(1)
            }
        }
    }

    private mutating func step() throws(Difference) {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<40: try deliver()
        case 40..<60: try answer()
        case 60..<80: try write()
        case 80..<95: try tick(pick([1 / 64, 0.25, 1, 4, 9]))
        case 95..<97: try drain()
        default: try endInput()
        }
        try compare()
    }

    // MARK: Events

    private mutating func deliver() throws(Difference) {
        guard specification.takesInput, !specification.isWriting, sent < stream.count else { return }
        // A client that expects 100 Continue sends its head and waits.
        let toHeadEnd = headEnds.first { $0 > sent }.map { $0 - sent } ?? 1
        let count = min(stream.count - sent, pick([1, 1, 2, 7, 30, 200, toHeadEnd, toHeadEnd]))
        note("deliver \(count)")
        unread += stream[sent..<(sent + count)]
        sent += count
        try process()
    }

    private mutating func process() throws(Difference) {
        while specification.takesInput, !specification.isWriting {
            let available = unread.count
            let expected = specification.take(available, at: now)
            let (taken, step) = receive()
            guard taken == expected.taken, step == expected.step else {
                throw difference("took \(taken) for \(step), expected \(expected)")
            }
            unread.removeFirst(taken)
            switch step {
            case .nothing: return
            case .head: if specification.state == .content { try admit() }
            case .content: break
            case .refused: isRefused = true
            }
        }
    }

    private mutating func receive() -> (Int, Specification.Step) {
        unread.withUnsafeBufferPointer { input in
            let (count, action) = conversation.received(input, at: .at(now), limits: limits, parser: &parser)
            switch action {
            case .read: return (count, .nothing)
            case .head:
                let head = Bytes(rebasing: input[(count - parser.head.length)..<count])
                return (count, .head(Int(parser.head.path(in: head).dropFirst()) ?? -1))
            case .content(let content): return (count, .content(specification.answered, content))
            // Only after `admitStreamedContent`, which the model does not call.
            case .piece: return (count, .nothing)
            case .reject(let rejection): return (count, .refused(rejection))
            }
        }
    }

    private mutating func admit() throws(Difference) {
        let refusal = specification.admit(at: now)
        let admission = conversation.admitContent(
            parser.head, limit: Script.contentLimit, moreInput: !unread.isEmpty, at: .at(now), limits: limits)
        switch admission {
        case .reject(let rejection) where rejection == refusal: isRefused = true
        case .read where refusal == nil && !(specification.expectsContinue && unread.isEmpty): break
        case .sendContinue where refusal == nil && specification.expectsContinue && unread.isEmpty: break
        default: throw difference("admission \(admission), expected \(String(describing: refusal))")
        }
        note("admission \(admission)")
    }

    private mutating func answer() throws(Difference) {
        guard specification.state == .answering else { return }
        if !isRefused, Int.random(in: 0..<8, using: &generator) == 0 {
            note("stream")
            conversation.openStream()
            specification.openStream()
        } else {
            note("answer \(specification.answered)")
            conversation.answered(at: .at(now), limits: limits)
            specification.answer(at: now)
        }
        try compare()
        if pick([false, true]) { block() } else { try settle() }
    }

    private mutating func write() throws(Difference) {
        guard specification.isWriting else {
            guard specification.state == .streaming else { return }
            if pick([false, true]) { return block() }
            note("end of stream")
            conversation.endStream()
            specification.endStream()
            return try settle()
        }
        if pick([false, true]) {
            let count = pick([1, 100, 1000])
            note("progress \(count)")
            conversation.writeProgressed(count, at: .at(now), limits: limits)
            specification.progress(count, at: now)
        } else {
            note("written")
            conversation.writeCompleted(at: .at(now), limits: limits)
            specification.complete(at: now)
            try settle()
        }
    }

    private mutating func block() {
        note("blocked")
        conversation.writeBlocked(at: .at(now), limits: limits)
        specification.block(at: now)
    }

    /// Ends a turn, like `Connection.endTurn`.
    private mutating func settle() throws(Difference) {
        try process()
        guard specification.state == .finished, !specification.isWriting else { return }
        guard isRefused || !unread.isEmpty || pick([false, true]), !specification.inputEnded else { return close() }
        note("linger")
        conversation.linger(at: .at(now), limits: limits)
        specification.linger(at: now)
    }

    private mutating func tick(_ seconds: Double) throws(Difference) {
        now += seconds
        note("at \(now)")
        let expected = specification.due(at: now)
        let due: Specification.Due
        switch conversation.expired(at: .at(now)) {
        case nil: due = .nothing
        case .close: due = .close
        case .abort: due = .abort
        case .reject: due = .timeout
        }
        guard due == expected else { throw difference("due is \(due), expected \(expected)") }
        note("due: \(due)")
        switch due {
        case .nothing: break
        case .close, .abort: close()
        case .timeout:
            isRefused = true
            unread = []
        }
        try compare()
    }

    private mutating func drain() throws(Difference) {
        let grace: Double = pick([0, 1, 30])
        note("drain \(grace)")
        conversation.drain(isWriting: specification.isWriting, idleGrace: grace, at: .at(now), limits: limits)
        specification.drain(idleGrace: grace, at: now)
        try compare()
        try tick(0)
    }

    private mutating func endInput() throws(Difference) {
        guard specification.state != .closed, !specification.isWriting, !specification.inputEnded else { return }
        note("end of input")
        let expected = specification.endInput()
        guard conversation.endInput() == expected else { throw difference("end of input, expected \(expected)") }
        if expected { close() }
    }

    private mutating func close() {
        note("close")
        specification.close()
    }

    // MARK: Comparison

    /// Compares the phase, the deadline and the state that is kept after a response.
    private mutating func compare() throws(Difference) {
        guard specification.state != .closed else { return }
        let phase = "\(conversation.phase)"
        let expected = specification.state == .waiting ? "idle" : "\(specification.state)"
        seen.insert("phase " + phase)
        guard phase == expected else { throw difference("phase \(phase), expected \(expected)") }
        guard conversation.wantsInput == specification.takesInput else { throw difference("wants input") }
        if specification.state == .answering || specification.state == .streaming {
            guard conversation.persists == specification.persists else {
                throw difference("persists: \(conversation.persists)")
            }
        }
        guard let deadline = specification.deadline else {
            // A remaining deadline has no effect in this phase.
            return
        }
        let actual = Double(conversation.deadline.nanoseconds) / 1e9
        guard abs(actual - max(0, deadline)) < 1e-3 else {
            throw difference("deadline in \(phase) is \(actual), expected \(deadline)")
        }
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    private mutating func note(_ event: String) {
        trace.append(event)
        if !event.hasPrefix("at ") { seen.insert(event) }
    }

    private func difference(_ what: String) -> Difference {
        Difference(description: "seed \(seed): \(what)\nafter: \(trace.joined(separator: ", "))")
    }
}

import CLibpq
import Dispatch

/// The time limits after which a connection without answers is closed.
struct SilenceLimits: Sendable, Hashable {
    /// The time limit for a server that does not answer a second connection, or whose session has not received the request.
    /// After half of this time, a second connection asks the server for the state of the session.
    var server: Duration
    /// The time limit for a statement that the server reports as running; `nil` for no limit except `statement_timeout`.
    var statement: Duration?
}

/// The state of a connection's silence.
struct Silence {
    /// The time of the last progress as of the previous check: received data, or a request sent while none was outstanding.
    var seen = ContinuousClock.now
    /// The number of checks since the last progress.
    var looks = 0
    /// The number of the check at which the server is asked.
    var inquiryAt = Silence.looksBeforeInquiry
    var isInquiring = false
    var isWatched = false

    /// The number of checks per limit. The limit is counted in checks, not seconds, because the time for which this process
    /// was suspended must not count as the server's silence.
    static let looksPerLimit = 6
    static let looksBeforeInquiry = 3

    mutating func broken(at instant: ContinuousClock.Instant) {
        seen = instant
        looks = 0
        inquiryAt = Self.looksBeforeInquiry
    }
}

extension Connection {
    static let silenceReason = "the server stopped answering"

    private var isExpecting: Bool { pipeline.isExpecting || script != nil }

    /// Starts to check whether answers arrive, until no request is outstanding.
    func watchSilence() {
        guard let silenceLimits, !quiet.isWatched else { return }
        quiet.isWatched = true
        quiet.broken(at: lastProgress)
        lookLater(silenceLimits)
    }

    private func lookLater(_ limits: SilenceLimits) {
        let pause = limits.server / Silence.looksPerLimit
        executor.queue.asyncAfter(deadline: .now() + pause.dispatchInterval) {
            self.assumeIsolated { $0.look(limits) }
        }
    }

    private func look(_ limits: SilenceLimits) {
        // Data that arrived while this process was suspended ends the silence.
        if state == .open, reading?.hasMore == true { receive() }
        guard state == .open, isExpecting else {
            quiet.isWatched = false
            return
        }
        if lastProgress == quiet.seen { quiet.looks += 1 } else { quiet.broken(at: lastProgress) }
        if let limit = limits.statement, lastProgress.duration(to: .now) >= limit, quiet.looks > 1 {
            logger.debug("a statement has taken too long")
            return abandon()
        }
        if quiet.looks >= quiet.inquiryAt, !quiet.isInquiring { inquire(limits) }
        lookLater(limits)
    }

    private func inquire(_ limits: SilenceLimits) {
        guard let handle, let server else { return }
        quiet.isInquiring = true
        let seen = quiet.seen
        let inquiry = SessionInquiry(
            keywords: server, process: PQbackendPID(handle.pointer), limit: limits.server / 2, logger: logger)
        Task { self.answered(await inquiry.answer(), since: seen, limits) }
    }

    private func answered(_ answer: SessionInquiry.Answer, since seen: ContinuousClock.Instant, _ limits: SilenceLimits)
    {
        quiet.isInquiring = false
        if state == .open, reading?.hasMore == true { receive() }
        guard state == .open, isExpecting, lastProgress == seen else { return }
        switch answer {
        case .silence:
            logger.warning("the database fell silent; its connections are given up")
            if let server { parameters.servers?.giveUp(server) }
            end(.unavailable(reason: Self.silenceReason))
        case .idle, .waitingForStandby:
            // Ask once more at the end of the limit, since the request may only just have arrived.
            guard quiet.looks >= Silence.looksPerLimit else { return quiet.inquiryAt = Silence.looksPerLimit }
            logger.warning("a session of the database fell silent; its connection is given up")
            abandon()
        case .working, .unknown:
            quiet.inquiryAt = quiet.looks + Silence.looksPerLimit
        }
    }
}

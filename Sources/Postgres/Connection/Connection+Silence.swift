import CLibpq
import Dispatch

/// The time limits after which a connection without answers is closed.
struct SilenceLimits: Sendable, Hashable {
    /// The time limit for a server or session that does not answer. After half of this time, a second connection asks for the state of the session.
    var server: Duration
    /// The time limit for a statement, even if it is known to be running; `nil` for no limit except `statement_timeout`.
    var statement: Duration?
}

/// The state of the checks that determine whether a connection's requests are answered.
struct Silence {
    /// The time of the last progress as of the previous check: received data, or a request sent while none was outstanding.
    var seen = ContinuousClock.now
    /// The number of checks since the last progress.
    var checks = 0
    /// The number of the check at which a second connection asks the server for the state of the session.
    var queryAt = Silence.checksBeforeQuery
    var isQuerying = false
    var isWatched = false

    /// The number of checks per limit. Checks are counted, not seconds, so that a suspension of this process does not count as the server's silence.
    static let checksPerLimit = 6
    static let checksBeforeQuery = 3

    mutating func broken(at instant: ContinuousClock.Instant) {
        seen = instant
        checks = 0
        queryAt = Self.checksBeforeQuery
    }
}

extension Connection {
    static let silenceReason = "the server stopped answering"

    private var isExpecting: Bool { pipeline.isExpecting || script != nil }

    /// Starts to check whether answers arrive, until no request is outstanding. Does nothing without `silenceLimits`.
    func watchSilence() {
        guard let silenceLimits, !quiet.isWatched else { return }
        quiet.isWatched = true
        quiet.broken(at: lastProgress)
        scheduleCheck(silenceLimits)
    }

    private func scheduleCheck(_ limits: SilenceLimits) {
        let pause = limits.server / Silence.checksPerLimit
        executor.queue.asyncAfter(deadline: .now() + pause.dispatchInterval) {
            self.assumeIsolated { $0.check(limits) }
        }
    }

    private func check(_ limits: SilenceLimits) {
        // Data that arrived while this process was suspended ends the silence.
        if state == .open, hasMore { receive() }
        guard state == .open, isExpecting else {
            quiet.isWatched = false
            return
        }
        if lastProgress == quiet.seen { quiet.checks += 1 } else { quiet.broken(at: lastProgress) }
        if let limit = limits.statement, lastProgress.duration(to: .now) >= limit, quiet.checks > 1 {
            logger.debug("a statement has taken too long")
            return abandon()
        }
        if quiet.checks >= quiet.queryAt, !quiet.isQuerying { querySession(limits) }
        scheduleCheck(limits)
    }

    private func querySession(_ limits: SilenceLimits) {
        guard let handle, let server else { return }
        quiet.isQuerying = true
        let seen = quiet.seen
        let query = SessionQuery(
            keywords: server, process: PQbackendPID(handle.pointer), limit: limits.server / 2, logger: logger)
        Task { self.answered(await query.answer(), since: seen, limits) }
    }

    private func answered(_ answer: SessionQuery.Answer, since seen: ContinuousClock.Instant, _ limits: SilenceLimits) {
        quiet.isQuerying = false
        if state == .open, hasMore { receive() }
        guard state == .open, isExpecting, lastProgress == seen else { return }
        switch answer {
        case .silence:
            logger.warning("the database fell silent; its connections are given up")
            if let server { parameters.servers?.markSilent(server) }
            end(.unavailable(reason: Self.silenceReason))
        case .idle, .waitingForStandby:
            // Ask once more at the end of the limit, since the request may only just have arrived.
            guard quiet.checks >= Silence.checksPerLimit else { return quiet.queryAt = Silence.checksPerLimit }
            logger.warning("a session of the database fell silent; its connection is given up")
            abandon()
        case .working, .unknown:
            quiet.queryAt = quiet.checks + Silence.checksPerLimit
        }
    }
}

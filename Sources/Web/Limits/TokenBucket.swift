/// A token bucket as a pure value: it fills at a steady rate up to its brim, and a request takes out what it costs or is
/// turned away (ITU-T I.371 and RFC 2697 know it as the leaky bucket as a meter). The clock is passed in.
///
/// Whole numbers only. The content is counted in thousandths of a token: at r tokens a second exactly r thousandths come
/// in each millisecond, so that nothing is ever rounded and the rate holds over any length of time.
struct TokenBucket: Sendable, Hashable {
    /// In thousandths of a token.
    private var content: Int64
    /// When that was so, in milliseconds.
    private var since: Int64

    /// What became of a request.
    struct Verdict: Sendable, Hashable {
        let isAdmitted: Bool
        /// Whole tokens left.
        let remaining: Int
        /// In how many seconds there is more: for a request that was turned away enough for it, else one token; 0 for a
        /// full bucket.
        let wait: Int
    }

    /// A full bucket.
    init(_ limit: RateLimit, now: Int64) {
        content = Int64(limit.burst) * 1000
        since = now
    }

    /// Takes out what a request costs, or nothing when there is less. A cost beyond the brim is the brim's: such a request
    /// is rare, never impossible.
    ///
    /// - Parameters:
    ///   - limit: may differ from the last one; what is over its brim is lost.
    ///   - now: in milliseconds; a step back counts as standing still.
    mutating func take(_ cost: Int, _ limit: RateLimit, now: Int64) -> Verdict {
        fill(limit, now: now)
        let needed = Int64(min(max(cost, 0), limit.burst)) * 1000
        let isAdmitted = content >= needed
        if isAdmitted { content -= needed }
        let brim = Int64(limit.burst) * 1000
        let wanted = isAdmitted ? min(brim, (content / 1000 + 1) * 1000) : needed
        let missing = max(0, wanted - content)
        let milliseconds = (missing + Int64(limit.perSecond) - 1) / Int64(limit.perSecond)
        return Verdict(
            isAdmitted: isAdmitted, remaining: Int(content / 1000), wait: Int((milliseconds + 999) / 1000))
    }

    private mutating func fill(_ limit: RateLimit, now: Int64) {
        let brim = Int64(limit.burst) * 1000
        let (elapsed, isTooLong) = now.subtractingReportingOverflow(since)
        guard isTooLong || elapsed > 0 else {
            content = min(brim, content)
            return
        }
        since = now
        let (come, isTooMuch) = elapsed.multipliedReportingOverflow(by: Int64(limit.perSecond))
        let (sum, isOver) = content.addingReportingOverflow(come)
        content = isTooLong || isTooMuch || isOver ? brim : min(brim, sum)
    }
}

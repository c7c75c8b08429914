/// A token bucket, equivalent to the leaky bucket as a meter (ITU-T I.371, RFC 2697). A pure value; the clock is passed in.
///
/// The content is counted in thousandths of a token: at r tokens per second, r thousandths are added in each millisecond, so nothing is rounded.
struct TokenBucket: Sendable, Hashable {
    /// The content in thousandths of a token.
    private var content: Int64
    /// The time of `content`, in milliseconds.
    private var since: Int64

    /// The result of a request for tokens.
    struct Decision: Sendable, Hashable {
        let isAdmitted: Bool
        /// The number of whole tokens left.
        let remaining: Int
        /// The number of seconds until there are enough tokens for a refused request, or one more token otherwise, rounded up; 0 for a full bucket.
        let wait: Int
    }

    /// Creates a full bucket. `now` is in milliseconds.
    init(_ limit: RateLimit, now: Int64) {
        content = Int64(limit.burst) * 1000
        since = now
    }

    /// Takes the cost of a request, or nothing if the bucket has too few tokens. `now` is in milliseconds.
    ///
    /// A cost above the burst counts as the burst. The limit may differ from call to call; tokens above its burst are lost.
    mutating func take(_ cost: Int, _ limit: RateLimit, now: Int64) -> Decision {
        fill(limit, now: now)
        let needed = Int64(min(max(cost, 0), limit.burst)) * 1000
        let isAdmitted = content >= needed
        if isAdmitted { content -= needed }
        let capacity = Int64(limit.burst) * 1000
        let wanted = isAdmitted ? min(capacity, (content / 1000 + 1) * 1000) : needed
        let missing = max(0, wanted - content)
        let milliseconds = (missing + Int64(limit.perSecond) - 1) / Int64(limit.perSecond)
        return Decision(
            isAdmitted: isAdmitted, remaining: Int(content / 1000), wait: Int((milliseconds + 999) / 1000))
    }

    private mutating func fill(_ limit: RateLimit, now: Int64) {
        let capacity = Int64(limit.burst) * 1000
        let (elapsed, isTooLong) = now.subtractingReportingOverflow(since)
        guard isTooLong || elapsed > 0 else {
            content = min(capacity, content)
            return
        }
        since = now
        let (come, isTooMuch) = elapsed.multipliedReportingOverflow(by: Int64(limit.perSecond))
        let (sum, isOver) = content.addingReportingOverflow(come)
        content = isTooLong || isTooMuch || isOver ? capacity : min(capacity, sum)
    }
}

/// The rate limit stated in a response from memory (draft-ietf-httpapi-ratelimit-headers-10). Responses from memory do not count against the limit.
public struct RateQuota: Sendable, Hashable {
    /// The maximum number of reads that may follow each other without a pause. A change counts as several reads.
    public let burst: Int
    /// The time in which the whole burst becomes available again, in seconds.
    public let window: Int

    public init(burst: Int, window: Int) {
        self.burst = burst
        self.window = window
    }

    /// Appends `RateLimit-Policy` and `RateLimit` with the policy name "address".
    func append(to output: inout OutputBuffer) {
        output.append("RateLimit-Policy: \"address\";q=")
        output.append(decimal: burst)
        output.append(";w=")
        output.append(decimal: window)
        output.append("\r\nRateLimit: \"address\";r=")
        output.append(decimal: burst)
        output.append(";t=0\r\n")
    }
}

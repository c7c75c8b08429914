/// The rate limit stated in an answer from memory. Such answers do not count against it, so the whole limit remains
/// (draft-ietf-httpapi-ratelimit-headers-10).
public struct RateQuota: Sendable, Hashable {
    /// The most requests at one time.
    public let burst: Int
    /// The seconds in which the whole burst becomes available again.
    public let window: Int

    /// - Parameters:
    ///   - burst: the most requests at one time.
    ///   - window: the seconds in which the whole burst becomes available again.
    public init(burst: Int, window: Int) {
        self.burst = burst
        self.window = window
    }

    /// Appends `RateLimit-Policy` and `RateLimit` in the form of a limit by address.
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

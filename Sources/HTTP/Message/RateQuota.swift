/// The limit that an answer from memory tells of and is not counted against: all of it is left
/// (draft-ietf-httpapi-ratelimit-headers-10).
public struct RateQuota: Sendable, Hashable {
    /// The most at one moment.
    public let burst: Int
    /// The seconds in which it is saved up.
    public let window: Int

    /// - Parameters:
    ///   - burst: the most at one moment.
    ///   - window: the seconds in which it is saved up.
    public init(burst: Int, window: Int) {
        self.burst = burst
        self.window = window
    }

    /// Appends `RateLimit-Policy` and `RateLimit` as a limit by address has them.
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

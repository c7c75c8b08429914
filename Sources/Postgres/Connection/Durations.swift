import Dispatch

extension Duration {
    /// The interval for Dispatch timers.
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(inNanoseconds))
    }

    /// The duration in whole nanoseconds.
    var inNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }

    /// The duration in seconds, for metrics and log lines.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

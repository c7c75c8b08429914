import Dispatch

extension Duration {
    /// For Dispatch's timers.
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(inNanoseconds))
    }

    /// Whole nanoseconds.
    var inNanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }

    /// For metrics and log lines.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

import Dispatch

extension Duration {
    /// For Dispatch's timers, whole nanoseconds.
    var dispatchInterval: DispatchTimeInterval {
        .nanoseconds(Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000))
    }

    /// For metrics and log lines.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

import Dispatch

/// A timer that calls back after `interval`, to check the deadlines of waiting callers. All pools share one queue.
enum Sweeper {
    static let interval = DispatchTimeInterval.milliseconds(50)
    private static let queue = DispatchQueue(label: "postgres.deadlines", qos: .userInitiated)

    static func later(_ sweep: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + interval, execute: sweep)
    }
}

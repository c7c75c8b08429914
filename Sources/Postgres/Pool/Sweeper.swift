import Dispatch

/// Calls back a little later, for the deadlines of those who wait; one queue for all pools.
enum Sweeper {
    static let interval = DispatchTimeInterval.milliseconds(50)
    private static let queue = DispatchQueue(label: "postgres.deadlines", qos: .userInitiated)

    static func later(_ sweep: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + interval, execute: sweep)
    }
}

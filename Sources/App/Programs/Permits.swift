import Synchronization

/// A limited number of permits, such as those of simultaneous conversions. A permit becomes free when the last reference to it is released, so that
/// content that is never opened frees its permit.
final class Permits: Sendable {
    private let free: Mutex<Int>

    init(_ count: Int) { free = Mutex(count) }

    /// Returns a permit, or `nil` if no permit is free.
    func take() -> Permit? {
        free.withLock { free in
            guard free > 0 else { return nil }
            free -= 1
            return Permit(self)
        }
    }

    fileprivate func leave() { free.withLock { $0 += 1 } }

    final class Permit: Sendable {
        private let permits: Permits

        fileprivate init(_ permits: Permits) { self.permits = permits }

        deinit { permits.leave() }
    }
}

import HTTP
import Synchronization

/// Answers with the whole line-up, which is long and seldom another one: made once for each order and platform.
final class LineUpAnswers: Sendable {
    struct Key: Sendable, Hashable {
        let order: LineUp.Order
        /// `nil` where nobody's own numbers count.
        let platform: String?
    }

    /// Platforms that have numbers of their own are few; more are not kept.
    private static let limit = 32

    private let known = Mutex<[Key: Response]>([:])

    /// The answer, made where it is asked for the first time.
    func answer(_ key: Key, _ make: () throws -> Response) rethrows -> Response {
        if let known = known.withLock({ $0[key] }) { return known }
        let made = try make()
        known.withLock { if $0.count < Self.limit { $0[key] = made } }
        return made
    }
}

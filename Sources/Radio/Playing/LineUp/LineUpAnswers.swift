import HTTP
import Synchronization

/// A cache of the responses with the whole line-up, which are long and seldom change.
final class LineUpAnswers: Sendable {
    /// The request parameters on which the response depends.
    struct Key: Sendable, Hashable {
        let order: LineUp.Order
        /// The platform whose channel numbers are used; `nil` for the general numbers.
        let platform: String?
    }

    private static let limit = 32

    private let known = Mutex<[Key: Response]>([:])

    /// Returns the cached response, or else the response of `make`, which is cached while there is room.
    func answer(_ key: Key, _ make: () throws -> Response) rethrows -> Response {
        if let known = known.withLock({ $0[key] }) { return known }
        let made = try make()
        known.withLock { if $0.count < Self.limit { $0[key] = made } }
        return made
    }
}

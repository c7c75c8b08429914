import FoundationEssentials
import Postgres
import Web

/// What a listener has paid for, as the operator's billing tells it. Other roles have none and need none.
public struct Subscription: Sendable, Hashable {
    /// The words of the schema and of the interface.
    public enum State: String, Sendable, Hashable, CaseIterable, Codable {
        /// May listen, until `until` where that is said.
        case active
        /// May listen again once it is renewed.
        case lapsed
        /// May listen again once somebody has spoken with the operator's staff.
        case supportRequired = "support-required"
    }

    public let state: State
    /// When an active subscription ends or another ended; `nil` for no end that is known.
    public let until: Date?

    public init(_ state: State, until: Date? = nil) {
        self.state = state
        self.until = until
    }

    /// The ends that can be stored, and a sentence's rest about them: beyond 2255 a `Date` counts in larger steps than the
    /// database does.
    static let ends = Instant(milliseconds: 0)..<Instant(milliseconds: 7_258_118_400_000)
    static let endsRule = "must be an RFC 3339 date-time from 1970 to 2199"

    /// The state at a moment: an active subscription whose end has come has lapsed, without anybody's saying so.
    public func state(at now: Date) -> State {
        if state == .active, let until, until <= now { return .lapsed }
        return state
    }

    /// Why an account of this role may not listen now; `nil` when it may.
    func refusal(for role: Role, at now: Date) -> LoginOutcome? {
        guard role == .listener else { return nil }
        return switch state(at: now) {
        case .active: nil
        case .lapsed: .subscriptionRequired
        case .supportRequired: .accountSupportRequired
        }
    }
}

extension Subscription: RowDecodable {
    /// Reads the columns `subscription` and `subscription_until`.
    public init(row: Row) throws(PostgresError) {
        let name: String = try row("subscription")
        guard let state = State(rawValue: name) else {
            throw .decoding(column: "subscription", reason: "is \"\(name)\", not \(State.names)")
        }
        self.init(state, until: try row.optional("subscription_until"))
    }
}

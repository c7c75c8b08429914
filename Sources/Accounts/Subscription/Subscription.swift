import FoundationEssentials
import Postgres
import Web

/// The subscription of a listener, as reported by the tenant's billing system. Other roles need none.
public struct Subscription: Sendable, Hashable {
    /// The states of a subscription, with the names that the schema and the API use.
    public enum State: String, Sendable, Hashable, CaseIterable, Codable {
        /// The listener may listen, until `until` if this time is set.
        case active
        /// The listener may not listen until the subscription is renewed.
        case lapsed
        /// The listener must contact the tenant's support before listening.
        case supportRequired = "support-required"
    }

    public let state: State
    /// The end of the subscription; `nil` if unknown, so that an active subscription does not lapse by itself.
    public let until: Date?

    public init(_ state: State, until: Date? = nil) {
        self.state = state
        self.until = until
    }

    /// The allowed values of `until`, from 1970 to the end of 2199.
    static let ends = Instant(milliseconds: 0)..<Instant(milliseconds: 7_258_118_400_000)
    /// The rule for `until` as the rest of a sentence that begins with the field's name.
    static let endsRule = "must be an RFC 3339 date-time from 1970 to 2199, such as 2027-01-31T18:00:00Z"

    /// Returns the state at a time. An active subscription lapses at its end.
    public func state(at now: Date) -> State {
        if state == .active, let until, until <= now { return .lapsed }
        return state
    }

    /// Returns the reason why an account with this role must not listen at a time; `nil` if it may.
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
    /// Reads the columns `subscription` and `subscription_until`. Throws a decoding error for an unknown state.
    public init(row: Row) throws(PostgresError) {
        let name: String = try row("subscription")
        guard let state = State(rawValue: name) else {
            throw .decoding(column: "subscription", reason: "is \"\(name)\", not \(State.names)")
        }
        self.init(state, until: try row.optional("subscription_until"))
    }
}

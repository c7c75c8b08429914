import FoundationEssentials
import Web

/// The JSON of a listener's subscription, for administrators.
struct SubscriptionView: Encodable, Sendable {
    let account: String
    let login: String
    /// The current state; an active subscription whose end has passed is `lapsed`.
    let state: String
    let until: Date?

    init(_ subscriber: Subscriber, now: Date) {
        account = String(subscriber.id.rawValue)
        login = subscriber.login
        state = subscriber.subscription.state(at: now).rawValue
        until = subscriber.subscription.until
    }
}

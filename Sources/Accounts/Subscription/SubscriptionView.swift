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

/// The response to `findSubscriptions`.
struct SubscriptionListView: Encodable, Sendable {
    let subscriptions: [SubscriptionView]
    /// The cursor of the next page; absent on the last page.
    let next: String?

    /// The name of the list in cursors.
    static let list = "subscriptions"

    /// Creates the response with the first `limit` listeners.
    ///
    /// - Parameter found: up to `limit` + 1 listeners; the extra listener shows that there is a next page.
    init(_ found: [Subscriber], limit: Int, now: Date) {
        let page = ListPage(found, limit: limit)
        subscriptions = page.rows.map { SubscriptionView($0, now: now) }
        next = page.next.map { ListCursor(Self.list, ["\($0.id.rawValue)"]).description }
    }
}

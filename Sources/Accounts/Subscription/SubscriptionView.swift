import FoundationEssentials
import Web

/// A listener's subscription as administrators see it.
struct SubscriptionView: Encodable, Sendable {
    let account: String
    let login: String
    /// As it is now: one that was active and has ended has lapsed.
    let state: String
    let until: Date?

    init(_ subscriber: Subscriber, now: Date) {
        account = String(subscriber.id.rawValue)
        login = subscriber.login
        state = subscriber.subscription.state(at: now).rawValue
        until = subscriber.subscription.until
    }
}

/// What `findSubscriptions` answers.
struct SubscriptionListView: Encodable, Sendable {
    let subscriptions: [SubscriptionView]
    /// Where the next page begins; absent on the last.
    let next: String?

    /// The list as its cursors name it.
    static let list = "subscriptions"

    /// - Parameter found: one more than `limit` when there is a next page.
    init(_ found: [Subscriber], limit: Int, now: Date) {
        let page = ListPage(found, limit: limit)
        subscriptions = page.rows.map { SubscriptionView($0, now: now) }
        next = page.next.map { ListCursor(Self.list, ["\($0.id.rawValue)"]).description }
    }
}

import FoundationEssentials
import HTTP
import Tenancy
import Web

/// The API routes for managing subscriptions, for administrators and billing systems.
public struct SubscriptionRoutes: Sendable {
    private let subscriptions: SubscriptionStore
    private let imports: SubscriptionImport
    /// The worker that parses imported files. A long file must block neither an event loop nor the cooperative pool.
    private let workers = Workers("tutti.subscriptions", width: 1, limit: 8)

    public init(database: TenantDatabase) {
        subscriptions = SubscriptionStore(database: database)
        imports = SubscriptionImport(database: database)
    }

    private static let list = "subscriptions"

    public var routes: [Route] {
        let route = RouteGroup("/api/v1/admin", access: .permission(.manageSubscriptions))
        return [
            route(
                "findSubscriptions", .get, "/subscriptions", query: ["cursor", "limit", "state"], findSubscriptions),
            route(
                "importSubscriptions", .post, "/subscriptions/imports", query: ["dryRun"],
                bodyLimit: SubscriptionImport.sizeLimit, importSubscriptions),
            route("setSubscription", .put, "/accounts/{account}/subscription", setSubscription),
        ]
    }

    /// Answers `findSubscriptions` with one page of the tenant's listeners and their subscriptions, in the order of the account IDs. With `state`,
    /// the page has only listeners whose subscription is now in this state.
    func findSubscriptions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let state = try query.optional("state").map(Self.state)
        let last = try query.position(in: Self.list) { $0.values.count == 1 ? $0.number(0) : nil } ?? 0
        let limit = try query.pageSize()
        let found = try await subscriptions.subscribers(state, after: last, limit: limit + 1, in: context.tenant.id)
        let page = ListPage(found, limit: limit)
        let now = Instant.now.date
        return try .json(
            ListView(
                page.rows.map { SubscriptionView($0, now: now) },
                next: page.next.map { ListCursor(Self.list, ["\($0.id.rawValue)"]).description }))
    }

    /// Answers `importSubscriptions`. Changes the subscriptions of all listeners in the file or of none; a dry run only counts. The response has the
    /// numbers of changed and unchanged subscriptions, or is 413 for more than 8 MiB, 415 for another media type than CSV, 422 with the faults of the
    /// file or for an invalid `dryRun`, or 503 if too many files wait to be read.
    func importSubscriptions(_ request: Request, _ context: RequestContext) async throws -> Response {
        let dryRun = try request.queryFields().optional("dryRun").map(Self.flag) ?? false
        try request.require(mediaType: "text/csv")
        let (bytes, clock) = (request.body, context.tenant.clock)
        let file = try await workers.run { SubscriptionFile(bytes, timeZone: clock) }
        return try .json(
            await imports.run(file, in: context.tenant.id, dryRun: dryRun) { facts in
                try context.audit("subscription.import", detail: facts)
            })
    }

    private struct Change: Decodable {
        let state: String
        let until: Instant?
    }

    /// Answers `setSubscription` with the changed subscription, 404 for an unknown account, 409 for an account that is not a listener's, or 422 for
    /// invalid values. Without `until`, the stored end is removed.
    func setSubscription(_ request: Request, _ context: RequestContext) async throws -> Response {
        let change = try request.json(as: Change.self)
        guard let state = Subscription.State(rawValue: change.state) else {
            throw APIError.invalid(
                "/state", "must be \(Subscription.State.names), found \"\(change.state.prefix(100))\"")
        }
        if let until = change.until, !Subscription.ends.contains(until) {
            throw APIError.invalid("/until", "\(Subscription.endsRule), found \(until)")
        }
        let subscription = Subscription(state, until: change.until?.date)
        guard let account = User.ID(try request.parameter("account")),
            let subscriber = try await subscriptions.set(
                subscription, of: account, in: context.tenant.id,
                event: { login in
                    let until = change.until.map { ["until": $0.description] } ?? [:]
                    let facts = until.merging(["state": state.rawValue]) { $1 }
                    return try context.audit("subscription.change", subject: login, detail: facts)
                })
        else { throw APIError.noSuchAccount }
        return try .json(SubscriptionView(subscriber, now: Instant.now.date))
    }

    private static func state(_ text: String) throws(APIError) -> Subscription.State {
        guard let state = Subscription.State(rawValue: text) else {
            throw .invalid("state", "must be \(Subscription.State.names), found \"\(text.prefix(100))\"")
        }
        return state
    }

    private static func flag(_ text: String) throws(APIError) -> Bool {
        switch text {
        case "true": return true
        case "false": return false
        default: throw .invalid("dryRun", "must be true or false, found \"\(text.prefix(100))\"")
        }
    }
}

import HTTP
import Tenancy
import Web

/// The endpoints of an account's alerts and their event stream (spec R34, R43, R44).
public struct AlertRoutes: Sendable {
    private let alerts: AlertStore
    private let hub: AlertHub
    private let links: AlertCalendarLinkRoutes

    public init(hub: AlertHub, database: TenantDatabase) {
        alerts = AlertStore(database: database)
        self.hub = hub
        links = AlertCalendarLinkRoutes(store: AlertCalendarStore(database: database), now: hub.now)
    }

    public var routes: [Route] {
        let all = "/api/v1/me/alerts"
        let (airing, show) = (all + "/airings/{airing}", all + "/shows/{show}")
        return [
            Route("findAlerts", .get, all, access: .account, endpoint: findAlerts),
            Route("setAiringAlert", .put, airing, access: .account, endpoint: setAiringAlert),
            Route("deleteAiringAlert", .delete, airing, access: .account, endpoint: deleteAiringAlert),
            Route("setShowAlert", .put, show, access: .account, endpoint: setShowAlert),
            Route("deleteShowAlert", .delete, show, access: .account, endpoint: deleteShowAlert),
            Route("getAlertEvents", .get, all + "/events", access: .account, endpoint: getAlertEvents),
        ] + links.routes
    }

    /// Answers `findAlerts`: the account's alerts.
    func findAlerts(_ request: Request, _ context: RequestContext) async throws -> Response {
        let list = try await alerts.alerts(of: context.accountKey, at: hub.now(), in: context.tenant.id)
        return try .json(AlertListView(list), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `setAiringAlert`: the alert, with 201 if it is new; 404 if the broadcast is unknown, or its show or channel inactive; 409 if the
    /// broadcast has begun or is cancelled, or if the account has too many alerts.
    func setAiringAlert(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Airing.ID(try request.parameter("airing")) else { throw APIError.noSuchAiring }
        let (alert, isNew) = try await alerts.set(id, of: context.accountKey, at: hub.now(), in: context.tenant.id)
        return try .json(
            AiringAlertView(alert), status: isNew ? .created : .ok, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteAiringAlert`: 204; 404 if the account has no alert on this broadcast.
    func deleteAiringAlert(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Airing.ID(try request.parameter("airing")),
            try await alerts.remove(id, of: context.accountKey, in: context.tenant.id)
        else { throw Self.noAlert(on: "broadcast") }
        return .noContent
    }

    /// Answers `setShowAlert`: the alert, with 201 if it is new; 404 if the show is unknown or inactive; 409 if the account has too many alerts.
    func setShowAlert(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = Show.ID(rawValue: try request.key(of: .show))
        let (alert, isNew) = try await alerts.set(id, of: context.accountKey, at: hub.now(), in: context.tenant.id)
        return try .json(ShowAlertView(alert), status: isNew ? .created : .ok, fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteShowAlert`: 204; 404 if the account has no alert on this show.
    func deleteShowAlert(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = Show.ID(try request.parameter("show")),
            try await alerts.remove(id, of: context.accountKey, in: context.tenant.id)
        else { throw Self.noAlert(on: "show") }
        return .noContent
    }

    /// Answers `getAlertEvents`: a stream of server-sent events about fired alerts, which ends after five minutes at most. It begins with the alerts
    /// that fired in the last 62 minutes, without those for broadcasts that are cancelled or started more than five minutes ago. If the field
    /// `Last-Event-ID` is given, it begins with the alerts after that event only.
    func getAlertEvents(_ request: Request, _ context: RequestContext) async throws -> Response {
        let events = try await hub.events(of: context.accountKey, in: context.tenant.id)
        return Response(content: .events(events, lastEventID: request.fields["Last-Event-ID"]))
    }

    private static func noAlert(on what: String) -> APIError {
        APIError(
            .notFound, code: .noSuchAlert,
            "you have no alert on this \(what): GET /api/v1/me/alerts lists your alerts")
    }
}

extension RequestContext {
    /// The key of the signed-in account. Throws `APIError` 401 if there is none.
    var accountKey: Int64 {
        get throws(APIError) {
            guard let caller else { throw .notLoggedIn }
            return caller.userID
        }
    }
}

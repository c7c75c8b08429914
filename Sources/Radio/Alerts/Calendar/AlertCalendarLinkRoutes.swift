import HTTP
import Tenancy
import Web

/// The endpoints of the address of an account's alert calendar (spec R44).
struct AlertCalendarLinkRoutes: Sendable {
    let store: AlertCalendarStore
    let now: @Sendable () -> Instant

    private static let path = "/api/v1/me/alerts/calendar"

    var routes: [Route] {
        [
            Route("getAlertCalendarLink", .get, Self.path, access: .account, endpoint: getAlertCalendarLink),
            Route("setAlertCalendarLink", .put, Self.path, access: .account, endpoint: setAlertCalendarLink),
            Route("deleteAlertCalendarLink", .delete, Self.path, access: .account, endpoint: deleteAlertCalendarLink),
        ]
    }

    /// Answers `getAlertCalendarLink`: the creation time of the address; 404 if the account has none.
    func getAlertCalendarLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let createdAt = try await store.createdAt(of: context.accountKey, in: context.tenant.id) else {
            throw Self.noLink
        }
        return try .json(AlertCalendarLinkView(createdAt: createdAt, url: nil), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `setAlertCalendarLink`: 201 and a new address, which replaces the old one. No later response contains the address.
    func setAlertCalendarLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (key, createdAt) = (SecretKey(), now())
        try await store.make(
            key, for: context.accountKey, at: createdAt, recorded: context.audit("alert.calendar.make"),
            in: context.tenant.id)
        let url = context.tenant.origin.url("/api/v1/me/alerts.ics?token=\(key.text)")
        return try .json(
            AlertCalendarLinkView(createdAt: createdAt, url: url), status: .created,
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteAlertCalendarLink`: 204 after revoking the address; 404 if the account has none.
    func deleteAlertCalendarLink(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard
            try await store.revoke(
                of: context.accountKey, recorded: context.audit("alert.calendar.revoke"), in: context.tenant.id)
        else { throw Self.noLink }
        return .noContent
    }

    private static let noLink = APIError(
        .notFound, code: .noSuchCalendar, "you have no calendar address: PUT /api/v1/me/alerts/calendar creates one")
}

/// The response of `setAlertCalendarLink` and `getAlertCalendarLink`.
struct AlertCalendarLinkView: Encodable, Sendable {
    let createdAt: Instant
    /// The address with its secret, only in the response that creates it; otherwise `nil`.
    let url: String?
}

import FoundationEssentials
import HTTP
import Web

/// The API routes for invitations.
public struct InvitationRoutes: Sendable {
    private let links: AccountLinkStore
    private let mail: AccountMail

    public init(links: AccountLinkStore, mail: AccountMail) {
        self.links = links
        self.mail = mail
    }

    public var routes: [Route] {
        let route = RouteGroup("/api/v1/admin/invitations", access: .permission(.manageAccounts))
        return [
            route("findInvitations", .get, "", findInvitations),
            route("createInvitation", .post, "", createInvitation),
            route("deleteInvitation", .delete, "/{invitation}", deleteInvitation),
        ]
    }

    /// Answers `findInvitations` with the invitations that can still be used, newest first.
    func findInvitations(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .json(ListView(await links.invitations(in: context.tenant.id).compactMap(InvitationView.init)))
    }

    private struct Body: Decodable {
        let role: RoleName
        let email: String?
        let displayName: String?
        let expiresInMs: Int64?
    }

    /// Answers `createInvitation` with 201 and the link, which no later response contains, 422 for invalid values, or 409 if too many invitations are
    /// open. The link is also sent by mail if the invitation has an address and the server sends mail. After a 503, an invitation may exist whose
    /// link is lost, and another request creates a second invitation.
    func createInvitation(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        let end = try Expiry(at: nil, inMs: body.expiresInMs, most: AccountLink.Lifetime.longestInvitation).date
        let invitation = try Invitation(
            role: body.role.role, email: body.email, displayName: body.displayName, expiresAt: end)
        let made = try await links.invite(invitation, by: context.privilegedActor, in: context.tenant.id)
        let url = LinkAddress.url(made.secret, request, context)
        let mailed = mail.invite(invitation.email, to: context.tenant, url: url, expiresAt: made.link.expiresAt)
        return try .json(NewLinkView(made, url: url, mailed: mailed), status: .created)
    }

    /// Answers `deleteInvitation` with 204, or 404 if no invitation with this ID can still be used.
    func deleteInvitation(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = AccountLink.ID(try request.parameter("invitation")),
            try await links.withdraw(id, by: context.privilegedActor, in: context.tenant.id)
        else {
            throw APIError(
                .notFound, code: .noSuchInvitation,
                "this invitation is unknown, has been used, has been withdrawn or has expired: "
                    + "GET /api/v1/admin/invitations lists the open invitations")
        }
        return .noContent
    }
}

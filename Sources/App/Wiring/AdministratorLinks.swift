import Accounts
import Tenancy
import TenantLife
import Web

/// The adapter that supplies the invitations of `Accounts` to the platform's pages in `TenantLife`.
struct AdministratorLinks: AdministratorInviter {
    let invitations: AdministratorInvitations

    func check(_ invitee: AdministratorInvitee) throws { _ = try Self.invitee(invitee) }

    func invite(
        _ invitee: AdministratorInvitee, to tenant: Tenant, by caller: PlatformCaller, requestID: String
    ) async throws -> AdministratorInvitation {
        let made = try await invitations.invite(
            try Self.invitee(invitee), to: tenant, by: caller, requestID: requestID)
        return AdministratorInvitation(url: made.url, expiresAt: made.expiresAt, mailed: made.mailed)
    }

    private static func invitee(_ invitee: AdministratorInvitee) throws -> AdministratorInvitations.Invitee {
        try AdministratorInvitations.Invitee(
            login: invitee.login, email: invitee.email, life: invitee.expiresInMs)
    }
}

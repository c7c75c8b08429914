import Tenancy
import Web

/// An account of a tenant as the owner of a player.
public struct PlayerOwner: Sendable, Hashable {
    public let tenant: TenantID
    public let account: Int64

    public init(tenant: TenantID, account: Int64) { (self.tenant, self.account) = (tenant, account) }
}

extension RequestContext {
    /// The account of the request. Throws 401 if the caller is not signed in.
    package var owner: PlayerOwner {
        get throws(APIError) {
            guard let account = caller?.userID else { throw .notLoggedIn }
            return PlayerOwner(tenant: tenant.id, account: account)
        }
    }
}

import HTTP
import Postgres
import Tenancy
import Web

extension SessionStore {
    /// Returns a statement that records the first launch of the app in the current session, for `getBootstrap` (spec R8). The statement returns one
    /// row, or none if the session has ended. The column `is_first` is true for the first launch and for a retry within one minute. A token refresh
    /// does not start a new session. Throws 401 without a caller.
    public func launchMark(of request: Request, _ context: RequestContext) throws(APIError) -> SQL {
        let owner = try request.sessionOwner(context)
        let tenant = context.tenant.id
        return """
            with marked as (
                update app.session
                   set bootstrapped_at = now()
                 where tenant_id = \(tenant)
                   and token_hash = \(owner.secret.hash)
                   and bootstrapped_at is null
            )
            select bootstrapped_at is null or bootstrapped_at > now() - interval '1 minute' as is_first
              from app.session
             where tenant_id = \(tenant)
               and token_hash = \(owner.secret.hash)
            """
    }
}

import HTTP
import Postgres
import Tenancy
import Web

extension SessionStore {
    /// Returns a statement that records the first full load of the current session. The statement returns one row, or none if the session has
    /// ended. The column `is_first` of the row is true for the first load and for a load within one minute of the first (spec R8), so that a
    /// retry gets the same result. Throws 401 if the request has no caller.
    ///
    /// A token refresh keeps the session and causes no further first load.
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

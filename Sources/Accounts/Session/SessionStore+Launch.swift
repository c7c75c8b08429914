import HTTP
import Postgres
import Tenancy
import Web

extension SessionStore {
    /// The statement that notes when the asking session first loaded everything, and says in one row, as `is_first`,
    /// whether that was less than a minute ago or is now (spec R8).
    ///
    /// A refresh keeps the session, so a device is asked about once, and a retry within the minute is answered alike.
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

import Accounts
import HTTP
import Notices
import Postgres
import Web

/// What the notices ask of the sessions, which are the accounts'.
struct SessionLaunches: LaunchRecord {
    let sessions: SessionStore

    func mark(_ request: Request, _ context: RequestContext) throws -> SQL {
        try sessions.launchMark(of: request, context)
    }
}

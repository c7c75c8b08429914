import Accounts
import HTTP
import Notices
import Postgres
import Web

/// The adapter that supplies the sessions of `Accounts` to the app launches of `Notices`.
struct SessionLaunches: LaunchRecord {
    let sessions: SessionStore

    func mark(_ request: Request, _ context: RequestContext) throws -> SQL {
        try sessions.launchMark(of: request, context)
    }
}

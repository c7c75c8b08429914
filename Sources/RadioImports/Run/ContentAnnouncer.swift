import Postgres
import Tenancy
import Web

/// Says to the tenant's listeners that the content has been made anew (spec R7). The slice of notices does it; `App`
/// brings the two together.
public protocol ContentAnnouncer: Sendable {
    /// Announces the message in the transaction of what was changed.
    func announce(_ message: String, in tenant: TenantID, _ transaction: Transaction) async throws
}

/// Who brings a file in.
public struct ImportActor: Sendable {
    /// As the record of imports has it.
    public let name: String
    /// The privileged act, from its detail.
    let event: @Sendable (String, [String: String]) -> AuditEvent

    /// An account, by its request; throws 401 when nobody has logged in.
    public init(_ context: RequestContext) throws(APIError) {
        guard let caller = context.caller else { throw .notLoggedIn }
        let actor = try context.actor
        name = caller.login
        event = { subject, detail in
            AuditEvent("radio.import", by: actor, subject: subject, detail: detail, requestID: context.requestID)
        }
    }

    /// Whoever may use the command line of the server, or put a file into its folder.
    public init(command name: String) {
        self.name = name
        event = { subject, detail in
            AuditEvent(
                "radio.import", by: .command, subject: subject,
                detail: detail.merging(["way": name]) { mine, _ in mine })
        }
    }
}

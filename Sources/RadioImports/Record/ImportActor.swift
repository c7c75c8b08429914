import Tenancy
import Web

/// The person or program that runs an import.
public struct ImportActor: Sendable {
    /// The name in import records.
    public let name: String
    let event: @Sendable (String, [String: String]) -> AuditEvent

    /// Creates the actor from a request's account. Throws `APIError` 401 if no account is signed in.
    public init(_ context: RequestContext) throws(APIError) {
        guard let caller = context.caller else { throw .notLoggedIn }
        let actor = try context.actor
        name = caller.login
        event = { subject, detail in
            AuditEvent("radio.import", by: actor, subject: subject, detail: detail, requestID: context.requestID)
        }
    }

    /// Creates the actor for the command line or the watched folder.
    public init(command name: String) {
        self.name = name
        event = { subject, detail in
            AuditEvent(
                "radio.import", by: .command, subject: subject,
                detail: detail.merging(["way": name]) { mine, _ in mine })
        }
    }
}

import FoundationEssentials
import HTTP
import Tenancy
import Web

/// A type that invites the first administrator of a tenant.
public protocol AdministratorInviter: Sendable {
    /// Throws 422 if the login, the email address or the lifetime of the link is invalid.
    func check(_ invitee: AdministratorInvitee) throws

    /// Creates the invitation link, which replaces an earlier unused one. Throws 404 for an unknown tenant; 409 if the tenant has an administrator or
    /// no host name; 429 after ten links within an hour.
    func invite(
        _ invitee: AdministratorInvitee, to tenant: Tenant, by caller: PlatformCaller, requestID: String
    ) async throws -> AdministratorInvitation
}

/// The person who becomes the first administrator.
public struct AdministratorInvitee: Sendable, Hashable, Decodable {
    /// The login that the link suggests; `nil` for no suggestion.
    public let login: String?
    /// The email address to which the link is also sent, if the installation sends mail; `nil` to send no mail.
    public let email: String?
    /// The lifetime of the link in milliseconds; `nil` for one week.
    public let expiresInMs: Int64?

    /// Reads the text of the form field: an email address if it contains "@", otherwise a login. An empty text gives neither.
    init(typed: String) {
        login = typed.isEmpty || typed.contains("@") ? nil : typed
        email = typed.contains("@") ? typed : nil
        expiresInMs = nil
    }
}

/// A new invitation link for a first administrator.
public struct AdministratorInvitation: Sendable, Hashable, Encodable {
    /// The link on the tenant's host. It cannot be shown again.
    public let url: String
    public let expiresAt: Date
    /// Whether the server also sends the link by mail.
    public let mailed: Bool

    public init(url: String, expiresAt: Date, mailed: Bool) {
        self.url = url
        self.expiresAt = expiresAt
        self.mailed = mailed
    }
}

/// The status of a tenant's first administrator.
enum AdministratorStatus: Sendable, Hashable {
    case present
    /// The tenant has no administrator, but an invitation that can be accepted until this time.
    case invited(until: Date)
    case missing
}

extension AdministratorStatus: Encodable {
    private enum Key: CodingKey {
        case status, invitedUntil
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .present: try container.encode("present", forKey: .status)
        case .missing: try container.encode("missing", forKey: .status)
        case .invited(let end):
            try container.encode("invited", forKey: .status)
            try container.encode(end, forKey: .invitedUntil)
        }
    }
}

/// The section about the first administrator on a tenant's page.
struct AdministratorForm: Sendable {
    let caller: PlatformCaller
    let tenant: Tenant
    let status: AdministratorStatus
    let fields: PlatformFields

    var html: HTML {
        """
        <h2>Administrator</h2>
        \(state)
        \(status == .present ? HTML.empty : form)
        """
    }

    private var state: HTML {
        switch status {
        case .present: "<p>The tenant has an administrator.</p>"
        case .missing: "<p>The tenant has no administrator yet. Invite the first administrator.</p>"
        case .invited(let end):
            """
            <p>An invitation is open until \(local(end)). \
            A new invitation replaces the open invitation.</p>
            """
        }
    }

    /// A time in the tenant's time zone, such as "2026-01-31 18:00 (Europe/Prague)".
    private func local(_ time: Date) -> String {
        let formatter = LocalTimeFormatter(tenant)
        return "\(formatter.minute(Instant(time))) (\(formatter.zoneName))"
    }

    private var form: HTML {
        """
        <form method="post" action="/platform/tenants/\(tenant.slug)/administrator">\(caller.csrfField)
        \(fields.administrator.html)
        <p><button>Create invitation</button></p>
        </form>
        """
    }
}

extension HTML {
    /// Returns the notice with the link of a new invitation.
    static func administratorInvited(_ made: AdministratorInvitation) -> HTML {
        let mail: HTML =
            made.mailed ? "The link has also been sent by email." : "Send the link to the first administrator."
        return .shownOnce("Invitation created. The link works once and expires after a week. \(mail)", made.url)
    }
}

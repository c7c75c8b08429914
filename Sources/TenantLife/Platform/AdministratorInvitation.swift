import FoundationEssentials
import HTTP
import Tenancy
import Web

/// Invites the first administrator of a tenant. The accounts supply it; this slice does not know them.
public protocol AdministratorInviter: Sendable {
    /// Throws 422 for an invitee that cannot be.
    func check(_ invitee: AdministratorInvitee) throws

    /// Makes the link, in place of one that nobody has used.
    ///
    /// - Throws: 404 for an unknown tenant; 409 for one that has an administrator or no host; 429 after ten in an hour.
    func invite(
        _ invitee: AdministratorInvitee, to tenant: Tenant, by caller: PlatformCaller, requestID: String
    ) async throws -> AdministratorInvitation
}

/// The person who becomes the first administrator.
public struct AdministratorInvitee: Sendable, Hashable, Decodable {
    /// What the link suggests as login.
    public let login: String?
    /// Where the link is sent, too, if the installation sends mail.
    public let email: String?
    /// How long the link can be used; a week without it.
    public let expiresInMs: Int64?

    /// What somebody typed into one field: an address where it holds an "@", else a login; neither where it is empty.
    init(typed: String) {
        login = typed.isEmpty || typed.contains("@") ? nil : typed
        email = typed.contains("@") ? typed : nil
        expiresInMs = nil
    }
}

/// A link as it was made, for the person who hands it over.
public struct AdministratorInvitation: Sendable, Hashable, Encodable {
    /// On the tenant's own host; known now and never again.
    public let url: String
    public let expiresAt: Date
    /// Whether mail with it is on its way.
    public let mailed: Bool

    public init(url: String, expiresAt: Date, mailed: Bool) {
        self.url = url
        self.expiresAt = expiresAt
        self.mailed = mailed
    }
}

/// Whether a tenant has an administrator.
enum AdministratorStatus: Sendable, Hashable {
    case present
    /// An invitation can be used until then.
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

/// The part of a tenant's page that concerns its first administrator.
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
        case .missing: "<p>The tenant has no administrator yet. Invite the first one.</p>"
        case .invited(let end):
            """
            <p>An invitation is open until \(String(Instant(end).description.prefix(16)).replacing("T", with: " ")) UTC. \
            A new invitation replaces it.</p>
            """
        }
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
    /// The link of an invitation, above the page of its tenant.
    static func administratorInvited(_ made: AdministratorInvitation) -> HTML {
        let mail: HTML = made.mailed ? "It has also been sent by email." : "Pass it on to the first administrator."
        return .shownOnce("Invitation created. The link works once. \(mail)", made.url)
    }
}

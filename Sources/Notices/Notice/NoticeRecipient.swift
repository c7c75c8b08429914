import HTTP
import Tenancy
import Web

/// The recipient of notices: the app that sends a request, its device and the account.
public struct NoticeRecipient: Sendable, Hashable {
    /// The app, if the request gives both the platform and the version. Without it, there are no notices about upgrades.
    let app: RunningApp?
    /// The version as the app writes it; `nil` if the request gives none.
    let version: String?
    /// The ID that the app uses for the device; `nil` if the request gives none.
    let device: String?
    /// The signed-in account; `nil` for a visitor.
    let account: Int64?

    /// The maximum length of a device ID, in Unicode scalars.
    static let deviceLimit = 100

    /// Reads `platform`, `appVersion` and `device` from the query. Throws 400 for a malformed query or a repeated field, and 422 for invalid values.
    init(_ request: Request, _ context: RequestContext) throws(APIError) {
        let query = try request.queryFields()
        let (platform, version) = (try query.optional("platform"), try query.optional("appVersion"))
        let device = try query.optional("device")
        var faults = Faults()
        if let platform {
            faults.check(
                Platform.name(platform) != nil, "platform",
                "must be 1 to 32 letters (a to z), digits or hyphens, beginning with a letter, such as \"ios\", "
                    + "found \"\(platform.prefix(100))\"")
        }
        if let version {
            faults.check(
                SemanticVersion(version) != nil, "appVersion",
                "must be one to three numbers separated by periods, optionally with a pre-release, such as \"1.9\" or "
                    + "\"2.0.0-beta.1\", found \"\(version.prefix(100))\"")
        }
        if let device { faults.checkText(device, "device", limit: Self.deviceLimit, isOneLine: true) }
        try faults.throwIfAny()
        app = platform.flatMap { platform in version.flatMap { RunningApp(platform: platform, version: $0) } }
        self.version = version
        self.device = device
        account = context.caller?.userID
    }

    /// The subjects of the dismissals that apply to this request. A dismissal before sign-in applies to all accounts that later use the device.
    var subjects: [String] {
        var subjects: [String] = []
        if let account { subjects.append(NoticeSubject(account: account, device: device).text) }
        if let device { subjects.append(NoticeSubject(device: device).text) }
        return subjects
    }
}

/// The subject of a dismissal (`app.notice_dismissal.subject`): an account on a device or without one, or a device without sign-in.
struct NoticeSubject: Sendable, Hashable {
    let text: String

    init(account: Int64, device: String?) { text = "account:\(account):\(device ?? "")" }
    init(device: String) { text = "device:\(device)" }
}

import HTTP
import Tenancy
import Web

/// Whose app asks for notices, and which app it is.
public struct AppVisit: Sendable, Hashable {
    /// `nil` when the request names no app: then there is no word of upgrades.
    let app: RunningApp?
    /// The version as the app wrote it.
    let version: String?
    /// What the app calls the device it runs on: an identifier of its own choice.
    let device: String?
    let account: Int64?

    /// In characters.
    static let deviceLimit = 100

    /// Reads `platform`, `appVersion` and `device` of the query; 422 for what none can be.
    init(_ request: Request, _ context: RequestContext) throws(APIError) {
        let query = try request.queryFields()
        let (platform, version) = (try query.optional("platform"), try query.optional("appVersion"))
        let device = try query.optional("device")
        var faults = Faults()
        if let platform {
            faults.check(
                Platform.name(platform) != nil, "platform",
                "must have 1 to 32 letters, digits and hyphens and begin with a letter, such as \"ios\"")
        }
        if let version {
            faults.check(
                SemanticVersion(version) != nil, "appVersion",
                "must be a version, such as \"2\", \"1.9\" or \"1.9.3\"")
        }
        if let device { faults.checkText(device, "device", limit: Self.deviceLimit, isOneLine: true) }
        try faults.throwIfAny()
        app = platform.flatMap { platform in version.flatMap { RunningApp(platform: platform, version: $0) } }
        self.version = version
        self.device = device
        account = context.caller?.userID
    }

    /// Who may have dismissed a notice for this visit. What was dismissed on a device before log-in stays dismissed
    /// there for whoever logs in: "never again" was said to this device.
    var subjects: [String] {
        var subjects: [String] = []
        if let account { subjects.append(NoticeSubject(account: account, device: device).text) }
        if let device { subjects.append(NoticeSubject(device: device).text) }
        return subjects
    }
}

/// Whose dismissal it is (`app.notice_dismissal.subject`): an account on a device, or a device nobody has logged in on.
struct NoticeSubject: Sendable, Hashable {
    let text: String

    init(account: Int64, device: String?) { text = "account:\(account):\(device ?? "")" }
    init(device: String) { text = "device:\(device)" }
}

/// The response of `getSettings` and `changeSettings`.
struct AccountSettingsView: Encodable, Sendable {
    let jumpToHome: Bool
    let autoplay: Bool
    let seenNavHelp: Bool
    let alertLeadMinutes: Int32

    init(_ settings: AccountSettings) {
        jumpToHome = settings.jumpToHome
        autoplay = settings.autoplay
        seenNavHelp = settings.seenNavHelp
        alertLeadMinutes = settings.alertLeadMinutes
    }
}

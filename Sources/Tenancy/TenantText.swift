/// A text that a tenant can replace (spec R4), with its key in `app.tenant_profile.texts`.
///
/// A key names the place of the text, from general to specific, and does not change once released. A new text also needs a line in `standard`.
public enum TenantText: String, Sendable, Hashable, CaseIterable {
    case invalidCredentialsTitle = "login.invalid-credentials.title"
    case invalidCredentialsDetail = "login.invalid-credentials.detail"
    case invalidCredentialsTryAgain = "login.invalid-credentials.action.try-again"
    case invalidCredentialsExit = "login.invalid-credentials.action.exit"

    case subscriptionRequiredTitle = "login.subscription-required.title"
    case subscriptionRequiredDetail = "login.subscription-required.detail"
    case subscriptionRequiredSubscribe = "login.subscription-required.action.subscribe"
    case subscriptionRequiredExit = "login.subscription-required.action.exit"

    case supportRequiredTitle = "login.account-support-required.title"
    case supportRequiredDetail = "login.account-support-required.detail"
    case supportRequiredCall = "login.account-support-required.action.call"
    case supportRequiredPage = "login.account-support-required.action.support-page"
    case supportRequiredExit = "login.account-support-required.action.exit"

    case tooManyStreamsTitle = "streams.too-many.title"
    case tooManyStreamsDetail = "streams.too-many.detail"
    case tooManyStreamsTakeOver = "streams.too-many.action.take-over"

    /// The default text.
    public var standard: String {
        switch self {
        case .invalidCredentialsTitle: "Sign-in failed"
        case .invalidCredentialsDetail: "The login or the password is wrong."
        case .invalidCredentialsTryAgain: "Try again"
        case .subscriptionRequiredTitle: "Subscription ended"
        case .subscriptionRequiredDetail: "Your subscription has ended. Subscribe to continue listening."
        case .subscriptionRequiredSubscribe: "Subscription options"
        case .supportRequiredTitle: "There is a problem with your account"
        case .supportRequiredDetail:
            "Contact us before you sign in."
        case .supportRequiredCall: "Call us"
        case .supportRequiredPage: "Support page"
        case .invalidCredentialsExit, .subscriptionRequiredExit, .supportRequiredExit: "Exit"
        case .tooManyStreamsTitle: "Playing elsewhere"
        case .tooManyStreamsDetail: "Your account is already playing on the maximum number of devices."
        case .tooManyStreamsTakeOver: "Play here instead"
        }
    }

    /// The maximum length in Unicode scalars.
    public var limit: Int {
        if rawValue.contains(".action.") { return 40 }
        return rawValue.hasSuffix(".title") ? 120 : 1000
    }

    /// Returns the reason why a tenant may not use `words` for this text, as the rest of a sentence; `nil` if they are allowed. Blank words are
    /// refused, because a button would be empty.
    public func fault(of words: String) -> String? {
        let scalars = words.unicodeScalars
        if scalars.count > limit { return "must have at most \(limit) characters, found \(scalars.count)" }
        if scalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "must have no line breaks or other control characters"
        }
        return scalars.allSatisfy(\.properties.isWhitespace) ? "must not be blank" : nil
    }
}

/// The texts of a tenant, with the default for each text that the tenant has not replaced.
public struct TenantTexts: Sendable, Hashable {
    private let own: [TenantText: String]

    /// Creates the texts of a tenant from its own texts by key, as stored. Unknown keys and texts that are not allowed are ignored.
    public init(_ own: [String: String] = [:]) {
        var known: [TenantText: String] = [:]
        for (key, words) in own {
            if let text = TenantText(rawValue: key), text.fault(of: words) == nil { known[text] = words }
        }
        self.own = known
    }

    /// The tenant's text or the default.
    public subscript(_ text: TenantText) -> String { own[text] ?? text.standard }
}

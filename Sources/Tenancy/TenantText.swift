/// One piece of wording that a tenant may replace with its own (spec R4): its key in `app.tenant_profile.texts`, the
/// program's own words and how long another's may be.
///
/// A key says where its words appear, from the general to the particular, and is stable once released. A new text is
/// a case here and a line in `standard`; whoever lists or checks the keys needs no change.
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

    /// The program's own words.
    public var standard: String {
        switch self {
        case .invalidCredentialsTitle: "Sign-in failed"
        case .invalidCredentialsDetail: "The login or the password is wrong."
        case .invalidCredentialsTryAgain: "Try again"
        case .subscriptionRequiredTitle: "No subscription"
        case .subscriptionRequiredDetail: "Your subscription has ended. Subscribe to continue listening."
        case .subscriptionRequiredSubscribe: "Subscription options"
        case .supportRequiredTitle: "There is a problem with your account"
        case .supportRequiredDetail:
            "Please contact us before you sign in: call us or see our support page."
        case .supportRequiredCall: "Call us"
        case .supportRequiredPage: "Support page"
        case .invalidCredentialsExit, .subscriptionRequiredExit, .supportRequiredExit: "Exit"
        case .tooManyStreamsTitle: "Playing elsewhere"
        case .tooManyStreamsDetail: "Your account is already playing on the maximum number of devices."
        case .tooManyStreamsTakeOver: "Play here instead"
        }
    }

    /// The most characters that a tenant's own words may have: a button holds less than a sentence.
    public var limit: Int {
        if rawValue.contains(".action.") { return 40 }
        return rawValue.hasSuffix(".title") ? 120 : 1000
    }

    /// What is wrong with these words for this place, as the rest of a sentence; `nil` when nothing is.
    ///
    /// Blank words would make a button that nobody can read. To have the program's words again, the key is taken away.
    public func fault(of words: String) -> String? {
        let scalars = words.unicodeScalars
        if scalars.count > limit { return "must have at most \(limit) characters" }
        if scalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "must have no control characters"
        }
        return scalars.allSatisfy(\.properties.isWhitespace) ? "must not be blank" : nil
    }
}

/// The wording of one tenant: its own words where it has some, the program's elsewhere.
public struct TenantTexts: Sendable, Hashable {
    private let own: [TenantText: String]

    /// - Parameter own: by key, as stored. Keys that this version does not know are left alone, and words that could
    ///   not be stored today are not shown.
    public init(_ own: [String: String] = [:]) {
        var known: [TenantText: String] = [:]
        for (key, words) in own {
            if let text = TenantText(rawValue: key), text.fault(of: words) == nil { known[text] = words }
        }
        self.own = known
    }

    /// The words for this place.
    public subscript(_ text: TenantText) -> String { own[text] ?? text.standard }
}

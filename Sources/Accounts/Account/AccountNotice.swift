import Web

/// What became of the last press on the account's page. The redirect after a form carries it in its query, by name.
enum AccountNotice: String, Sendable, Hashable {
    case ended, gone
    case othersEnded = "others-ended"

    /// The page with this notice on it.
    var path: LocalPath {
        switch self {
        case .ended: "/account?notice=ended"
        case .gone: "/account?notice=gone"
        case .othersEnded: "/account?notice=others-ended"
        }
    }

    var html: HTML {
        switch self {
        case .ended: Self.paragraph("The session has ended. Whoever used it has to log in again.")
        case .gone: Self.paragraph("That session had already ended.")
        case .othersEnded: Self.paragraph("All other sessions have ended. You are logged in here only.")
        }
    }

    private static func paragraph(_ text: HTML) -> HTML { "<p class=\"notice good\" role=\"status\">\(text)</p>" }
}

import Web

/// What became of a press on a page of SoundCloud's lists: a word in the query of the page that follows.
enum CloudNotice: String, Sendable, Hashable {
    case liked, unliked, followed, unfollowed
    case added, alreadyThere
    case syncing, disconnected
    /// What was not done, and why.
    case notConnected, lost, refused, expired, unavailable, unconfigured

    /// The notice above the content.
    var html: HTML {
        switch self {
        case .liked: .goodNotice("Liked. SoundCloud will hear of it.")
        case .unliked: .goodNotice("No longer liked. SoundCloud will hear of it.")
        case .followed: .goodNotice("Followed. SoundCloud will hear of it.")
        case .unfollowed: .goodNotice("No longer followed. SoundCloud will hear of it.")
        case .added: .goodNotice("Added to your library.")
        case .alreadyThere: .goodNotice("It is in your library already.")
        case .syncing: .goodNotice("A sync is under way.")
        case .disconnected: .goodNotice("Disconnected. What was brought here stays, and so does your library.")
        case .notConnected: Self.bad("Connect a SoundCloud account first.")
        case .lost: Self.bad("SoundCloud no longer accepts this connection: connect the account again.")
        case .refused: Self.bad("SoundCloud was not allowed to connect the account. Nothing has changed.")
        case .expired: Self.bad("That way back was used or is too old. Begin again.")
        case .unavailable: Self.bad("SoundCloud does not answer at the moment. Try again a little later.")
        case .unconfigured: Self.bad("This server has no application at SoundCloud.")
        }
    }

    private static func bad(_ text: HTML) -> HTML { "<p class=\"notice bad\" role=\"alert\">\(text)</p>" }

    /// What a refusal says on the page that was pressed on; `nil` for one that needs a page of its own.
    init?(_ error: APIError) {
        switch error.code {
        case "not-connected": self = .notConnected
        case "connection-lost": self = .lost
        case "soundcloud-not-configured": self = .unconfigured
        case "upstream-busy", "upstream-unavailable", "try-again": self = .unavailable
        case "connection-refused": self = .refused
        case "unknown-state": self = .expired
        default: return nil
        }
    }
}

import HTTP
import Web

/// What became of the last press on a page of the library. The redirect after a form carries it in its query, by name; the page that
/// follows says it above its content.
enum LibraryNotice: String, Sendable, Hashable {
    case corrected, settled, moved, removed, renamed, merged, split, made, deleted, taken, ordered
    case written, united
    case forgotten
    case allForgotten = "all-forgotten"
    case feedEnded = "feed-ended"
    case takenBack = "taken-back"
    case untaught
    case cameToLibrary = "came-to-library"
    case liked, unliked, followed, unfollowed
    case added, alreadyThere
    case syncing, disconnected
    /// What was not done, and why.
    case notConnected, lost, refused, expired, unavailable, unconfigured

    var html: HTML {
        switch self {
        case .corrected: .goodNotice("Filed as you say. What that teaches of other tracks counts from now on.")
        case .takenBack: .goodNotice("What you said is taken back; the track is filed by what the library knows.")
        case .untaught: .goodNotice("It is taken back, and what it reached is filed without it.")
        case .settled: .goodNotice("The filing stands as it is.")
        case .moved: .goodNotice("It stands among the podcasts now.")
        case .cameToLibrary: .goodNotice("It stands in the library now.")
        case .removed: .goodNotice("The track is taken out of your library. At SoundCloud nothing changes.")
        case .renamed: .goodNotice("The name is written so from now on.")
        case .merged: .goodNotice("Both names are one artist now, and stay so.")
        case .split: .goodNotice("The name is several artists now, and stays so.")
        case .written: .goodNotice("It is written so from now on.")
        case .united: .goodNotice("Both are one now, and stay so.")
        case .made: .goodNotice("The station is made.")
        case .deleted: .goodNotice("The station is gone; what it held stays among the podcasts.")
        case .forgotten: .goodNotice("It is forgotten.")
        case .allForgotten: .goodNotice("All that you heard is forgotten.")
        case .feedEnded: .goodNotice("The address has ended: no program reads the station by it any more.")
        case .taken: .goodNotice("It is out of the station, and stays among the podcasts.")
        case .ordered: .goodNotice("The order is changed.")
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

    /// The notice that a page was asked to show, if it is one.
    init?(_ request: Request) throws(APIError) {
        guard let name = try request.queryFields().optional("notice"), let notice = Self(rawValue: name) else {
            return nil
        }
        self = notice
    }

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

extension Response {
    /// 303 to a page below `/library`, with what became of the press.
    static func seeOther(_ path: String, _ notice: LibraryNotice) -> Response {
        let sign = path.contains("?") ? "&" : "?"
        return .seeOther(LocalPath("\(path)\(sign)notice=\(notice.rawValue)") ?? "/library/songs")
    }
}

extension APIError {
    /// Whether a form can be mended by whoever typed it.
    var isTyped: Bool { status == .unprocessableContent || status == .conflict }
}

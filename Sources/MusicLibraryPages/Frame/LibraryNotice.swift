import HTTP
import MusicLibrary
import SoundCloud
import Web

/// The notice about the last submitted form on a library page.
enum LibraryNotice: String, FlashMessage {
    case corrected
    case filingConfirmed = "settled"
    case movedToPodcasts = "moved"
    case trackRemoved = "removed"
    case artistRenamed = "renamed"
    case artistsMerged = "merged"
    case artistSplit = "split"
    case stationCreated = "made"
    case stationDeleted = "deleted"
    case removedFromStation = "taken"
    case orderChanged = "ordered"
    case albumRenamed = "written"
    case albumsMerged = "united"
    case labelRenamed = "label-renamed"
    case labelsMerged = "labels-merged"
    case listenRemoved = "forgotten"
    case historyCleared = "all-forgotten"
    case feedEnded = "feed-ended"
    case stationRenamed = "station-renamed"
    case stationChanged = "station-changed"
    case addedToStation = "gathered"
    case correctionUndone = "taken-back"
    case correctionsUndone = "uncorrected"
    case movedToLibrary = "came-to-library"
    case liked, unliked, followed, unfollowed
    case rated
    case ratingRemoved = "rating-removed"
    case added, alreadyThere
    case playlistDeleted = "playlist-deleted"
    case syncing, disconnected
    case scrobbling
    case scrobblingEnded = "scrobbling-ended"
    /// SoundCloud no longer accepts the connection. This case and the following cases are notices about failed forms.
    case connectionLost = "lost"
    case notConnected, refused, expired, busy, unavailable, unconfigured
    case syncEnded = "sync-ended"

    var html: HTML {
        switch self {
        case .corrected: .successNotice("Correction saved. Corrections of artists also apply to similar tracks.")
        case .correctionUndone: .successNotice("Correction undone. The track has been filed automatically again.")
        case .correctionsUndone: .successNotice("Correction undone. The affected tracks have been filed again.")
        case .filingConfirmed: .successNotice("Filing confirmed.")
        case .movedToPodcasts: .successNotice("Moved to your podcasts.")
        case .addedToStation: .successNotice("Added to the station.")
        case .stationChanged: .successNotice("Podcast station of the track changed.")
        case .movedToLibrary: .successNotice("Track moved to the library.")
        case .trackRemoved: .successNotice("Track removed from your music. Nothing changes on SoundCloud.")
        case .artistRenamed: .successNotice("Artist renamed.")
        case .stationRenamed: .successNotice("Station renamed.")
        case .artistsMerged: .successNotice("Artists merged.")
        case .artistSplit: .successNotice("Artist split.")
        case .albumRenamed: .successNotice("Album renamed.")
        case .albumsMerged: .successNotice("Albums merged.")
        case .labelRenamed: .successNotice("Label renamed.")
        case .labelsMerged: .successNotice("Labels merged.")
        case .stationCreated: .successNotice("Station created.")
        case .stationDeleted: .successNotice("Station deleted. The tracks stay in your podcasts.")
        case .listenRemoved: .successNotice("Entry removed from the listening history.")
        case .historyCleared: .successNotice("Listening history cleared.")
        case .feedEnded: .successNotice("Feed address removed. Podcast apps can no longer read this station.")
        case .removedFromStation: .successNotice("Track removed from the station. The track stays in your podcasts.")
        case .orderChanged: .successNotice("Order changed.")
        case .liked: .successNotice("Liked. The change is being sent to SoundCloud.")
        case .unliked: .successNotice("Like removed. The change is being sent to SoundCloud.")
        case .rated: .successNotice("Rating saved.")
        case .ratingRemoved: .successNotice("Rating removed.")
        case .followed: .successNotice("Followed. The change is being sent to SoundCloud.")
        case .unfollowed: .successNotice("Unfollowed. The change is being sent to SoundCloud.")
        case .added: .successNotice("Track added to your library.")
        case .alreadyThere: .successNotice("The track is already in your library or podcasts.")
        case .playlistDeleted: .successNotice("Playlist deleted here and on SoundCloud.")
        case .syncing: .successNotice("Sync in progress.")
        case .disconnected: .successNotice("SoundCloud disconnected. Your library and all synced data are kept.")
        case .scrobbling: .successNotice("ListenBrainz connected. The tracks that you hear are sent to ListenBrainz.")
        case .scrobblingEnded: .successNotice("ListenBrainz disconnected. Listens are no longer sent.")
        case .notConnected: Self.bad("Connect a SoundCloud account first.")
        case .connectionLost: Self.bad("The SoundCloud connection no longer works: connect the account again.")
        case .refused:
            Self.bad(
                "The connection was not completed on SoundCloud, and nothing has changed. To connect, allow the connection on SoundCloud."
            )
        case .expired:
            Self.bad(
                "The link from SoundCloud was already used, has expired, or is not for this account and browser. Connect again in this browser."
            )
        case .busy: Self.bad("SoundCloud is limiting requests. Try again later.")
        case .unavailable: Self.bad("SoundCloud is not available. Try again later.")
        case .syncEnded: Self.bad("No new sync was started, because another sync had just ended. Try again.")
        case .unconfigured:
            Self.bad(
                "This server has no SoundCloud application. The administrator of this server can set up the application."
            )
        }
    }

    private static func bad(_ text: HTML) -> HTML { "<p class=\"notice bad\" role=\"alert\">\(text)</p>" }

    /// Creates the notice for a failed form, to show on the page of the form. Returns `nil` for an error that needs an error page.
    init?(_ error: APIError) {
        switch error.code {
        case .notConnected: self = .notConnected
        case .connectionLost: self = .connectionLost
        case .soundCloudNotConfigured: self = .unconfigured
        case .upstreamBusy: self = .busy
        case .upstreamUnavailable: self = .unavailable
        case .tryAgain: self = .syncEnded
        case .connectionRefused: self = .refused
        case .unknownState: self = .expired
        default: return nil
        }
    }
}

extension ConnectionRoutes.Landing {
    /// The library pages to which a browser returns after a connection to SoundCloud succeeds or fails.
    public static var library: ConnectionRoutes.Landing {
        ConnectionRoutes.Landing(start: LibraryPath.start) { error in
            LibraryNotice(error).map { LibraryPath.back(LibraryPath.welcome.description, $0) }
        }
    }
}

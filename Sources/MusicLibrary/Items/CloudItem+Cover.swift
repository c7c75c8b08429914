import SoundCloud

extension CloudTrackItem {
    /// Returns the path of the track's cover; `nil` for a track without one.
    package func cover(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: artwork, size)
    }
}

extension CloudPlaylistItem {
    /// Returns the path of the playlist's picture or, if the playlist has none, of its `trackCover`; `nil` without either.
    package func cover(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: artwork, size) ?? trackCover?.path(size)
    }
}

extension CloudUserItem {
    /// Returns the path of the user's picture; `nil` for a user without one.
    package func cover(_ size: CoverPath.Size = .row) -> String? {
        CoverPath.path(of: urn.description, at: avatar, size)
    }
}

extension CloudUserView {
    /// The path of the user's picture in the size for a row of a list; `nil` for a user without one.
    package var cover: String? { CoverPath.path(of: urn.description, at: avatarUrl ?? "") }
}

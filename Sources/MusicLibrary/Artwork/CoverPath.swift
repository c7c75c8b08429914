import SoundCloud

/// The paths of covers: pictures of SoundCloud that this server passes on to its own pages (decision 0083).
public enum CoverPath {
    /// The size of a cover on a page, with the width in pixels. The width is about twice the displayed width, for displays of high density.
    public enum Size: Int, Sendable, Hashable {
        /// A row of a list or the bar of the player.
        case row = 100
        /// A tile of a grid.
        case tile = 300
        /// The head of a page, and the lock screen of a phone.
        case head = 500
    }

    /// Returns the path of the cover of a track, playlist or user, or `nil` if the address of the picture on SoundCloud is empty.
    public static func path(of urn: String, at address: String, _ size: Size = .row) -> String? {
        CloudPictureAddress(address).map { "/library/artwork/\(urn)-\($0.version)?size=\(size.rawValue)" }
    }
}

/// The name of a cover in its path: the URN of the item and the version of the picture, which is derived from the picture's address.
package struct CoverName: Sendable, Hashable {
    package let urn: CloudURN
    package let version: String

    /// Parses a name such as "soundcloud:tracks:123-0123456789abcdef". Returns `nil` for a text without a hyphen or with an invalid URN.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let urn = CloudURN(parts[0]) else { return nil }
        self.urn = urn
        version = String(parts[1])
    }
}

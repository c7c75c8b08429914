import ArtistClassification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A listener's correction of one track, which takes precedence over the classifier (spec L8). A member that is `nil` is not corrected. An empty
/// `label` means no label.
package struct TrackCorrection: Sendable, Hashable, Codable {
    package var artists: [String]?
    package var title: String?
    /// The version, such as a remix; empty for no version. The version does not affect the filing of other tracks.
    package var version: String?
    /// The album; empty if the track is on no album.
    package var album: String?
    package var label: String?

    var isNothing: Bool { self == TrackCorrection() }

    package init(
        artists: [String]? = nil, title: String? = nil, version: String? = nil, album: String? = nil,
        label: String? = nil
    ) {
        (self.artists, self.title, self.version, self.album, self.label) = (artists, title, version, album, label)
    }

    /// Replaces each member of this correction for which the other correction has a value.
    mutating func take(_ other: TrackCorrection) {
        if let artists = other.artists { self.artists = artists }
        if let title = other.title { self.title = title }
        if let version = other.version { self.version = version }
        if let album = other.album { self.album = album }
        if let label = other.label { self.label = label }
    }

    /// Decodes the stored JSON. Text that cannot be decoded gives an empty correction.
    package init(_ text: String) {
        self = (try? JSONDecoder().decode(TrackCorrection.self, from: Data(text.utf8))) ?? TrackCorrection()
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension TrackCorrection {
    /// Applies the corrected version, which affects no other tracks and which the classifier therefore does not handle.
    func apply(to filing: inout Filing) {
        if let version { filing.version = version.isEmpty ? nil : version }
    }
}

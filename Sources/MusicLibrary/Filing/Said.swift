import ArtistClassification

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the listener said of one track; no filing undoes it (spec L8). What is `nil` stays as it is concluded.
struct Said: Sendable, Hashable, Codable {
    var artists: [String]?
    var title: String?
    /// Which version it is, such as a remix; empty: it is none. It teaches nothing of other tracks.
    var version: String?
    /// Empty: it is on none.
    var album: String?
    var label: String?

    var isNothing: Bool { self == Said() }

    init(
        artists: [String]? = nil, title: String? = nil, version: String? = nil, album: String? = nil,
        label: String? = nil
    ) {
        (self.artists, self.title, self.version, self.album, self.label) = (artists, title, version, album, label)
    }

    /// Takes over what is said anew; the rest stays.
    mutating func take(_ other: Said) {
        if let artists = other.artists { self.artists = artists }
        if let title = other.title { self.title = title }
        if let version = other.version { self.version = version }
        if let album = other.album { self.album = album }
        if let label = other.label { self.label = label }
    }

    /// As it is stored.
    init(_ text: String) {
        self = (try? JSONDecoder().decode(Said.self, from: Data(text.utf8))) ?? Said()
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}

extension Said {
    /// Puts over a filing what the classifier is not told, since it says nothing of other tracks.
    func apply(to filing: inout Filing) {
        if let version { filing.version = version.isEmpty ? nil : version }
    }
}

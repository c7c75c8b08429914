#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the listener said of one track; no filing undoes it (spec L8). What is `nil` stays as it is concluded.
struct Said: Sendable, Hashable, Codable {
    var artists: [String]?
    var title: String?
    /// Empty: it is on none.
    var album: String?
    var label: String?

    var isNothing: Bool { self == Said() }

    init(artists: [String]? = nil, title: String? = nil, album: String? = nil, label: String? = nil) {
        (self.artists, self.title, self.album, self.label) = (artists, title, album, label)
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

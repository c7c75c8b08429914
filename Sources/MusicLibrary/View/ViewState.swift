import Foundation
import Postgres
import SoundCloud
import Web

/// The last view on any of the listener's devices, with the last categories and the last order of likes (spec L32-L34).
package struct ViewState: Sendable, Hashable, RowDecodable {
    package var view = "stream"
    /// The parameters of the view, with keys and values that the app defines.
    package var params: [String: String] = [:]
    package var libraryCategory = LibraryCategory.songs
    package var podcastCategory = PodcastCategory.tracks
    package var likesOrder = LikedItem.Order.recent
    /// The name of the device that saved the view; empty if the device sent no name.
    var device = ""
    /// The revision, which increases with every change; 0 before the first change.
    var revision: Int32 = 0
    /// The time of the last change; `nil` before the first change.
    var updatedAt: Instant?

    /// A category of the library. The library pages show one tab for each category.
    package enum LibraryCategory: String, Sendable, Hashable, CaseIterable, Codable {
        case songs, artists, albums, labels
    }
    /// A category of the podcasts. The podcast pages show one tab for each category.
    package enum PodcastCategory: String, Sendable, Hashable, CaseIterable, Codable { case tracks, stations }

    /// Creates the defaults: the stream, songs, podcast tracks, newest likes first.
    init() {}

    package init(row: Row) throws(PostgresError) {
        view = try row("view")
        let text: String = try row("params")
        params = (try? JSONDecoder().decode([String: String].self, from: Data(text.utf8))) ?? [:]
        libraryCategory = LibraryCategory(rawValue: try row("library_category")) ?? .songs
        podcastCategory = PodcastCategory(rawValue: try row("podcast_category")) ?? .tracks
        likesOrder = LikedItem.Order(rawValue: try row("likes_order")) ?? .recent
        device = try row("device")
        revision = try row("revision")
        updatedAt = Instant(try row("updated_at", as: Date.self))
    }

    /// Returns the entity tag, which contains the listener, so that one listener's tag never matches for another listener.
    func entityTag(of listener: Listener) -> String { "\"\(listener.tenant).\(listener.account).\(revision)\"" }
}

/// A change from a device. A value that is `nil` changes nothing, except for `device`: `nil` clears the stored name of the device.
struct ViewStateChange: Sendable, Hashable {
    let view: String?
    /// The parameters of the view, as a JSON object.
    let params: String?
    let libraryCategory: ViewState.LibraryCategory?
    let podcastCategory: ViewState.PodcastCategory?
    let likesOrder: LikedItem.Order?
    let device: String?

    struct Content: Decodable, Sendable {
        let view: String?
        let params: [String: String]?
        let libraryCategory: String?
        let podcastCategory: String?
        let likesOrder: String?
        let device: String?
    }

    /// Checks a change of the saved view. Throws 422 with all faults.
    init(_ content: Content) throws(APIError) {
        var faults: [APIError.Fault] = []
        func word<Word: RawRepresentable & CaseIterable>(_ text: String?, _ name: String) -> Word?
        where Word.RawValue == String {
            guard let text else { return nil }
            if let word = Word(rawValue: text) { return word }
            let words = SentenceFormat.choice(Word.allCases.map(\.rawValue))
            faults.append(.init(field: "/\(name)", reason: "must be \(words), found \"\(text.prefix(100))\""))
            return nil
        }
        libraryCategory = word(content.libraryCategory, "libraryCategory")
        podcastCategory = word(content.podcastCategory, "podcastCategory")
        likesOrder = word(content.likesOrder, "likesOrder")
        view = content.view
        device = content.device
        func check(_ text: String?, _ name: String, _ lengths: ClosedRange<Int>) {
            guard let text else { return }
            let count = text.unicodeScalars.count
            if !lengths.contains(count) {
                let least = lengths.lowerBound == 0 ? "at most" : "\(lengths.lowerBound) to"
                faults.append(
                    .init(
                        field: "/\(name)",
                        reason: "must have \(least) \(lengths.upperBound) characters, found \(count)"))
            } else if !Self.isPlain(text) {
                faults.append(
                    .init(
                        field: "/\(name)", reason: "must not contain tabs, line breaks or other control characters"))
            }
        }
        check(view, "view", 1...100)
        check(device, "device", 0...100)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        params = content.params.flatMap { try? encoder.encode($0) }.map { String(decoding: $0, as: UTF8.self) }
        if let words = content.params, let params {
            // PostgreSQL adds a space after each colon and comma.
            let count = params.unicodeScalars.count + 2 * words.count
            if count > 4000 {
                faults.append(
                    .init(field: "/params", reason: "must have at most 4000 characters as JSON, found \(count)"))
            } else if !words.allSatisfy({ Self.isPlain($0.key) && Self.isPlain($0.value) }) {
                faults.append(
                    .init(
                        field: "/params", reason: "must not contain tabs, line breaks or other control characters"))
            }
        }
        guard faults.isEmpty else { throw .invalid(faults) }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

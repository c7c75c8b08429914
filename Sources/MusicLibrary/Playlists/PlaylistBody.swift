import HTTP
import SoundCloud
import Web

/// A playlist to create or replace, as sent by a client (spec L31).
struct PlaylistBody: Decodable, Sendable {
    let title: String
    let description: String?
    let isPublic: Bool?
    let tracks: [String]?

    /// Creates the body from a draft, so that ``draft(needsTracks:)`` can check the draft.
    init(_ draft: CloudPlaylistDraft) {
        title = draft.title
        description = draft.about
        isPublic = draft.isPublic
        tracks = draft.tracks.map(\.description)
    }

    /// The maximum number of tracks that SoundCloud accepts in a playlist.
    static let most = 500
    private static let longestTitle = 200
    private static let longestAbout = 4000

    /// Returns the checked draft; the title has no surrounding white space. Without `isPublic`, the playlist becomes private. With `needsTracks`, for
    /// a replacement, absent `tracks` are a fault, so that a request without tracks does not empty a playlist.
    ///
    /// Throws 422 with up to 100 faults.
    func draft(needsTracks: Bool) throws(APIError) -> CloudPlaylistDraft {
        var faults: [APIError.Fault] = []
        let title = title.trimmingBlanks
        let length = title.unicodeScalars.count
        if !(1...Self.longestTitle).contains(length) {
            faults.append(
                .init(field: "/title", reason: "must have 1 to \(Self.longestTitle) characters, found \(length)"))
        } else if !title.isPlain {
            faults.append(
                .init(field: "/title", reason: "must not contain tabs, line breaks or other control characters"))
        }
        if let count = description?.unicodeScalars.count, count > Self.longestAbout {
            faults.append(
                .init(
                    field: "/description",
                    reason: "must have at most \(Self.longestAbout) characters, found \(count)"))
        } else if description?.contains("\0") == true {
            faults.append(.init(field: "/description", reason: "must not contain the character U+0000"))
        }
        if tracks == nil, needsTracks {
            faults.append(.init(field: "/tracks", reason: "is missing: list every track of the playlist, in order"))
        }
        var urns: [CloudURN] = []
        for (position, text) in (tracks ?? []).enumerated() {
            if let urn = CloudURN(text, of: .track) {
                urns.append(urn)
            } else {
                faults.append(
                    .init(
                        field: "/tracks/\(position)",
                        reason:
                            "must be the URN of a track, such as soundcloud:tracks:123, found \"\(text.prefix(100))\""))
            }
        }
        if urns.count > Self.most {
            faults.append(.init(field: "/tracks", reason: "must have at most \(Self.most) tracks, found \(urns.count)"))
        }
        guard faults.isEmpty else { throw .invalid(Array(faults.prefix(100))) }
        return CloudPlaylistDraft(title: title, about: description, isPublic: isPublic ?? false, tracks: urns)
    }
}

extension String {
    /// Whether the text has no control characters.
    fileprivate var isPlain: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
}

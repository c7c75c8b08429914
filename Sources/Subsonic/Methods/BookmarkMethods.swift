import MusicLibrary
import Web

extension SubsonicRoutes {
    /// Returns the listener's bookmarks with their tracks, most recently changed first.
    func getBookmarks(_ call: Call) async throws -> Reply {
        let found = try await bookmarks.bookmarks(of: call.listener)
        let tracks = try await songs.songs(found.map(\.track), of: call.listener)
        let byKey = Dictionary(tracks.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let elements = found.compactMap { bookmark in
            byKey[bookmark.track].map { song in
                Element(
                    [
                        ("position", .number(bookmark.positionMs)), ("username", .text(call.client.login)),
                        ("comment", .init(known: bookmark.comment)), ("created", .text(bookmark.createdAt.description)),
                        ("changed", .text(bookmark.changedAt.description)),
                    ], [.one("entry", song.element)])
            }
        }
        return .one("bookmarks", Element([], [.many("bookmark", elements)]))
    }

    /// Stores a position in a track, in milliseconds, and a comment, by default empty. Both replace those of an earlier bookmark of the track. Throws
    /// error 0 for an invalid position or comment, error 10 for a missing track or position, and error 70 for an unknown track.
    func createBookmark(_ call: Call) async throws -> Reply {
        let track = try call.track()
        guard let position = try call.parameters.number("position") else { throw SubsonicError.missing("position") }
        guard (0...Int64(Self.longest)).contains(position) else {
            throw SubsonicError.invalid("position", "must be from 0 to \(Self.longest) milliseconds, found \(position)")
        }
        let comment = call.parameters.text("comment") ?? ""
        let length = comment.unicodeScalars.count
        guard length <= Bookmark.commentLimit else {
            throw SubsonicError.invalid(
                "comment", "must have at most \(Bookmark.commentLimit) characters, found \(length)")
        }
        guard !comment.unicodeScalars.contains("\0") else {
            throw SubsonicError.invalid("comment", "must not contain the character U+0000: remove the character")
        }
        guard try await bookmarks.set(track, positionMs: position, comment: comment, of: call.listener) else {
            throw SubsonicError.notFound
        }
        return .done
    }

    /// Deletes the bookmark of a track. Throws error 70 if there is none.
    func deleteBookmark(_ call: Call) async throws -> Reply {
        guard try await bookmarks.delete(call.track(), of: call.listener) else {
            throw SubsonicError(.notFound, "the track has no bookmark: load the bookmarks again")
        }
        return .done
    }
}

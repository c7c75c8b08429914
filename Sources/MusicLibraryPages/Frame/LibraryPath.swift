import HTTP
import MusicLibrary
import SoundCloud
import Web

/// The paths of the library pages.
enum LibraryPath {
    static let start: LocalPath = "/library"
    static let welcome: LocalPath = "/library/welcome"
    static let stream: LocalPath = "/library/stream"
    static let profile: LocalPath = "/library/profile"

    static func user(_ urn: CloudURN) -> String { "/library/users/\(urn)" }
    static func playlist(_ urn: CloudURN) -> String { "/library/playlists/\(urn)" }
    static func likes(of urn: CloudURN) -> String { "/library/likes/users/\(urn)" }
    /// Returns the path of the page of a track in the listener's library.
    static func track(_ urn: CloudURN) -> String { "/library/tracks/\(urn)" }

    /// Returns the element ID of the row of an item, such as "t123" for track 123. The redirect after a form leads to this row.
    static func mark(_ urn: CloudURN) -> String { "\(urn.kind.rawValue.prefix(1))\(urn.key)" }

    /// Returns a path with a query. Fields without a value are omitted.
    static func path(_ path: String, _ fields: [(String, String?)]) -> String {
        let query = fields.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    /// Returns the path and query of a request, without the query field `notice`; the start page if the path is not valid.
    static func here(_ request: Request) -> String {
        let fields = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("notice=") }
        let path = fields.isEmpty ? request.path : "\(request.path)?\(fields.joined(separator: "&"))"
        return LocalPath(path) == nil ? start.description : path
    }

    /// Returns the path of the page `next`, or of the start page if `next` is `nil` or not the path of a library page, with a notice about the
    /// result. With `urn`, the path leads to the row of this item.
    static func back(_ next: String?, _ notice: LibraryNotice, at urn: CloudURN? = nil) -> LocalPath {
        let named = next.flatMap { $0.hasPrefix("/library") ? LocalPath($0)?.description : nil } ?? start.description
        let page = named.prefix { $0 != "#" }
        let target = "\(page)\(page.contains("?") ? "&" : "?")notice=\(notice.rawValue)"
        return LocalPath(target + (urn.map { "#" + mark($0) } ?? "")) ?? start
    }
}

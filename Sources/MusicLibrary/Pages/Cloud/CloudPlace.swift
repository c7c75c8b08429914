import HTTP
import Web

/// Paths of the pages of SoundCloud's lists.
enum CloudPlace {
    static let start: LocalPath = "/library"
    static let welcome: LocalPath = "/library/welcome"
    static let stream: LocalPath = "/library/stream"
    static let profile: LocalPath = "/library/profile"

    static func user(_ urn: CloudURN) -> String { "/library/users/\(urn)" }
    static func playlist(_ urn: CloudURN) -> String { "/library/playlists/\(urn)" }
    static func likes(of urn: CloudURN) -> String { "/library/likes/users/\(urn)" }
    /// A track as the listener's library has it.
    static func track(_ urn: CloudURN) -> String { "/library/tracks/\(urn)" }

    /// What a row is called in its page, so that whoever pressed something comes back to it.
    static func mark(_ urn: CloudURN) -> String { "\(urn.kind.rawValue.prefix(1))\(urn.key)" }

    /// A path with a query of what is said.
    static func path(_ path: String, _ fields: [(String, String?)]) -> String {
        let query = fields.compactMap { name, value in value.map { "\(name)=\($0.percentEncoded)" } }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    /// Where a request came to, without what it was told.
    static func here(_ request: Request) -> String {
        let fields = (request.query ?? "").split(separator: "&").filter { !$0.hasPrefix("notice=") }
        let path = fields.isEmpty ? request.path : "\(request.path)?\(fields.joined(separator: "&"))"
        return LocalPath(path) == nil ? start.description : path
    }

    /// Back to a page of the library that a form names, with a word on what became of the press.
    static func back(_ next: String?, _ notice: LibraryNotice, at urn: CloudURN? = nil) -> LocalPath {
        let named = next.flatMap { $0.hasPrefix("/library") ? LocalPath($0)?.description : nil } ?? start.description
        let page = named.prefix { $0 != "#" }
        let told = "\(page)\(page.contains("?") ? "&" : "?")notice=\(notice.rawValue)"
        return LocalPath(told + (urn.map { "#" + mark($0) } ?? "")) ?? start
    }
}

import HTTP
import Web

extension RouteGroup {
    /// The route group of the player's pages, which every account may use.
    static let playerPages = RouteGroup("/player", access: .account, errors: .page)
    /// The route group of the player's forms, which every account may use.
    static let playerForms = RouteGroup("/player", access: .account, errors: .page, bodyLimit: 16 * 1024)
}

extension Representation {
    /// Returns a compressed script, which browsers revalidate before each use. `lastModified` is in seconds since 1970.
    static func script(_ text: StaticString, lastModified: Int64) -> Representation {
        Representation(
            mediaType: "text/javascript; charset=utf-8", identity: Array(text.description.utf8), compress: true,
            lastModified: lastModified, fields: ["Cache-Control": "no-cache"])
    }
}

import HTTP
import Tenancy
import Web

/// The web app manifest, by which the audience page is installed on a phone (Web Application Manifest, W3C).
struct AudienceManifest: Encodable, Sendable {
    let name: String
    let shortName: String
    let id = "/live"
    let startURL = "/live"
    let scope = "/live"
    let display = "standalone"
    let orientation = "any"
    let backgroundColour = "#08090a"
    let themeColour = "#08090a"
    let icons = [Icon()]

    /// An icon that is drawn in every size.
    struct Icon: Encodable, Sendable {
        let src = "/favicon.svg"
        let sizes = "any"
        let type = "image/svg+xml"
        let purpose = "any"
    }

    enum CodingKeys: String, CodingKey {
        case name, id, scope, display, orientation, icons
        case shortName = "short_name"
        case startURL = "start_url"
        case backgroundColour = "background_color"
        case themeColour = "theme_color"
    }

    init(_ tenant: Tenant) {
        name = "\(tenant.name): programme notes"
        shortName = tenant.name
    }

    func response() throws -> Response {
        try .json(self, fields: ["Cache-Control": "no-cache"], mediaType: "application/manifest+json")
    }
}

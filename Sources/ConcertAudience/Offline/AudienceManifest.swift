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
    let icons = Icon.all

    /// An icon. Chromium requires a PNG of 192 and of 512 pixels.
    struct Icon: Encodable, Sendable {
        let src: String
        let sizes: String
        let type: String
        let purpose: String

        /// The favicon for every size, then the PNG icons, which the system may also cut to its own shape ("maskable").
        static var all: [Icon] {
            let favicon = Icon(src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any")
            let drawn = ["any", "maskable"].flatMap { purpose in
                [AudienceIcon.small, .large].map { icon in
                    Icon(src: icon.path, sizes: "\(icon.side)x\(icon.side)", type: "image/png", purpose: purpose)
                }
            }
            return [favicon] + drawn
        }
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

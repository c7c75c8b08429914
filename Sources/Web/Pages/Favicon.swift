import HTTP
import Tenancy

/// The favicon of a page: the tenant's logo, an icon drawn from the tenant's name and colour if the tenant has no logo, or none.
enum Favicon: Sendable {
    case tenant(Tenant)
    case none

    /// The `<link>` element, whose URL changes with the favicon.
    var link: HTML {
        switch self {
        case .none: "<link rel=\"icon\" href=\"data:,\">"
        case .tenant(let tenant):
            if let sha256 = tenant.brand.logo {
                "<link rel=\"icon\" href=\"/logo?v=\(sha256.prefix(16))\">"
            } else {
                "<link rel=\"icon\" href=\"/favicon.svg?v=\(DrawnFavicon(tenant).version)\" type=\"image/svg+xml\">"
            }
        }
    }
}

/// A favicon with the initials of the tenant's name on the tenant's colour.
struct DrawnFavicon: Sendable {
    private let initials: String
    private let ground: String
    private let ink: String

    init(_ tenant: Tenant) {
        let number = Artwork.number(of: tenant.name)
        initials = Artwork.initials(of: tenant.name)
        let colour = BrandColours(tenant.brand)?.dark
        ground = colour ?? "hsl(\(Artwork.hue(number)) 42% 32%)"
        ink = colour.map(BrandColours.textColour) ?? "#ffffff"
    }

    private init(initials: String, ground: String, ink: String) {
        self.initials = initials
        self.ground = ground
        self.ink = ink
    }

    /// A hash of the picture, for URLs. Every page of a tenant without a logo contains the hash, so it is computed without drawing the picture.
    var version: String { String(Self.hash(initials + ground + ink, from: Self.drawing), radix: 16) }

    /// A hash of the drawing code, from two sample pictures.
    private static let drawing = hash(
        DrawnFavicon(initials: "A", ground: "", ink: "").svg + DrawnFavicon(initials: "AB", ground: "", ink: "").svg)

    /// Returns the 64-bit FNV-1a hash of a text. To continue the hash of an earlier text, pass that hash as `start`.
    private static func hash(_ text: String, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The picture as an SVG document.
    var svg: String {
        let letters: HTML = "\(initials)"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="\(ground)"/>\
            <text x="32" y="43" font-family="system-ui,sans-serif" font-size="\(initials.count > 1 ? 30 : 38)" font-weight="600" \
            text-anchor="middle" fill="\(ink)">\(letters.text)</text></svg>

            """
    }
}

/// The route of `/favicon.svg`, the drawn favicon of a tenant.
public struct FaviconRoutes: Sendable {
    public init() {}

    public var routes: [Route] {
        [
            Route(
                "getFavicon", .get, "/favicon.svg", access: .everyone, query: ["v"], errors: .page, endpoint: getFavicon
            )
        ]
    }

    /// Answers `getFavicon`. Caches may store the current version for a year, other responses for an hour. Throws 400 for an invalid query.
    func getFavicon(_ request: Request, _ context: RequestContext) async throws -> Response {
        let favicon = DrawnFavicon(context.tenant)
        let isPermanent = try request.queryFields().optional("v") == favicon.version
        return .bytes(
            Array(favicon.svg.utf8), mediaType: "image/svg+xml",
            fields: ["Cache-Control": isPermanent ? "public, max-age=31536000, immutable" : "public, max-age=3600"])
    }
}

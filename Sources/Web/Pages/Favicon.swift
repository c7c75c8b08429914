import HTTP
import Tenancy

/// The sign of a tab: the tenant's logo, or one drawn from its name in its colour.
enum Favicon: Sendable {
    case tenant(Tenant)
    /// Pages that are no tenant's.
    case none

    /// What leads a browser to it. Its address changes with the picture.
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

/// A favicon from a name: its initials on its colour.
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

    /// A hash of the initials, the colours and the drawing, so each picture has its own. Every page contains the version, so
    /// computing it draws nothing.
    var version: String { String(Self.hash(initials + ground + ink, from: Self.drawing), radix: 16) }

    /// Of how a picture is drawn.
    private static let drawing = hash(
        DrawnFavicon(initials: "A", ground: "", ink: "").svg + DrawnFavicon(initials: "AB", ground: "", ink: "").svg)

    /// FNV-1a, 64 bits.
    private static func hash(_ text: String, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// The picture.
    var svg: String {
        let letters: HTML = "\(initials)"
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="\(ground)"/>\
            <text x="32" y="43" font-family="system-ui,sans-serif" font-size="\(initials.count > 1 ? 30 : 38)" font-weight="600" \
            text-anchor="middle" fill="\(ink)">\(letters.text)</text></svg>

            """
    }
}

/// `/favicon.svg`: the drawn sign of a tenant.
public struct FaviconRoutes: Sendable {
    public init() {}

    public var routes: [Route] {
        [
            Route(
                "getFavicon", .get, "/favicon.svg", access: .everyone, query: ["v"], errors: .page, endpoint: getFavicon
            )
        ]
    }

    /// Answers `getFavicon`. Pages name it with its version, so that it may be kept for ever there; under the bare address it is
    /// kept for an hour.
    func getFavicon(_ request: Request, _ context: RequestContext) async throws -> Response {
        let favicon = DrawnFavicon(context.tenant)
        let isForGood = try request.queryFields().optional("v") == favicon.version
        return .bytes(
            Array(favicon.svg.utf8), mediaType: "image/svg+xml",
            fields: ["Cache-Control": isForGood ? "public, max-age=31536000, immutable" : "public, max-age=3600"])
    }
}

import Glibc
import HTTP
import Tenancy

/// A page in the common layout: a skip link, the app bar, one heading, and the content in `<main>`.
///
/// Style rules come from `Stylesheet`, a file that browsers cache; `style` is for rules of a single page.
public struct Page: Sendable {
    /// The heading, also used in `<title>`.
    public let title: String
    /// The content of `<main>` below the heading.
    public let content: HTML
    /// Style rules of this page only.
    public var style: StaticString = ""
    /// The numbers that the page's style rules use.
    public var numbers = PageNumbers()
    /// A script of this page only. The page must also work without the script.
    public var script: StaticString = ""
    /// Script files that the page shares with others, run before `script`.
    public var scriptFiles: [LocalPath] = []
    /// Content after `<main>`, such as a bar that stays visible.
    public var footer: HTML = .empty
    public var status: Status = .ok
    /// The parent page, shown as a link above the heading; `nil` for none.
    public var up: Link?
    /// The navigation between the parts of the page's area; `nil` for none.
    public var parts: PartsNavigation?
    /// The tabs beside the heading; `nil` for none.
    public var tabs: Tabs?
    /// The colours of the page; `nil` for the colours of the page's area.
    public var look: SiteMap.Look?
    /// A URL on another site to which a form of this page redirects; `nil` if there is no such form. Its origin must be in the policy, because of
    /// `form-action` (CSP level 3 §6.4.1).
    public var formTarget: String?
    /// Whether the page plays audio from other sites, such as a station's stream servers and SoundCloud. The content security policy then allows
    /// media from every site.
    public var playsOtherSites = false
    /// Whether the page may be wider than other pages, for content such as long tables. Very wide windows keep margins.
    public var isWide = false
    /// The platform administrator whose account menu a tenant's page shows if no account of the tenant is signed in; `nil` for none.
    public var platformCaller: PlatformCaller? {
        didSet { bar?.platform = platformCaller }
    }

    /// A link to a page of this server.
    public struct Link: Sendable, Hashable {
        public let path: LocalPath
        public let title: String

        public init(_ path: LocalPath, _ title: String) {
            self.path = path
            self.title = title
        }
    }

    private var bar: AppBar?
    private let icon: Favicon
    private let navigation: Navigation
    private let colours: BrandColours?
    private let subtitle: String?

    /// Creates a page for the tenant and caller of a request.
    public init(_ title: String, _ context: RequestContext, content: HTML) {
        self.init(
            title, tenant: context.tenant, caller: context.caller, navigation: context.navigation, content: content)
    }

    init(_ title: String, tenant: Tenant?, caller: Caller?, navigation: Navigation, content: HTML) {
        self.title = title
        self.content = content
        self.navigation = navigation
        bar = tenant.map { AppBar(owner: .tenant($0, caller), navigation: navigation) }
        icon = tenant.map(Favicon.tenant) ?? .none
        colours = tenant.flatMap { BrandColours($0.brand) }
        subtitle = tenant?.name
    }

    /// Creates a page of the platform. `caller` is `nil` for a visitor.
    public init(platform title: String, caller: PlatformCaller?, content: HTML) {
        self.title = title
        self.content = content
        navigation = .none
        bar = AppBar(owner: .platform(caller), navigation: .none)
        icon = .none
        colours = nil
        subtitle = "Platform"
    }

    /// Returns the response, with a new nonce for style and script and the matching content security policy.
    public func response(fields: Fields = [:]) -> Response {
        let nonce = Self.nonce()
        var fields = fields
        fields["Content-Security-Policy"] = SecurityFields.pagePolicy(
            nonce: nonce, formTarget: formTarget, playsOtherSites: playsOtherSites)
        let bytes = Array(document(nonce: nonce).text.utf8)
        return .bytes(bytes, mediaType: "text/html; charset=utf-8", status: status, fields: fields)
    }

    private func document(nonce: String) -> HTML {
        let look = look ?? navigation.current?.look ?? .preferred
        return """
            <!doctype html>
            <html lang="en"\(look == .hall ? " class=\"hall\"" as HTML : .empty)>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="\(look == .hall ? "dark" : "light dark")">
            <title>\(title)\(subtitle.map { " · \($0)" } ?? "")</title>
            \(icon.link)
            <link rel="stylesheet" href="\(Stylesheet.path)" nonce="\(nonce)">\(ownRules(nonce: nonce))
            </head>
            <body\(isWide ? " class=\"wide\"" as HTML : .empty)>
            <a class="skip" href="#main">Skip to content</a>
            \(bar?.html)\(parts?.html)
            <main id="main" tabindex="-1">
            \(up.map(nav))\(heading)
            \(content)
            </main>
            \(footer)\(scriptFiles.map { Self.footScript($0, nonce: nonce) })
            \(script.utf8CodeUnitCount == 0 ? HTML.empty : footScript(nonce: nonce))
            </body>
            </html>

            """
    }

    private func ownRules(nonce: String) -> HTML {
        let rules: HTML = "\(colours?.rules)\(HTML(style))\(numbers.rules)"
        return rules == .empty ? .empty : "\n<style nonce=\"\(nonce)\">\(rules)</style>"
    }

    private var heading: HTML {
        guard let tabs else { return "<h1>\(title)</h1>" }
        return "<div class=\"heading\"><h1>\(title)</h1>\(tabs.html)</div>"
    }

    private func nav(_ link: Link) -> HTML {
        """
        <nav class="up" aria-label="Back"><a href="\(link.path.description)">\(link.title)</a></nav>

        """
    }

    private static func footScript(_ file: LocalPath, nonce: String) -> HTML {
        "<script type=\"module\" src=\"\(file.text)\" nonce=\"\(nonce)\"></script>"
    }

    private func footScript(nonce: String) -> HTML {
        "<script type=\"module\" nonce=\"\(nonce)\">\(HTML(script))</script>"
    }

    /// Returns 128 random bits in hexadecimal (CSP level 3 §7.1). Clients can predict request IDs, so these are not suitable as nonces.
    public static func nonce() -> String {
        var bits: (upper: UInt64, lower: UInt64) = (0, 0)
        let status = withUnsafeMutableBytes(of: &bits) { getentropy($0.baseAddress, $0.count) }
        precondition(status == 0, "the system has no random numbers")
        return TraceID(upper: bits.upper, lower: bits.lower).text
    }
}

extension Caller {
    /// The hidden CSRF field for forms of a cookie session; empty for a bearer token.
    public var csrfField: HTML { proof.csrfField }
}

extension PlatformCaller {
    /// The hidden CSRF field for forms of a cookie session; empty for a bearer token.
    public var csrfField: HTML { proof.csrfField }
}

extension Caller.Proof {
    fileprivate var csrfField: HTML {
        guard case .cookie(let token) = self else { return .empty }
        return "<input type=\"hidden\" name=\"csrf\" value=\"\(token)\">"
    }
}

import HTTP
import Tenancy

/// A page in the layout that all pages share: the bar with the areas and the caller's menu, a way past it for the keyboard, one
/// heading, the content in `<main>`.
///
/// ```swift
/// var page = Page("Shows", context, content: "\(RowList(rows).html)")
/// page.parts = PartsNavigation("Station", parts)
/// return page.response()
/// ```
///
/// Its rules are those of `Stylesheet`, which is a file that browsers keep; `style` is for what one page has alone.
public struct Page: Sendable {
    /// The heading and, with the tenant's name, the title.
    public let title: String
    /// What stands in `<main>` below the heading.
    public let content: HTML
    /// Rules of this page alone, after those of `Stylesheet`; written in the program, never from data.
    public var style: StaticString = ""
    /// What those rules reckon with.
    public var numbers = PageNumbers()
    /// A script of this page alone, run as a module at its end. A page has to work without it.
    public var script: StaticString = ""
    public var status: Status = .ok
    /// The page that this one belongs under, as a way back above the heading.
    public var up: Way?
    /// The parts of the area that this page is in.
    public var parts: PartsNavigation?
    /// The views that this page is one of.
    public var tabs: Tabs?
    /// Its colours; where nothing is said, those of its area.
    public var look: SiteMap.Look?
    /// An address of others whose origin a form of this page leads on to: browsers hold a form's redirects to the policy too
    /// (CSP level 3 §6.4.1).
    public var onward: String?
    /// Whether it takes the whole width of the window instead of a column for reading.
    public var isWide = false

    /// A page to go to, and what it is called.
    public struct Way: Sendable, Hashable {
        public let path: LocalPath
        public let title: String

        public init(_ path: LocalPath, _ title: String) {
            self.path = path
            self.title = title
        }
    }

    private let bar: AppBar?
    private let icon: Favicon
    private let navigation: Navigation
    /// What the tenant's own colour changes.
    private let colours: BrandColours?
    private let subtitle: String?

    /// A page for this tenant and caller.
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

    /// A page of the platform, which is no tenant's.
    public init(platform title: String, caller: PlatformCaller?, content: HTML) {
        self.title = title
        self.content = content
        navigation = .none
        bar = AppBar(owner: .platform(caller), navigation: .none)
        icon = .none
        colours = nil
        subtitle = "Platform"
    }

    /// The answer: the page with a nonce of its own for its style and script, and the policy that goes with it.
    public func response(fields: Fields = [:]) -> Response {
        let nonce = Self.nonce()
        var fields = fields
        fields["Content-Security-Policy"] = SecurityFields.pagePolicy(nonce: nonce, onward: onward)
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
            \(script.utf8CodeUnitCount == 0 ? HTML.empty : footScript(nonce: nonce))
            </body>
            </html>

            """
    }

    private func ownRules(nonce: String) -> HTML {
        let rules: HTML = "\(colours?.rules)\(HTML(style))\(numbers.rules)"
        return rules == .empty ? .empty : "\n<style nonce=\"\(nonce)\">\(rules)</style>"
    }

    /// The views stand beside the heading where there is room, below it on a phone.
    private var heading: HTML {
        guard let tabs else { return "<h1>\(title)</h1>" }
        return "<div class=\"heading\"><h1>\(title)</h1>\(tabs.html)</div>"
    }

    private func nav(_ way: Way) -> HTML {
        """
        <nav class="up" aria-label="Back"><a href="\(way.path.description)">\(way.title)</a></nav>

        """
    }

    private func footScript(nonce: String) -> HTML {
        "<script type=\"module\" nonce=\"\(nonce)\">\(HTML(script))</script>"
    }

    /// 128 random bits in hexadecimal (CSP level 3 §7.1). From the system's generator: the names of requests, which every
    /// client reads, come from a sequence that one of them foretells.
    private static func nonce() -> String {
        TraceID(upper: .random(in: .min ... .max), lower: .random(in: .min ... .max)).text
    }
}

extension Caller {
    /// The hidden field that every form of a cookie's session carries; nothing for a bearer token.
    public var csrfField: HTML { proof.csrfField }
}

extension PlatformCaller {
    /// The hidden field that every form of a cookie's session carries; nothing for a bearer token.
    public var csrfField: HTML { proof.csrfField }
}

extension Caller.Proof {
    fileprivate var csrfField: HTML {
        guard case .cookie(let token) = self else { return .empty }
        return "<input type=\"hidden\" name=\"csrf\" value=\"\(token)\">"
    }
}

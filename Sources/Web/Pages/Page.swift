import HTTP
import Tenancy

/// A page in the layout that all pages share: the tenant's name, a way past the header for the keyboard, one
/// heading, the content in `<main>`, and who is logged in. Dark, since it is read in a hall.
public struct Page: Sendable {
    /// The heading and, with the tenant's name, the title.
    public let title: String
    /// What stands in `<main>` below the heading.
    public let content: HTML
    /// Rules of this page alone, after those of `PageStyle`; written in the program, never from data.
    public var style: StaticString = ""
    /// What those rules reckon with.
    public var numbers = PageNumbers()
    /// A script of this page alone, run as a module at its end. A page has to work without it.
    public var script: StaticString = ""
    public var status: Status = .ok
    /// The page that this one belongs under, as a way back above the heading.
    public var up: Way?
    /// The parts of what this page is a part of, as a `<nav class="parts">` below the header.
    public var parts: HTML = .empty
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

    private let tenant: Tenant?
    private let caller: Caller?
    private let platform: PlatformCaller?
    private let isPlatform: Bool

    /// A page for this tenant and caller.
    public init(_ title: String, _ context: RequestContext, content: HTML) {
        self.init(title, tenant: context.tenant, caller: context.caller, content: content)
    }

    init(_ title: String, tenant: Tenant?, caller: Caller?, content: HTML) {
        self.title = title
        self.tenant = tenant
        self.caller = caller
        self.content = content
        platform = nil
        isPlatform = false
    }

    /// A page of the platform, which is no tenant's.
    public init(platform title: String, caller: PlatformCaller?, content: HTML) {
        self.title = title
        self.content = content
        tenant = nil
        self.caller = nil
        platform = caller
        isPlatform = true
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
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="dark">
        <title>\(title)\(tenant.map { " · \($0.name)" } ?? "")\(isPlatform ? " · Platform" : "")</title>
        <link rel="icon" href="data:,">
        <style nonce="\(nonce)">\(PageStyle.rules)\(tenant.map { PageStyle.rules(of: $0.brand) })\(HTML(style))\(numbers.rules)</style>
        </head>
        <body\(isWide ? " class=\"wide\"" as HTML : .empty)>
        <a class="skip" href="#main">Skip to the content</a>
        \(header)\(parts)\(up.map(nav))
        <main id="main" tabindex="-1">
        <h1>\(title)</h1>
        \(content)
        </main>
        \(script.utf8CodeUnitCount == 0 ? HTML.empty : footScript(nonce: nonce))
        </body>
        </html>

        """
    }

    private var header: HTML {
        guard let tenant else { return platform.map(platformHeader) ?? .empty }
        return """
            <header>
            <a class="home" href="/">\(tenant.brand.logo.map(logo))\(tenant.name)</a>
            \(caller.map(account))
            </header>
            """
    }

    private func nav(_ way: Way) -> HTML {
        "\n<nav class=\"up\" aria-label=\"Back\"><a href=\"\(way.path.description)\">\(way.title)</a></nav>"
    }

    /// The name stands beside it, so that it says nothing more. The address changes with the picture.
    private func logo(_ sha256: String) -> HTML {
        "<img class=\"logo\" src=\"/logo?v=\(sha256.prefix(16))\" alt=\"\">"
    }

    private func platformHeader(_ caller: PlatformCaller) -> HTML {
        """
        <header>
        <a class="home" href="/platform">Platform</a>
        <form class="account" method="post" action="/platform/logout">
        <span>\(caller.login)</span> <button class="quiet">Log out</button></form>
        </header>
        """
    }

    private func account(_ caller: Caller) -> HTML {
        """
        <form class="account" method="post" action="/logout">\(caller.csrfField)
        <span><a href="/account" aria-label="\(caller.login), your account">\(caller.login)</a></span> \
        <button class="quiet">Log out</button></form>
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

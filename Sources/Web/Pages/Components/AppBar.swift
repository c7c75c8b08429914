import Tenancy

/// The bar above a page: the name of the tenant or of the platform, the areas that the caller may open and the account menu.
struct AppBar: Sendable {
    /// The tenant or the platform to which a page belongs.
    enum Owner: Sendable {
        case tenant(Tenant, Caller?)
        /// The platform, with the signed-in platform administrator; `nil` for a visitor.
        case platform(PlatformCaller?)
    }

    let owner: Owner
    let navigation: Navigation
    /// The platform administrator whose account menu a tenant's page shows if no account of the tenant is signed in; `nil` for none.
    var platform: PlatformCaller?
    /// Whether the account menu is open when the page appears, as in the gallery of components.
    var isOpen = false

    var html: HTML {
        switch owner {
        case .tenant(let tenant, let caller):
            """
            <header class="appbar">
            <a class="home" href="/">\(Self.mark(of: tenant))<b>\(tenant.name)</b></a>
            \(caller.map(areas))\(caller.map(account) ?? platform.map { Self.visit(of: $0, to: tenant) } ?? Self.signIn)
            </header>
            """
        case .platform(let caller):
            """
            <header class="appbar">
            <a class="home" href="/platform">\(Icon.platform.html)<b>Platform</b></a>
            \(caller.map(account))
            </header>
            """
        }
    }

    /// The tenant's logo, or the drawn placeholder. `alt` is empty, because the name is beside it.
    private static func mark(of tenant: Tenant) -> HTML {
        guard let sha256 = tenant.brand.logo else { return Artwork(tenant.name, size: .small).html }
        return "<img class=\"logo\" src=\"/logo?v=\(sha256.prefix(16))\" alt=\"\">"
    }

    private static let signIn: HTML =
        "<nav class=\"way\" aria-label=\"Account\"><a href=\"/login\">Sign in</a></nav>"

    /// Returns a row of links to the areas for wide screens, and a menu with these links and the start page for narrow screens; empty if the caller
    /// may open no area.
    private func areas(for caller: Caller) -> HTML {
        let links = navigation.links(for: caller)
        guard links != .empty else { return .empty }
        let shown: HTML? = navigation.current.map { "\($0.icon.html)<b>\($0.title)</b>" }
        return """
            <nav class="areas" aria-label="Areas"><ul>\(links)</ul></nav>
            <details class="menu switch" name="bar"><summary><b class="hidden">Area:</b> \(shown ?? Self.allAreas)\(Self.open)</summary>
            <nav aria-label="Areas"><ul>\(Self.startPage)\(links)</ul></nav></details>
            """
    }

    // These parts are built once, because every page has them.
    private static let allAreas: HTML = "\(Icon.list.html)<b>Areas</b>"
    private static let open = Icon.open.html
    private static let startPage: HTML = "<li><a href=\"/\">\(Icon.start.html)Start page</a></li>"
    private static let accountIcon = Icon.account.html

    private func account(_ caller: Caller) -> HTML {
        Self.menu(
            of: caller.login, detail: caller.role.rawValue, isOpen: isOpen,
            """
            <ul><li><a href="/account" aria-label="\(caller.login), your account">\(Self.accountIcon)Your account</a></li></ul>
            <form method="post" action="/logout">\(caller.csrfField)<button class="quiet">Sign out</button></form>
            """)
    }

    private func account(_ caller: PlatformCaller) -> HTML {
        Self.menu(
            of: caller.login, detail: "all tenants",
            """
            <ul><li><a href="/">\(Icon.start.html)Start page of this host</a></li></ul>
            <form method="post" action="/platform/logout"><button class="quiet">Sign out</button></form>
            """)
    }

    /// Returns the menu of a platform account on a page of a tenant. The account cannot open the tenant's areas, so the menu also has a link to the
    /// tenant's sign-in page.
    private static func visit(of caller: PlatformCaller, to tenant: Tenant) -> HTML {
        menu(
            of: caller.login, detail: "all tenants",
            """
            <ul><li><a href="/platform">\(Icon.platform.html)Platform</a></li>\
            <li><a href="/login">\(accountIcon)Sign in to \(tenant.name)</a></li></ul>
            <form method="post" action="/platform/logout"><button class="quiet">Sign out</button></form>
            """)
    }

    private static func menu(of login: String, detail: String, isOpen: Bool = false, _ content: HTML) -> HTML {
        """
        <details class="menu account" name="bar"\(isOpen ? " open" : HTML.empty)><summary aria-label="Account: \(login)">\
        \(Artwork(login, isRound: true, size: .small).html)</summary>
        <div><p><b>\(login)</b> <small>\(detail)</small></p>
        \(content)</div></details>
        """
    }
}

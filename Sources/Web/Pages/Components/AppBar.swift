import Tenancy

/// The bar above every page, with the tenant's name, the areas that the caller may open and the account menu. The bar has one line on every
/// screen size, and its menus open without script.
struct AppBar: Sendable {
    /// The tenant or the platform to which the page belongs.
    enum Owner: Sendable {
        case tenant(Tenant, Caller?)
        /// A page of the platform, which belongs to no tenant.
        case platform(PlatformCaller?)
    }

    let owner: Owner
    let navigation: Navigation

    var html: HTML {
        switch owner {
        case .tenant(let tenant, let caller):
            """
            <header class="appbar">
            <a class="home" href="/">\(Self.mark(of: tenant))<b>\(tenant.name)</b></a>
            \(caller.map(areas))\(caller.map(account) ?? Self.signIn(navigation))
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

    /// Returns the tenant's logo, or the placeholder drawn from its name. `alt` is empty, because the name is beside the logo. The URL
    /// changes with the picture.
    private static func mark(of tenant: Tenant) -> HTML {
        guard let sha256 = tenant.brand.logo else { return Artwork(tenant.name, size: .small).html }
        return "<img class=\"logo\" src=\"/logo?v=\(sha256.prefix(16))\" alt=\"\">"
    }

    private static func signIn(_ navigation: Navigation) -> HTML {
        "<nav class=\"way\" aria-label=\"Account\"><a href=\"/login\">Sign in</a></nav>"
    }

    /// Returns the areas as a row of links on wide screens, and as a menu with the same links on narrow screens.
    private func areas(for caller: Caller) -> HTML {
        let areas = navigation.areas(for: caller)
        guard !areas.isEmpty else { return .empty }
        let current = navigation.current
        let links = areas.map { area -> HTML in
            let mark: HTML = area == current ? " aria-current=\"true\"" : .empty
            return "<li><a href=\"\(area.path.text)\"\(mark)>\(area.icon.html)\(area.title)</a></li>"
        }
        let shown =
            current.map { area -> HTML in "\(area.icon.html)<b>\(area.title)</b>" } ?? "\(Icon.list.html)<b>Areas</b>"
        return """
            <nav class="areas" aria-label="Areas"><ul>\(links)</ul></nav>
            <details class="menu switch" name="bar"><summary><b class="hidden">Area:</b> \(shown)\(Icon.open.html)</summary>
            <nav aria-label="Areas"><ul><li><a href="/">\(Icon.start.html)Start page</a></li>\
            \(links)</ul></nav></details>
            """
    }

    private func account(_ caller: Caller) -> HTML {
        Self.menu(
            of: caller.login, detail: caller.role.rawValue,
            """
            <ul><li><a href="/account" aria-label="\(caller.login), your account">\(Icon.account.html)Your account</a></li></ul>
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

    private static func menu(of login: String, detail: String, _ content: HTML) -> HTML {
        """
        <details class="menu account" name="bar"><summary aria-label="Account: \(login)">\
        \(Artwork(login, isRound: true, size: .small).html)</summary>
        <div><p><b>\(login)</b> <small>\(detail)</small></p>
        \(content)</div></details>
        """
    }

    static let rules = """
        .appbar { position: relative; z-index: 10; display: flex; align-items: center; gap: .25rem .75rem; height: var(--top);
          border-bottom: 1px solid var(--line); }
        .appbar b { font-weight: 600; }
        .home { display: flex; gap: .6rem; align-items: center; min-width: 0; min-height: 2.75rem; color: var(--text);
          text-decoration: none; }
        .home > b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        img.logo { flex: none; max-height: 2.25rem; max-width: 5.5rem; }
        .areas { margin-left: .75rem; }
        .areas ul, .menu ul { display: flex; gap: .25rem; list-style: none; margin: 0; padding: 0; }
        .areas a, .menu ul a { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; padding: 0 .75rem;
          border-radius: .5rem; color: var(--text); text-decoration: none; white-space: nowrap; }
        .areas a:hover, .menu ul a:hover, .menu > summary:hover { background: var(--hover); }
        .areas a[aria-current], .menu ul a[aria-current] { color: var(--accent); font-weight: 600; }
        .way { margin-left: auto; white-space: nowrap; }
        .way a { display: inline-block; padding: .6rem 0; font-weight: 600; }
        .menu { position: relative; }
        .menu > summary { display: flex; align-items: center; gap: .4rem; min-height: 2.75rem; padding: 0 .4rem;
          border-radius: .5rem; list-style: none; white-space: nowrap; }
        .menu > summary::-webkit-details-marker { display: none; }
        .menu > div, .menu > nav { position: absolute; right: 0; top: calc(100% + .25rem); z-index: 20; min-width: 13rem;
          padding: .5rem; background: var(--raised); border: 1px solid var(--line); border-radius: var(--round);
          box-shadow: var(--shadow); }
        .menu ul { flex-direction: column; }
        .menu p { margin: .25rem .75rem .5rem; overflow-wrap: anywhere; }
        .menu small { display: block; color: var(--faint); }
        .menu form { margin: .25rem 0 0; }
        .menu form button { width: 100%; }
        .menu.account { margin-left: auto; }
        .menu.switch { display: none; }
        .switch > summary .icon:last-child { width: 1em; height: 1em; }
        @media (max-width: 48rem) {
          .areas { display: none; }
          .menu.switch { display: block; margin-left: auto; }
          .menu.switch + .menu.account { margin-left: 0; }
          .appbar { gap: .25rem; }
          .switch > summary .icon:first-of-type:not(:last-child) { display: none; }
          .switch > summary b { font-size: var(--small); }
          .home > b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal;
            font-size: var(--small); line-height: 1.2; }
          img.logo { max-width: 4rem; }
        }

        """
}

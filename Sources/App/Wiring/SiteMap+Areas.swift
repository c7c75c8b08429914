import Web

extension SiteMap {
    /// The areas of the service, in the order of the app bar.
    static let service = SiteMap([
        Area(
            "/operator", "Operator", "Step through the concert measure by measure and send messages", icon: .concert,
            access: .permission(.viewOperator), look: .hall),
        Area(
            "/cms", "Concerts", "Write, preview and publish the notes of a concert", icon: .edit,
            access: .permission(.editConcerts),
            shortcuts: [
                Shortcut("/cms/glossary", "Glossary"), Shortcut("/cms/pictures", "Pictures"),
                Shortcut("/cms/assets", "App assets"),
            ]),
        Area(
            "/station", "Station", "Channels, shows, schedule, lists and imports", icon: .radio,
            access: .permission(.viewStation),
            shortcuts: [
                Shortcut("/station/shows", "Shows"), Shortcut("/station/lists", "Lists"),
                Shortcut("/station/imports", "Imports"),
            ]),
        Area(
            "/library", "Library", "Your music: songs, artists, albums, likes, playlists and podcasts", icon: .library,
            access: .account,
            shortcuts: [
                Shortcut("/library/songs", "Songs"), Shortcut("/library/artists", "Artists"),
                Shortcut("/library/search", "Search"), Shortcut("/player/radio", "Radio"),
            ]),
        Area(
            "/admin", "Administration", "Accounts, appearance, settings and audit log", icon: .administration,
            access: .permission(.viewAdmin),
            shortcuts: [
                Shortcut("/admin/accounts", "Accounts"), Shortcut("/admin/tenant", "Settings"),
                Shortcut("/admin/audit", "Audit log"),
            ]),
    ])
}

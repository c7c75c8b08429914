/// The components of the gallery in their less frequent states.
extension DesignPage {
    /// The style rules of the gallery only.
    static let rules: StaticString = """
        .gallery-bar { margin: 0 0 1rem; }
        .gallery-bar:has(details[open]) { min-height: 17rem; }
        .gallery-art { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }

        """

    /// The app bar with the account menu open, and the app bar of the platform.
    var appBars: HTML {
        let caller = Caller(userID: 0, login: "mira", role: .admin, proof: .bearer)
        let administrator = PlatformCaller(id: 0, login: "pia", proof: .bearer, key: [])
        var account = AppBar(owner: .tenant(context.tenant, caller), navigation: context.navigation)
        account.isOpen = true
        let platform = AppBar(owner: .platform(administrator), navigation: .none)
        return "\([account, platform].map { "<div class=\"gallery-bar\">\($0.html)</div>\n" as HTML })"
    }

    /// Pictures and placeholders in every size.
    var artwork: HTML {
        let sizes: [Artwork.Size] = [.small, .row, .large]
        let images = sizes.flatMap { size in
            [
                Artwork("Harbour Lights", size: size), Artwork("Mira Holt", isRound: true, size: size),
                Artwork("Harbour Lights", url: "/favicon.svg", size: size),
                Artwork("Mira Holt", url: "/favicon.svg", isRound: true, size: size),
            ]
        }
        return "<div class=\"gallery-art\">\(images.map(\.html))</div>"
    }

    /// The box on the start page about the concert on the air.
    var concertNow: HTML {
        """
        <div class="onnow">\(Artwork("Quiet Harbour").html)<div><p><strong>Quiet Harbour, String Quartet: Mvt. 1</strong></p>
        <p>Measure 35 · <span class="faint">running</span></p></div></div>
        """
    }

    /// A notice with a secret, and the result of a form.
    var results: HTML {
        """
        \(HTML.successNotice("Show saved."))
        \(HTML.shownOnce("Access token created.", "tutti-3f9c27d1a8"))
        """
    }

    /// The kinds of fields that the form above does not have, and a disabled field.
    var otherFields: HTML {
        var disabled = Field("Short name (cannot be changed)", "slug", "harbour-lights")
        disabled.isDisabled = true
        let fields = [
            Field("Email address", "email", "mira@example.org", .email),
            Field("Password", "password", "", .password), Field("Part of a title", "search", "harbour", .search),
            Field("Website", "url", "https://example.org/", .url),
            Field(
                "Channel", "channel", "two",
                .grouped(
                    [.init("", "No channel")],
                    [
                        .init("Music", [.init("one", "Radio One"), .init("two", "Radio Two")]),
                        .init("Talk", [.init("three", "Radio Three")]),
                    ])),
            Field("Picture", "picture", "", .file(accept: "image/png,image/jpeg")), disabled,
        ]
        return "<form>\(fields.map { Self.renamed($0).html })</form>"
    }

    /// Returns the field with "other-" before its `id`, because a page must not have two elements with the same `id`.
    private static func renamed(_ field: Field) -> Field {
        var field = field
        field.id = "other-" + field.id
        return field
    }

    /// A table without column names on a phone, with an action that asks for a confirmation.
    var actionTable: HTML {
        var end = Confirmation(
            "End<span class=\"hidden\"> the session on a phone</span>", "This browser or device must sign in again.",
            path: "/design", fields: .empty)
        end.id = "end-session"
        end.button = "End session"
        var table = DataTable(
            "Sessions, most recently used first", columns: ["Session", "Last used"],
            rows: [
                ["<strong>Browser</strong><span class=\"faint\">Expires in 7 days if not used.</span>", "now", .empty],
                [
                    "<strong>Phone</strong><span class=\"faint\">Expires in 30 days if not used.</span>", "2 hours ago",
                    end.html,
                ],
            ])
        table.hasActions = true
        table.isLabelled = false
        return table.html
    }

    /// Open confirmations: one that deletes data and one that does not.
    var openConfirmations: HTML {
        var delete = Confirmation(
            "Delete this episode", "The episode and its picture are deleted. This cannot be undone.", path: "/design",
            fields: .empty)
        delete.id = "delete-episode"
        delete.isOpen = true
        delete.button = "Delete permanently"
        var merge = Confirmation(
            "Merge with Aurora Vale", "The 12 tracks of Aurora Vale (Live) get the name Aurora Vale.", path: "/design",
            fields: .empty)
        merge.id = "merge-artists"
        merge.isOpen = true
        merge.isDestructive = false
        return "\(delete.html)\(merge.html)"
    }

    /// A chart without any count.
    var emptyChart: HTML {
        Chart("Plays on a new channel", unit: "plays", .bars, (0..<24).map { .init("\($0):00", 0) }).html
    }

    /// An empty list without a next step.
    var emptyWithoutAction: HTML {
        EmptyState(.clock, "Nothing played yet", "Tracks appear here when the channel plays them.").html
    }
}

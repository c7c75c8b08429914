import Web

/// The texts for formats, outcomes and durations on the pages of imports, and the style sheet of these pages.
enum ImportTexts {
    /// Returns the description of a format; for an unknown format, its name.
    static func title(_ format: String) -> String { formats[format] ?? format }

    private static let formats = [
        "cro": "Czech Radio: programmes and schedules (JSON)", "wmuc": "WMUC: weekly schedule and shows (JSON)",
        "plays": "Play log: tracks with the times of play (CSV)", "tracklists": "Tracklists of broadcasts (CSV)",
        "eibi": "EiBi: schedules for long, medium and short wave (CSV)",
        "spi": "RadioDNS SPI: services and programmes (XML)",
        "xmltv": "XMLTV: programme guide (XML)", "m3u": "List of stations (M3U, PLS, XSPF)",
        "rss": "Podcast feed (RSS)", "opml": "List of feeds (OPML)",
    ]

    static func outcome(_ outcome: String) -> HTML {
        switch outcome {
        case "published": "<b class=\"tag on\">published</b>"
        case "unchanged": "<b class=\"tag\">unchanged</b>"
        case "refused": "<b class=\"tag bad\">refused</b>"
        case "under-way": "<b class=\"tag soon\" data-running>in progress</b>"
        case "cancelled": "<b class=\"tag bad\">cancelled</b>"
        case "broken-off": "<b class=\"tag bad\">interrupted</b>"
        default: "<b class=\"tag soon\">dry run</b>"
        }
    }

    /// Returns the length of a period, such as "1.2 s" or "2 min 5 s".
    static func duration(from start: Instant, to end: Instant) -> String {
        let tenths = max(0, end.milliseconds - start.milliseconds) / 100
        return tenths < 600 ? "\(tenths / 10).\(tenths % 10) s" : "\(tenths / 600) min \(tenths % 600 / 10) s"
    }

    static let style: StaticString = """
        @media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 1fr) minmax(20rem, 26rem); } }
        .columns section + section { margin-top: 2rem; }
        .pair { gap: .75rem; margin-top: 1rem; }
        ul.findings { list-style: none; margin: 0; padding: 0; }
        ul.findings li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
        ul.findings code { display: block; color: var(--faint); overflow-wrap: anywhere; }
        """
}

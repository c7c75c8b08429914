extension Icon {
    /// The icon as markup: an inline SVG in the colour of the text, hidden from screen readers because the icon only repeats the text beside it.
    public var html: HTML {
        "<svg class=\"icon\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(HTML(path))\"/></svg>"
    }

    private var path: StaticString {
        switch self {
        case .start: "M4 11 12 4l8 7M6 9.5V20h4.500v-5h3v5H18V9.5"
        case .concert: "M4 20 15 9M14 6.500a2.5 2.5 0 1 0 3.5 3.500M4 6h5M4 10h3"
        case .radio:
            "M12 11v9M9 20h6M12 8a1.5 1.5 0 1 0 .01 0M8 12.500a5.5 5.5 0 0 1 0-7M16 12.500a5.5 5.5 0 0 0 0-7M5 15a9.5 9.5 0 0 1 0-12M19 15a9.5 9.5 0 0 0 0-12"
        case .library: "M9 18V5l11-2v13M9 18a2.5 2.5 0 1 1-2.5-2.500H9M20 16a2.5 2.5 0 1 1-2.5-2.500H20"
        case .administration: "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h12M20 12h0"
        case .platform: "M12 3 21 8l-9 5-9-5zM3 12.500l9 5 9-5M3 17l9 5 9-5"
        case .account: "M12 4a4 4 0 1 0 .01 0M4 21a8 7 0 0 1 16 0"
        case .more: "M5 12h.01M12 12h.01M19 12h.01"
        case .back: "M20 12H4M10 6l-6 6 6 6"
        case .forward: "M4 12h16M14 6l6 6-6 6"
        case .open: "M6 9l6 6 6-6"
        case .close: "M5 5l14 14M19 5 5 19"
        case .search: "M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5 21 21"
        case .add: "M12 5v14M5 12h14"
        case .edit: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.500l4 4"
        case .remove: "M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6"
        case .confirm: "M4 13l5 5L20 6"
        case .information: "M12 3a9 9 0 1 0 .01 0M12 11v6M12 7.500h.01"
        case .warning: "M12 3 22 20H2zM12 10v5M12 17.500h.01"
        case .question: "M12 3a9 9 0 1 0 .01 0M9.5 9.500a2.5 2.5 0 1 1 3.5 2.300c-1 .5-1 1-1 2M12 17h.01"
        case .play: "M7 4v16l13-8z"
        case .pause: "M8 5v14M16 5v14"
        case .next: "M6 5v14l10-7zM18 5v14"
        case .previous: "M18 5v14L8 12zM6 5v14"
        case .shuffle: "M4 7h3l10 10h3M4 17h3l3-3M14 10l3-3h3M18 5l2 2-2 2M18 15l2 2-2 2"
        case .repeat: "M5 12V9a2 2 0 0 1 2-2h12M17 5l2 2-2 2M19 12v3a2 2 0 0 1-2 2H5M7 15l-2 2 2 2"
        case .volume: "M4 9v6h4l6 5V4L8 9zM17 9a4 4 0 0 1 0 6"
        case .calendar: "M4 6h16v14H4zM4 11h16M8 3v5M16 3v5"
        case .clock: "M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2"
        case .list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"
        case .chart: "M4 4v16h16M8 16v-4M12.5 16V8M17 16v-6"
        case .upload: "M12 16V4M7 9l5-5 5 5M4 16v4h16v-4"
        case .download: "M12 4v12M7 11l5 5 5-5M4 16v4h16v-4"
        case .link: "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1"
        case .message: "M4 5h16v11H11l-5 4v-4H4z"
        case .settings:
            "M12 9a3 3 0 1 0 .01 0M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M5.6 18.400l2.1-2.100M16.3 7.700l2.1-2.1"
        case .key: "M8 11a4.5 4.5 0 1 0 .01 0M11 12l9-9M16 7l3 3"
        case .heart: "M12 20C4 14 3 10.5 3 8.500a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 2-1 5.5-9 11.500z"
        case .album: "M12 3a9 9 0 1 0 .01 0M12 10a2 2 0 1 0 .01 0"
        case .artist: "M9 4a4 4 0 1 0 .01 0M2 20a7 7 0 0 1 12-4M18 20v-8l4-1M18 20a1.5 1.5 0 1 1-1.5-1.500H18"
        case .label: "M4 4h8l8.5 8.5-8 8L4 12zM8 8h.01"
        case .playlist: "M4 6h11M4 11h11M4 16h6M18 18v-7l3-1M18 18a2 2 0 1 1-2-2h2"
        case .podcast: "M12 4a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3M5 12a7 7 0 0 0 14 0M12 19v2"
        case .stream: "M3 9c3-4 6-4 9 0s6 4 9 0M3 16c3-4 6-4 9 0s6 4 9 0"
        case .show: "M4 6h16v9H4zM9 20h6M12 15v5"
        }
    }
}

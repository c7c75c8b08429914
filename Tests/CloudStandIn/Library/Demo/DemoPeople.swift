/// The artists, uploaders and shows of the demo's world. All names and titles are invented.
enum DemoPeople {
    /// An artist and the titles of the artist's tracks.
    struct Artist: Sendable {
        let name: String
        /// The artist's own account; `nil` if only others upload the artist's music.
        let account: String?
        let label: String?
        let genre: String
        let albums: [(name: String, titles: [String])]
    }

    static let artists: [Artist] = [
        Artist(
            name: "Aurora Vale", account: "auroravale", label: "Quiet Harbour", genre: "Dream Pop",
            albums: [
                ("Low Tide", ["Salt Road", "Paper Lanterns", "Glass Weather", "The Ferry Song"]),
                ("Second Summer", ["Window Seat", "Slow Arithmetic", "North of Nowhere"]),
            ]),
        Artist(
            name: "Brick Orchard", account: nil, label: "Depot", genre: "Indie Rock",
            albums: [("Engine Room", ["Engine Room", "Cider Year", "Ladder Days", "Windfall", "Frost on the Line"])]),
        Artist(
            name: "Tomas Reed", account: "Tomas Reed", label: nil, genre: "Folk",
            albums: [("", ["Late Bus", "My Father's Radio", "Half a Mile", "Winter Coat", "The Long Way Down"])]),
        Artist(
            name: "Kite & Anchor", account: "kiteandanchor", label: "Quiet Harbour", genre: "Folk",
            albums: [("Harbour Lights", ["Harbour Lights", "Rope", "Two Lighthouses", "Stay on the Pier"])]),
        Artist(
            name: "Mirela Dune", account: "MirelaDuneOfficial", label: "Sandglass", genre: "Pop",
            albums: [("Desert Postcards", ["Mirage", "Caravan", "Copper Sky", "Water Seller"])]),
        Artist(
            name: "The Hollow Pines", account: nil, label: "Depot", genre: "Americana",
            albums: [("Resin", ["Resin", "Sawmill", "Needles", "What the Owl Said", "Campfire Law"])]),
        Artist(
            name: "Velvet Circuit", account: "velvetcircuit", label: "Night Current", genre: "Synthwave",
            albums: [("Phase Garden", ["Phase Garden", "Neon Moth", "Sleep Mode", "Lake of Wires"])]),
        Artist(
            name: "Odd Parcel", account: "oddparcel_", label: nil, genre: "Hip-hop",
            albums: [("", ["Return to Sender", "Bubble Wrap", "Signed For", "Left with a Neighbour"])]),
        Artist(
            name: "Сонет", account: "sonet_music", label: "Белый Шум", genre: "Indie",
            albums: [("Первый снег", ["Первый снег", "Трамвай", "Окна напротив"])]),
        Artist(
            name: "Λευκό Φως", account: nil, label: nil, genre: "Electronic",
            albums: [("", ["Νησί", "Καλοκαίρι"])]),
        Artist(
            name: "Gürsel Ada", account: "gurselada", label: nil, genre: "Jazz",
            albums: [("Boğaz Suite", ["İskele", "Martı", "Gece Vapuru"])]),
        Artist(
            name: "Niamh O'Carrow", account: nil, label: "Quiet Harbour", genre: "Folk",
            albums: [("Hazel", ["Hazel", "The Weir", "Seven Fields", "Turf Smoke"])]),
        Artist(
            name: "404 Choir", account: "404choir", label: "Night Current", genre: "Ambient",
            albums: [("Not Found", ["Not Found", "Redirect", "Gateway", "Teapot"])]),
        Artist(
            name: "Lupe Márquez Trio", account: nil, label: "Sandglass", genre: "Jazz",
            albums: [("Tres Sillas", ["Tres Sillas", "Café a las Seis", "Ventana"])]),
    ]

    /// Accounts that upload other people's music, each with its own form of titles.
    static let fans = [
        "mdvinyl35", "user3417702", "RareCutsArchive", "bestofindie_daily", "nightbus.tapes", "xX_dubhead_Xx",
    ]

    static let labels = ["Quiet Harbour", "Depot", "Night Current", "Sandglass"]

    /// The shows, with their topics and the length of an episode in minutes.
    static let shows: [(account: String, name: String, topics: [String], minutes: Int)] = [
        (
            "Night Shift Radio", "Night Shift Radio",
            ["Rain on tape", "Buses after midnight", "Guest: Velvet Circuit", "Only B-sides", "Snow"], 58
        ),
        (
            "The Liner Notes Podcast", "The Liner Notes",
            ["Who played the bass", "The year of the mandolin", "Mastering, explained", "Aurora Vale at home"], 34
        ),
        (
            "Harbour Sessions", "Harbour Sessions",
            ["Kite & Anchor live at the pier", "Niamh O'Carrow, three songs", "Closing night"], 47
        ),
        ("dj Palimpsest", "Layers", ["Deep layers", "Warm-up", "Closing set at the Depot", "Four hours in May"], 118),
    ]
}

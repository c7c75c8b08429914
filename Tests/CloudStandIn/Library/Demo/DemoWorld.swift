extension StandInWorld {
    /// The numbers of the playlist for the initial content of a library, and of the playlist of long recordings for the podcasts.
    public static let startingSongs = 5000, startingPodcasts = 5001

    /// The world of a demonstration: a few hundred uploads in the usual forms by artists, labels and fans, with remixes, covers and
    /// live recordings, podcasts and long sets, and blocked, preview-only and deleted tracks. All names and titles are invented.
    public static var demo: StandInWorld {
        var builder = DemoBuilder()
        return builder.build()
    }
}

/// Builds the demo's world, which is the same each time.
private struct DemoBuilder {
    private var world = StandInWorld(.init(users: 0, tracks: 0, likes: 0, playlists: 0, followings: 0, feed: 0))
    private var dice = Dice(seed: 2026)
    private var accounts: [String: Int] = [:]
    private var songs: [Int] = []
    private var recordings: [Int] = []

    mutating func build() -> StandInWorld {
        world.lacksPictures = true
        world.users[StandInWorld.me] = .init(number: StandInWorld.me, name: "Demo Listener")
        for label in DemoPeople.labels { account(label) }
        for artist in DemoPeople.artists { publish(artist) }
        for show in DemoPeople.shows { broadcast(show) }
        strays()
        playlists()
        listen()
        return world
    }

    @discardableResult
    private mutating func account(_ name: String) -> Int {
        if let number = accounts[name] { return number }
        let number = 1000 + accounts.count
        accounts[name] = number
        world.users[number] = .init(number: number, name: name)
        return number
    }

    @discardableResult
    private mutating func upload(
        _ title: String, by name: String, artist: String? = nil, label: String? = nil, genre: String,
        album: String? = nil,
        minutes: Int? = nil, access: String = "playable"
    ) -> Int {
        let number = 100_000 + world.tracks.count
        let durationMs = minutes.map { $0 * 60_000 + dice.below(60_000) } ?? 140_000 + dice.below(170_000)
        world.tracks[number] = .init(
            number: number, title: title, artist: artist, label: label, user: account(name), durationMs: durationMs,
            access: access, genre: genre, release: album, isDownloadable: minutes != nil)
        if minutes == nil { songs.append(number) } else { recordings.append(number) }
        return number
    }

    // MARK: - Songs

    /// Adds all uploads of an artist's music, by any account.
    private mutating func publish(_ artist: DemoPeople.Artist) {
        var isFirst = true
        for (album, titles) in artist.albums {
            for (place, title) in titles.enumerated() {
                let release = album.isEmpty ? nil : album
                // The artist's own account: the bare title, or the title with its version.
                if let own = artist.account {
                    upload(
                        [title, title, "\(title) (Official Audio)", "\(artist.name) - \(title)"][place % 4], by: own,
                        artist: place % 3 == 0 ? artist.name : nil, label: artist.label, genre: artist.genre,
                        album: release)
                }
                // The label's account always uses this form.
                if let label = artist.label, place < 3 {
                    upload(
                        "\(artist.name) - \(title)", by: label, artist: artist.name, label: label, genre: artist.genre,
                        album: release)
                }
                fan(artist, title, place)
            }
            if isFirst { versions(artist, titles) }
            isFirst = false
        }
    }

    /// Adds a fan's upload in the fan's own form.
    private mutating func fan(_ artist: DemoPeople.Artist, _ title: String, _ place: Int) {
        let who = dice.below(DemoPeople.fans.count)
        let written = [
            "\(artist.name) - \(title)", "\(artist.name) – \(title) [HQ]", "\(title) by \(artist.name)",
            "0\(place + 1). \(artist.name) - \(title)", "\(title) - \(artist.name)",
            "\(artist.name.uppercased()) - \(title.uppercased()) (lyrics)",
        ][who]
        upload(written, by: DemoPeople.fans[who], genre: artist.genre)
    }

    private mutating func versions(_ artist: DemoPeople.Artist, _ titles: [String]) {
        let title = titles[0]
        let others = DemoPeople.artists.filter { $0.name != artist.name }
        let other = others[dice.below(others.count)]
        upload(
            "\(artist.name) - \(title) (\(other.name) Remix)", by: other.account ?? "RareCutsArchive", genre: "Remix")
        upload("\(artist.name) - \(title) (Live at the Pier)", by: "nightbus.tapes", genre: artist.genre)
        upload("\(title) (\(artist.name) cover)", by: "lena plays guitar", genre: "Cover")
        upload(
            "\(artist.name) feat. \(other.name) - \(titles[titles.count - 1])", by: artist.account ?? "mdvinyl35",
            genre: artist.genre)
        upload(
            "PREMIERE: \(artist.name) - \(titles[1 % titles.count]) (Demo)", by: "bestofindie_daily", genre: "Premiere")
    }

    // MARK: - Long recordings

    private mutating func broadcast(_ show: (account: String, name: String, topics: [String], minutes: Int)) {
        for (place, topic) in show.topics.enumerated() {
            let number = 14 + place
            let written = [
                "\(show.name) - Episode \(number): \(topic)", "\(show.name) #\(number) \(topic)",
                "Ep \(number): \(topic)", "\(topic) (\(show.name), \(number) May)",
            ][place % 4]
            upload(written, by: show.account, genre: "Podcast", minutes: show.minutes + place)
        }
    }

    /// Adds tracks that are blocked or preview-only, and tracks without a recognisable artist.
    private mutating func strays() {
        upload("Aurora Vale - Low Tide (Full Album)", by: "RareCutsArchive", genre: "Dream Pop", minutes: 31)
        for (place, title) in ["untitled 7", "idea (april)", "voice memo", "loop - 92 bpm", "rain"].enumerated() {
            upload(title, by: DemoPeople.fans[place], genre: "Sketch")
        }
        upload("Mirela Dune - Oasis", by: "Sandglass", label: "Sandglass", genre: "Pop", access: "preview")
        upload("Brick Orchard - Orchard Street", by: "Depot", label: "Depot", genre: "Indie Rock", access: "blocked")
        upload("Velvet Circuit - Blackout", by: "velvetcircuit", genre: "Synthwave", access: "blocked")
        upload("The Hollow Pines - Bark", by: "mdvinyl35", genre: "Americana", access: "preview")
    }

    // MARK: - The account's lists

    private mutating func playlists() {
        func every(_ step: Int, from first: Int, _ count: Int) -> [Int] {
            stride(from: first, to: songs.count, by: step).prefix(count).map { songs[$0] }
        }
        let curator = account("bestofindie_daily")
        let lists: [(title: String, user: Int, tracks: [Int])] = [
            ("A library to begin with", curator, every(3, from: 0, 70)),
            ("For long evenings", account("Night Shift Radio"), recordings),
            ("Morning", StandInWorld.me, every(7, from: 1, 14)),
            ("On the train", StandInWorld.me, every(11, from: 4, 12)),
            ("Quiet Harbour, the catalogue", account("Quiet Harbour"), every(5, from: 2, 20)),
            ("Found on tapes", account("nightbus.tapes"), every(13, from: 3, 10)),
            ("Nothing in here yet", StandInWorld.me, []),
        ]
        for (place, list) in lists.enumerated() {
            let number = StandInWorld.startingSongs + place
            world.playlists[number] = .init(number: number, title: list.title, user: list.user, tracks: list.tracks)
            if list.user == StandInWorld.me {
                world.ownPlaylists.insert((world.next(), number), at: 0)
            } else if place > 1 {
                world.like(playlist: number)
            }
        }
        albums()
    }

    /// Adds the albums and EPs that artists have published on their own accounts, as playlists of these types; half of them are liked.
    private mutating func albums() {
        for artist in DemoPeople.artists {
            guard let own = artist.account else { continue }
            for (place, album) in artist.albums.enumerated() where !album.name.isEmpty {
                let user = account(own)
                let tracks = world.tracks.values.filter { $0.user == user && $0.release == album.name }
                    .map(\.number).sorted()
                let number = StandInWorld.startingSongs + world.playlists.count
                let type = tracks.count < 4 ? "ep" : "album"
                world.playlists[number] = .init(
                    number: number, title: place == 0 ? album.name : "\(artist.name) - \(album.name)", user: user,
                    tracks: tracks, type: type)
                if number % 2 == 0 { world.like(playlist: number) }
            }
        }
    }

    private mutating func listen() {
        let all = world.tracks.keys.sorted()
        for place in 0..<all.count * 2 / 3 { world.like(track: all[place * 31 % all.count]) }
        let users = world.users.keys.sorted().filter { $0 != StandInWorld.me }
        for user in users where user % 4 != 3 { world.follow(user: user) }
        for place in 0..<160 {
            let track = all[(place * 17 + 5) % all.count]
            world.publish(track, by: place % 3 == 0 ? users[place % users.count] : nil)
        }
        // A track that its uploader has deleted but that is still in a playlist.
        if let gone = world.playlists[StandInWorld.startingSongs + 2]?.tracks.last { world.forget(track: gone) }
    }
}

import MusicLibrary
import Postgres
import SoundCloud
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A track with the library's classification if the track is in the library or among the podcasts, otherwise with SoundCloud's details.
struct Song: Sendable, Hashable {
    let key: Int64
    let urn: CloudURN
    let title: String
    /// The full artist credit, such as "A feat. B"; for a track that is not in the library, the artist field or the uploader.
    let artist: String
    let artistID: Int64?
    let album: AlbumKey?
    let albumTitle: String?
    let genre: String
    let durationMs: Int32
    let uploadedAt: Instant?
    let addedAt: Instant?
    let about: String
    let access: String
    let isrc: String
    let isDownloadable: Bool
    /// The podcast station, or 0 for none; `nil` if the track is not a podcast track.
    let station: Int64?
    let stationName: String?
    let starredAt: Instant?
    /// The rating in stars, from 1 to 5; `nil` if there is none.
    let rating: Int64?
    let plays: Int64
    let playedAt: Instant?
    var credits: [Credit] = []
    var form = AudioForm.whole

    /// The form of the audio that `stream` sends without parameters.
    enum AudioForm: Sendable, Hashable {
        /// The whole track, as an MP4 file with AAC audio.
        case whole
        /// The preview of 30 seconds, as an MP3 file.
        case preview
        /// SoundCloud's playlist, if this server does not pass audio on.
        case playlist

        fileprivate var contentType: String {
            switch self {
            case .whole: AudioQuality.aac160.mediaType
            case .preview: AudioQuality.preview.mediaType
            case .playlist: "application/vnd.apple.mpegurl"
            }
        }

        fileprivate var suffix: String {
            switch self {
            case .whole: AudioQuality.aac160.suffix
            case .preview: AudioQuality.preview.suffix
            case .playlist: "m3u8"
            }
        }

        fileprivate var bitRate: Int { (self == .preview ? AudioQuality.preview : .aac160).bitRate }
    }

    /// An artist credited on the track.
    struct Credit: Sendable, Hashable {
        let artist: Int64
        let name: String
        let role: String
    }

    var isHeard: Bool { access == "playable" || access == "preview" }
}

extension Song: RowDecodable {
    init(row: Row) throws(PostgresError) {
        key = try row("track_id")
        urn = try row("urn")
        title = try row("title")
        artist = try row("artist")
        let location: String? = try row.optional("shelf")
        let artistID: Int64? = try row.optional("artist_id")
        self.artistID = artistID
        if let artistID, location == "library" {
            album = AlbumKey(album: try row.optional("album_id"), artist: artistID)
            albumTitle = try row.optional("album_title") ?? Album.singles
        } else {
            (album, albumTitle) = (nil, nil)
        }
        genre = try row("genre")
        durationMs = try row("duration_ms")
        uploadedAt = try row.optional("uploaded_at", as: Date.self).map { Instant($0) }
        addedAt = try row.optional("added_at", as: Date.self).map { Instant($0) }
        about = try row("description")
        access = try row("access")
        isrc = try row("isrc")
        isDownloadable = try row("is_downloadable")
        form = access == "preview" ? .preview : .whole
        station = location == "podcasts" ? try row.optional("station_id") ?? 0 : nil
        stationName = try row.optional("station_name")
        starredAt = try row.optional("starred_at", as: Date.self).map { Instant($0) }
        rating = try row.optional("rating", as: Int16.self).map { Int64($0) }
        plays = try row("plays")
        playedAt = try row.optional("played_at", as: Date.self).map { Instant($0) }
    }
}

extension Song {
    /// The track as a `Child` of the Subsonic API.
    var element: Element { child(id: .track(urn), parent: album?.id ?? station.map { .station($0) }) }

    /// Returns the track as a `podcastEpisode`.
    func episode(in station: Int64) -> Element {
        var element = child(id: .episode(urn), parent: .station(station))
        element.attributes += [
            ("streamId", ItemID.track(urn).value), ("channelId", ItemID.station(station).value),
            ("status", .text(isHeard ? "completed" : "skipped")),
        ].map { (name: $0.0, value: $0.1) }
        if !about.isEmpty { element.attributes.append((name: "description", value: .text(about))) }
        if let date = uploadedAt ?? addedAt {
            element.attributes.append((name: "publishDate", value: .text(date.description)))
        }
        return element
    }

    private func child(id: ItemID, parent: ItemID?) -> Element {
        Element(
            [
                ("id", id.value), ("parent", parent?.value), ("isDir", false), ("title", .text(title)),
                ("album", .init(known: albumTitle ?? stationName)), ("artist", .text(artist)),
                ("year", uploadedAt.map { .number($0.year) }), ("genre", .init(known: genre)),
                ("coverArt", ItemID.track(urn).value), ("size", .number(size)),
                ("contentType", .text(form.contentType)), ("suffix", .text(form.suffix)),
                ("duration", .number(Int64(playedMs) / 1000)), ("bitRate", .number(Int64(form.bitRate))),
                (
                    "path",
                    .text("\(artist)/\(albumTitle ?? stationName ?? "SoundCloud")/\(title).\(form.suffix)".pathLike)
                ),
                ("isVideo", false), ("playCount", plays > 0 ? .number(plays) : nil),
                ("created", (addedAt ?? uploadedAt).map { .text($0.description) }),
                ("starred", starredAt.map { .text($0.description) }), ("userRating", rating.map { .number($0) }),
                ("albumId", album?.id.value),
                ("artistId", artistID.map { ItemID.artist($0).value }),
                ("type", .text(station == nil ? "music" : "podcast")),
                ("mediaType", "song"), ("played", playedAt.map { .text($0.description) }),
                ("displayArtist", .text(artist)),
            ], lists)
    }

    private var lists: [Element.Child] {
        let primary = credits.filter { $0.role == "primary" || $0.role == "featured" }
        let others = credits.filter { $0.role != "primary" && $0.role != "featured" }
        return [
            .many("genres", genre.isEmpty ? [] : [Element([("name", .text(genre))])]),
            .many("artists", primary.map(\.element)),
            .many(
                "contributors",
                others.map { Element([("role", .text($0.role))], [.one("artist", $0.element)]) }),
            .values("isrc", isrc.isEmpty ? [] : [.text(isrc)]),
        ]
    }

    /// The duration of the audio that `stream` sends, in milliseconds.
    private var playedMs: Int32 { form == .preview ? min(durationMs, 30_000) : durationMs }
    /// The estimated size of the audio that `stream` sends, in bytes. SoundCloud reports no size, but apps need one to show progress.
    private var size: Int64 { Int64(playedMs) * Int64(form.bitRate) / 8 }
}

extension Song.Credit {
    fileprivate var element: Element {
        Element([("id", ItemID.artist(artist).value), ("name", .text(name))])
    }
}

extension Instant {
    fileprivate var year: Int64 { Int64(description.prefix(4)) ?? 0 }
}

extension String {
    fileprivate var pathLike: String { String(filter { $0 != "\\" && $0 != "\0" }) }
}

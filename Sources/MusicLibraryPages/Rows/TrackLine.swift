import ArtistClassification
import MusicLibrary
import SoundCloud
import Web

/// A track of the library or the podcasts as a list row, in which each name has the colour of its origin (spec L38).
struct TrackLine: Sendable {
    let track: LibraryTrack
    /// The checkbox that selects the track; empty for no checkbox.
    var choice: HTML = .empty
    /// The buttons after the playback buttons of the row; empty for none.
    var actions: HTML = .empty

    var row: ListRow {
        let version: HTML = track.version.isEmpty ? .empty : " <span class=\"faint\">(\(track.version))</span>"
        var row = ListRow(
            "<strong>\(track.title)</strong>\(version)", LocalPath(track.page), artwork: track.picture)
        row.choice = choice
        row.marks = track.marks
        row.details = [track.filed, "uploaded by <span class=\"from-cloud\">\(track.uploaderName)</span>"]
        row.facts = "\(track.length)"
        row.actions = "\(PlayControls.button(track.urn, track.title, access: track.access))\(actions)"
        return row
    }
}

extension LibraryTrack {
    /// The track's cover in a row, or a placeholder.
    var picture: Artwork { Artwork(title, url: cover()) }

    /// The path of the track's page.
    var page: String { "/library/tracks/\(urn)" }

    /// Whether the filing has a low confidence and is not confirmed by the listener.
    var isUncertain: Bool { confidence < Float(Filing.uncertain) && !isSettled }

    /// The duration as a player shows it, such as "3:45".
    var length: String { LibraryFormat.length(Int64(durationMs)) }

    /// The tags after the title: restricted playback and an uncertain filing.
    var marks: HTML {
        "\(ExploreLine.access(access))\(isUncertain ? " <b class=\"tag soon\">uncertain</b>" : HTML.empty)"
    }

    /// The artists, album and label under which the track is filed, as links.
    var filed: HTML {
        let album: HTML? = album.map {
            " · album <a class=\"from-library\" href=\"/library/albums/\($0.id)\">\($0.name)</a>"
        }
        let label: HTML? = label.map {
            " · label <a class=\"from-library\" href=\"/library/labels/\($0.id)\">\($0.name)</a>"
        }
        return "\(credit)\(album)\(label)"
    }

    /// The credit as displayed: "Artist & Other feat. Third", each name a link to the artist.
    var credit: HTML {
        var text: HTML = .empty
        for (position, credit) in artists.enumerated() where ["primary", "featured"].contains(credit.role) {
            text = """
                \(text)\(position > 0 ? credit.joinPhrase : "")\
                <a class="from-library" href="/library/artists/\(credit.artist.id)">\(credit.shown)</a>
                """
        }
        return text
    }

    /// The remixers, producers and covered artists as markup, each with a word before the name.
    var otherCredits: [HTML] {
        let words = ["remixer": "remixed by", "producer": "produced by", "covered": "originally by"]
        return artists.compactMap { credit in
            words[credit.role].map { word in
                " · \(word) <a class=\"from-library\" href=\"/library/artists/\(credit.artist.id)\">\(credit.shown)</a>"
            }
        }
    }
}

extension LibraryTrack.Credit {
    /// The artist's name as the track credits the artist, or the name in the library if the track has no spelling of its own.
    var shown: String { creditedAs.isEmpty ? artist.name : creditedAs }
}

extension BrowseMarkup {
    /// Returns a list of tracks as markup; empty without tracks.
    static func lines(_ lines: [TrackLine], isOrdered: Bool = false) -> HTML {
        guard !lines.isEmpty else { return .empty }
        var list = RowList(lines.map(\.row))
        list.isOrdered = isOrdered
        return list.html
    }
}

import ArtistClassification
import Web

/// A track as a row of a list: what it is, under whom, and who uploaded it, each in the colour of whose word it is (spec L38).
struct TrackLine: Sendable {
    let track: LibraryTrack
    /// A box to choose it by.
    var choice: HTML = .empty
    /// What can be done with it.
    var acts: HTML = .empty

    var row: ListRow {
        let version: HTML = track.version.isEmpty ? .empty : " <span class=\"faint\">(\(track.version))</span>"
        var row = ListRow(
            "<strong>\(track.title)</strong>\(version)", LocalPath(track.page), artwork: Artwork(track.title))
        row.choice = choice
        row.marks = track.marks
        row.details = [track.filed, "uploaded by <span class=\"from-cloud\">\(track.uploaderName)</span>"]
        row.facts = "\(track.length)"
        row.actions = acts
        return row
    }
}

extension LibraryTrack {
    /// Where its page is.
    var page: String { "/library/tracks/\(urn)" }

    /// Whether it is filed with little confidence, and the listener has said nothing to that.
    var isUncertain: Bool { confidence < Float(Filing.uncertain) && !isSettled }

    /// As a player shows it.
    var length: String { CloudClock.length(Int64(durationMs)) }

    /// What a row says of it in a word, behind its title.
    var marks: HTML {
        let access: HTML =
            switch self.access {
            case "blocked": " <b class=\"tag bad\">blocked</b>"
            case "preview": " <b class=\"tag\">preview only</b>"
            case "gone": " <b class=\"tag bad\">removed from SoundCloud</b>"
            default: .empty
            }
        return "\(access)\(isUncertain ? " <b class=\"tag soon\">uncertain</b>" : HTML.empty)"
    }

    /// Under whom and what it is filed, each a way there.
    var filed: HTML {
        let album: HTML? = album.map {
            " · album <a class=\"from-library\" href=\"/library/albums/\($0.id)\">\($0.name)</a>"
        }
        let label: HTML? = label.map {
            " · label <a class=\"from-library\" href=\"/library/labels/\($0.id)\">\($0.name)</a>"
        }
        return "\(credit)\(album)\(label)"
    }

    /// The credit as it is shown: "Artist & Other feat. Third", each name a way to the artist.
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

    /// The remixers, producers and whose song it was first, in words.
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
    /// As this track writes it.
    var shown: String { creditedAs.isEmpty ? artist.name : creditedAs }
}

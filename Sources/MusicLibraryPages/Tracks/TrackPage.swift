import MusicLibrary
import SoundCloud
import Web

/// The page of one track: the filing, the reasons, and forms for rating, correcting, moving or removing the track.
struct TrackPage {
    let track: LibraryTrack
    let rating: TrackRating?
    let stations: [Station]
    let context: RequestContext
    let form: FilingForm
    /// The hidden fields with which the forms for confirming and correcting return to the list of uncertain tracks; empty if these forms return to
    /// this page.
    var back: HTML = .empty
    var error: APIError?

    var html: HTML {
        """
        \(error.map { HTML.fault($0, labels: FilingForm.labels, ids: FilingForm.ids) })
        <div class="entry">\(Artwork(track.title, url: track.cover(.head), size: .large).html)<div>
        <p class="filed">by \(track.credit)\(track.otherCredits)\(track.marks)</p>
        \(PlayControls.buttons(track.urn, access: track.access))</div></div>
        \(facts)
        \(why)
        \(correction)
        \(moveForm)
        """
    }

    /// The form for the rating: one button for each number of stars and, if the track is rated, a button that removes the rating.
    private var ratingForm: HTML {
        let stars = TrackRating.range.map { number -> HTML in
            let isFilled = number <= rating?.stars ?? 0
            return """
                <button class="quiet star" name="rating" value="\(number)" aria-label="\(SentenceFormat.count(number, "star"))" \
                aria-pressed="\(number == rating?.stars ? "true" : "false")">\(isFilled ? "★" : "☆")</button>
                """
        }
        return """
            <form method="post" action="\(track.page)/rating">\(context.caller?.csrfField)\
            <div class="acts" role="group" aria-label="Your rating">\(stars)\
            \(rating == nil ? .empty : "<button class=\"quiet\" name=\"rating\" value=\"0\">Remove rating</button>" as HTML)</div></form>
            """
    }

    private var facts: HTML {
        let original: HTML =
            track.permalink.isEmpty
            ? .empty
            : " · <a class=\"from-cloud\" href=\"\(HTML.address(track.permalink))\" rel=\"noreferrer\">on SoundCloud</a>"
        return """
            <dl class="told">
            \(track.version.isEmpty ? .empty : "<dt>Version</dt><dd>\(track.version)</dd>" as HTML)
            \(track.album.map { "<dt>Album</dt><dd><a class=\"from-library\" href=\"/library/albums/\($0.id)\">\($0.name)</a></dd>" as HTML })
            \(track.label.map { "<dt>Label</dt><dd><a class=\"from-library\" href=\"/library/labels/\($0.id)\">\($0.name)</a></dd>" as HTML })
            <dt>Rating</dt><dd>\(ratingForm)</dd>
            <dt>Length</dt><dd>\(track.length)</dd>
            <dt>Location</dt><dd>\(locationName)</dd>
            <dt>Uploaded as</dt><dd>“<span class="from-cloud">\(track.uploadedTitle)</span>” by \
            <span class="from-cloud">\(track.uploaderName)</span>\(original)</dd>
            </dl>
            """
    }

    private var locationName: HTML {
        guard track.location == .podcasts else { return "in your library" }
        return track.station.map {
            "in your podcasts, station <a href=\"/library/podcasts/stations/\($0.id)\">\($0.name)</a>"
        } ?? "in your podcasts"
    }

    private var why: HTML {
        """
        <h2>Reasons for this filing</h2>
        <p>\(track.confidenceWords)</p>
        \(track.why.isEmpty ? .empty : "<ul>\(track.why.map { "<li>\($0)</li>" as HTML })</ul>" as HTML)
        \(track.isUncertain ? """
            <form method="post" action="\(track.page)/settle">\(context.caller?.csrfField)\(back)
            <p><button>Confirm filing</button></p></form>
            """ : HTML.empty)
        """
    }

    private var correction: HTML {
        return """
            <h2>Correct this track</h2>
            <p class="hint">Your correction remains when the track changes on SoundCloud. Corrections of artists also apply to similar tracks.</p>
            <form method="post" action="\(track.page)">\(context.caller?.csrfField)\(back)
            \(form.fields("", error: error))
            <p><button>Save</button></p></form>
            \(track.isCorrected ? reset : .empty)
            """
    }

    /// The form for undoing the correction, with a confirmation, because the entered correction is lost.
    private var reset: HTML {
        var question = Confirmation(
            "Undo correction",
            "Your correction is removed, and the track is filed automatically again.",
            path: target("reset"), fields: context.caller?.csrfField ?? .empty)
        question.button = "Undo correction"
        question.id = "reset"
        question.isDestructive = false
        return question.html
    }

    private var removal: HTML {
        var question = Confirmation(
            "Remove track",
            "“\(track.title)” is removed from your music, and your corrections of the track are deleted. Nothing changes on SoundCloud.",
            path: target("removal"), fields: context.caller?.csrfField ?? .empty)
        question.button = "Remove track"
        question.id = "removal"
        return question.html
    }

    private func target(_ verb: String) -> LocalPath { LocalPath("\(track.page)/\(verb)") ?? "/library/songs" }

    private var moveForm: HTML {
        let isPodcast = track.location == .podcasts
        let choice = StationForms.choice(of: stations, chosen: track.station.map { String($0.id) } ?? "")
        let suggestion: HTML? =
            !isPodcast && track.suggestedShelf == .podcasts
            ? """
            <p class="hint">This track may be a podcast, because the track is long or has a title like that of an episode. \
            The track stays in the library until you move it.</p>
            """
            : nil
        return """
            <h2>Move or remove this track</h2>
            \(suggestion)
            <form method="post" action="\(track.page)/move">\(context.caller?.csrfField)
            \(choice)
            <p class="acts"><button class="quiet" name="to" value="podcasts"\(isPodcast && stations.isEmpty ? " hidden" : HTML.empty)>\
            \(isPodcast ? "Save" : "Move to your podcasts")</button>\
            \(isPodcast ? " <button class=\"quiet\" name=\"to\" value=\"library\">Move to the library</button>" : HTML.empty)</p></form>
            \(removal)
            """
    }
}

extension LibraryTrack {
    /// The confidence of the filing, or that the listener has corrected or confirmed the filing, as a sentence for pages.
    var confidenceWords: String {
        let percent = Int((confidence * 100).rounded())
        if isUncertain { return "Uncertain. Confidence: \(percent)%." }
        if isCorrected, confidence == 1 { return "Corrected by you." }
        return isSettled ? "Confirmed by you." : "Confidence: \(percent)%."
    }
}

import HTTP
import MusicLibrary
import SoundCloud
import Web

/// The page `/library/discover`: the starting track, the related tracks and the listening position (spec L23-L26).
struct DiscoverPage: Sendable {
    let pageContext: CloudPageContext
    let view: DiscoverView
    var isChosen = false
    var fault: APIError?

    func response() -> Response {
        let kept: HTML = view.seed == nil ? .empty : "<p>The tracks below have not changed.</p>"
        let notice: HTML? = fault.map { "\(HTML.fault($0, labels: ["track": "The track"]))\(kept)" }
        let done: HTML =
            isChosen ? HTML.successNotice("These tracks stay until you choose another starting track.") : .empty
        var page = LibraryPage(
            "Discover", .discover, pageContext.context,
            content: "\(notice)\(fault == nil ? "\(done)\(pageContext.notice?.html)" : HTML.empty)\(content)")
        page.status = fault?.status ?? .ok
        return page.playing(view.tracks.isEmpty ? nil : .discover).response()
    }

    private var content: HTML {
        guard let seed = view.seed else {
            return EmptyState(
                .chart, "No starting track yet",
                "Choose a starting track, and Discover lists related tracks from SoundCloud.",
                action: "<a class=\"button\" href=\"/library/search\">Find starting track</a>"
            ).html
        }
        var names = RowNames()
        let actions = ExploreRowActions(pageContext: pageContext)
        var first = RowList([
            actions.track(seed, ExploreLine.track(seed, id: names.id(seed.urn)), isSeed: true)
        ])
        first.labelledBy = "seed"
        var list = RowList(view.tracks.enumerated().map { line($0.offset, $0.element, &names, actions) })
        list.labelledBy = "related"
        (list.isOrdered, list.isNumbered) = (true, true)
        let fetched: HTML? = view.fetchedAt.map {
            "<p class=\"hint\">Loaded from SoundCloud on \(pageContext.clock.shortDayElement($0)).</p>"
        }
        return """
            <h2 id="seed">Starting track</h2>
            \(first.html)
            \(fetched)
            <h2 id="related">\(view.tracks.count == 1 ? "1 related track" : "\(view.tracks.count) related tracks")</h2>
            \(list.html)
            \(view.tracks.isEmpty ? HTML.empty : ExportLinks.html(.discover))
            """
    }

    private func line(
        _ index: Int, _ track: TrackView, _ names: inout RowNames, _ actions: ExploreRowActions
    ) -> ListRow {
        let isHere = Int64(index) == view.resume.index
        let place = LibraryFormat.length(view.resume.positionMs)
        let words =
            view.resume.index == 0 && view.resume.positionMs == 0
            ? "playback starts here" : "playback stopped here, at \(place)"
        var row = ExploreLine.track(
            track, id: names.id(track.urn), more: isHere ? " <b class=\"tag soon\">\(words)</b>" : .empty)
        row.isCurrent = isHere
        return actions.track(track, row)
    }
}

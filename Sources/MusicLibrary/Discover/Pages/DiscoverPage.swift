import HTTP
import Web

/// `/library/discover`: the seed, what is related to it, and where listening stopped (spec L23-L26).
struct DiscoverPage: Sendable {
    let context: RequestContext
    let view: DiscoverView
    var isChosen = false
    var fault: APIError?

    func response() -> Response {
        let kept: HTML = view.seed == nil ? .empty : "<p>The tracks below are as they were.</p>"
        let notice: HTML? = fault.map { "\(HTML.fault($0, labels: ["track": "The track"]))\(kept)" }
        let done: HTML =
            isChosen ? HTML.goodNotice("These tracks stay until you choose another one to discover from.") : .empty
        var page = LibraryPage(
            "Discover", .discover, context, content: "\(notice)\(fault == nil ? done : .empty)\(content)")
        page.style = ExploreStyle.rules
        page.status = fault?.status ?? .ok
        return page.response()
    }

    private var content: HTML {
        guard let seed = view.seed else {
            return """
                <p>Choose a track, and what SoundCloud relates to it is kept here: the same tracks, until you choose another one.</p>
                <p><a class="button" href="/library/search">Find a track to begin with</a></p>
                """
        }
        let fetched: HTML? = view.fetchedAt.map { "<p class=\"hint\">As SoundCloud had it on \(Self.day($0)).</p>" }
        return """
            <h2 id="seed">Discovered from</h2>
            <ul class="found" aria-labelledby="seed">\(ExploreLine.track(seed))</ul>
            \(fetched)
            <h2 id="related">\(view.tracks.count == 1 ? "1 related track" : "\(view.tracks.count) related tracks")</h2>
            <ol class="found" aria-labelledby="related">
            \(view.tracks.enumerated().map { line($0.offset, $0.element) })</ol>
            \(view.tracks.isEmpty ? HTML.empty : ExportWays.html(.discover))
            """
    }

    private func line(_ index: Int, _ track: MarkedTrackView) -> HTML {
        let isHere = Int64(index) == view.resume.index
        let place = ExploreLine.length(view.resume.positionMs)
        let words = view.resume.index == 0 && view.resume.positionMs == 0 ? "begins here" : "stopped here, at \(place)"
        return ExploreLine.track(
            track, attributes: isHere ? " aria-current=\"true\"" : .empty,
            more: isHere ? " <b class=\"mark here\">\(words)</b>" : .empty,
            act: ExploreLine.seedButton(track.track.urn, track.track.title, context))
    }

    private static func day(_ instant: Instant) -> HTML {
        let text = instant.description
        return "<time datetime=\"\(text)\">\(text.prefix(10))</time>"
    }
}

import ArtistClassification
import HTTP
import MusicLibrary
import Postgres
import SoundCloud
import Tenancy
import Web

/// The page `/library/uncertain`: uncertain filings, least certain first, with forms for confirming or correcting each filing (spec M5.8).
public struct UncertainPageRoutes: Sendable {
    private let stores: BrowseStores

    public init(database: TenantDatabase, filing: FilingResources) {
        stores = BrowseStores(database: database, filing: filing)
    }

    public var routes: [Route] {
        [
            .accountPage("getUncertainPage", "/library/uncertain", endpoint: getUncertainPage)
        ]
    }

    /// The number of tracks on a page if the request sets no limit. The number is small because each track has several forms.
    private static let size = 20

    /// Answers `getUncertainPage`: a page of uncertain tracks, lowest confidence first; 422 for an invalid parameter. Stores the page as the last
    /// view.
    func getUncertainPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, page) = (try context.listener, try KeysetPage(request, standard: Self.size))
        let fields = try request.queryFields()
        let (tracks, next) = try await stores.browse.tracks(.uncertain, page, of: listener)
        let words = try await stores.browse.uploadedArtists(tracks.map(\.urn), of: listener)
        try await stores.views.note("library", params: ["list": "uncertain"], of: listener)
        let notice = try LibraryNotice(request)
        // After a track is confirmed, the next track gets the focus.
        let at = try fields.optional("at")
        let first = tracks.first { $0.urn.description == at } ?? (notice == nil && at == nil ? nil : tracks.first)
        var frame = try await stores.page("Uncertain tracks", .uncertain, context, content: .empty)
        let left = frame.uncertain
        let doubts = tracks.indices.map { index in
            UncertainRow(
                track: tracks[index], uploadersWord: words[tracks[index].urn] ?? "", context: context,
                back: UncertainListPosition(
                    at: tracks.indices.contains(index + 1) ? tracks[index + 1].urn.description : nil,
                    cursor: page.after?.description), hasFocus: tracks[index].urn == first?.urn)
        }
        frame.content = """
            \(notice?.html)\(try again(fields))
            \(left == 0 ? Self.nothing : "<p role=\"status\">\(summary(left))</p>")
            \(doubts.isEmpty ? .empty : "<ul class=\"doubts\">\(doubts.map(\.html))</ul>" as HTML)
            \(BrowseMarkup.pageLinks("/library/uncertain", isFirst: page.after == nil, next: next))
            <p><a href="\(ReclassificationPage.path)">Preview the changes that the current rules would make</a></p>
            \(CorrectionPageRoutes.link)
            """
        frame.script = LibraryStyle.doubts
        return frame.response()
    }

    /// Returns the link to the track that was confirmed or corrected last; empty if there is none.
    private func again(_ fields: FormFields) throws(APIError) -> HTML {
        guard let urn = try fields.optional("done").flatMap({ CloudURN($0, of: .track) }) else { return .empty }
        return "<p><a href=\"/library/tracks/\(urn.description)\">Back to the previous track</a></p>"
    }

    private static let nothing = EmptyState(
        .confirm, "No uncertain tracks", "Tracks that are filed with little confidence appear here.",
        action: "<a class=\"button quiet\" href=\"/library/songs\">Show songs</a>"
    ).html

    private func summary(_ left: Int) -> HTML {
        switch left {
        case 1: "1 uncertain track is left."
        default:
            "\(BrowseStore.UncertainCount.words(left)) uncertain tracks are left. The least certain tracks come first."
        }
    }
}

/// The position in the list of uncertain tracks to which a form returns: the next uncertain track on the same page.
struct UncertainListPosition: Sendable, Hashable {
    let at: String?
    let cursor: String?

    init(at: String?, cursor: String?) { (self.at, self.cursor) = (at, cursor) }

    /// Parses the fields of a form. Returns `nil` if the form does not come from the list of uncertain tracks.
    init?(_ form: FormFields) throws(APIError) {
        guard try form.optional("then") == "uncertain" else { return nil }
        at = try form.optional("at").flatMap { CloudURN($0, of: .track)?.description }
        cursor = try form.optional("cursor").flatMap { KeysetPage.Position($0)?.description }
    }

    /// Returns the path to which the browser returns: the list, with a link back to the track that was just confirmed or corrected, and the focus on
    /// the next track.
    func path(after track: LibraryTrack) -> String {
        let query = [
            "done=\(track.urn.description.percentEncoded)", at.map { "at=\($0.percentEncoded)" },
            cursor.map { "cursor=\($0.percentEncoded)" },
        ]
        return "/library/uncertain?" + query.compactMap { $0 }.joined(separator: "&")
    }

    var fields: HTML {
        let (at, cursor) = (
            at.map { "<input type=\"hidden\" name=\"at\" value=\"\($0)\">" as HTML },
            cursor.map { "<input type=\"hidden\" name=\"cursor\" value=\"\($0)\">" as HTML }
        )
        return "<input type=\"hidden\" name=\"then\" value=\"uncertain\">\(at)\(cursor)"
    }
}

/// An uncertain track with forms for confirming or correcting the filing.
struct UncertainRow {
    let track: LibraryTrack
    let uploadersWord: String
    let context: RequestContext
    let back: UncertainListPosition
    let hasFocus: Bool

    var html: HTML {
        let mark = "-\(track.id)"
        return """
            <li><div class="entry">\(track.picture.html)<div>
            <h2><a href="\(track.page)">\(track.title)\(track.version.isEmpty ? "" : " (\(track.version))")</a></h2>
            <p class="filed">by \(track.filed)</p>
            <p class="faint">uploaded as “<span class="from-cloud">\(track.uploadedTitle)</span>” by \
            <span class="from-cloud">\(track.uploaderName)</span> · \(track.length)</p>
            <p class="faint">\(track.confidenceWords)</p></div></div>
            \(track.why.isEmpty ? .empty : "<ul>\(track.why.map { "<li>\($0)</li>" as HTML })</ul>" as HTML)
            <div class="ways"><form method="post" action="\(track.page)/settle">\(context.caller?.csrfField)\(back.fields)
            <button\(hasFocus ? " autofocus" : HTML.empty)><b>Confirm filing</b>\
            <span class="hidden">: \(track.title) by \(track.artistText)</span></button></form>
            \(OtherFiling.all(for: track, uploadersWord: uploadersWord).map(other))</div>
            <details><summary>File differently<span class="hidden"> for \(track.title)</span></summary>
            <form method="post" action="\(track.page)">\(context.caller?.csrfField)\(back.fields)
            \(FilingForm(track).fields(mark))
            <p><button>Save</button></p></form></details></li>

            """
    }

    private func other(_ other: OtherFiling) -> HTML {
        """
        <form method="post" action="\(track.page)">\(context.caller?.csrfField)\(back.fields)
        <input type="hidden" name="artists" value="\(other.artist)"><input type="hidden" name="title" value="\(other.title)">
        <button class="quiet"><b>\(other.title), by \(other.artist)</b> <span class="faint">\(other.kind.words)</span></button></form>
        """
    }
}

extension BrowseStore {
    /// Returns the artists that the uploaders of these tracks have entered, by URN. The text is empty if the uploader has entered no artist. Tracks
    /// that are not stored are omitted.
    func uploadedArtists(_ urns: [CloudURN], of listener: Listener) async throws -> [CloudURN: String] {
        guard !urns.isEmpty else { return [:] }
        let rows = try await database.rows(
            in: listener.tenant,
            """
            select urn, metadata_artist
              from app.cloud_track
             where tenant_id = \(listener.tenant)
               and urn = any (\(urns.map(\.description)))
            """)
        var words: [CloudURN: String] = [:]
        for row in rows { words[try row("urn")] = try row("metadata_artist") }
        return words
    }
}

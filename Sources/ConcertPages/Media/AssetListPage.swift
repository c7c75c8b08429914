import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/assets`: the concerts, each with app assets of its own, because app assets can differ from performance to performance (spec N15).
struct AssetConcertsPage: Sendable {
    let context: RequestContext
    let concerts: [EditedConcert]

    func response() -> Response { ConcertPage("App assets", .assets, context, content: content).response() }

    private var content: HTML {
        guard !concerts.isEmpty else {
            return EmptyState(
                .upload, "No concerts yet",
                "App assets are the splash screen, the help pages and the programme notes of a concert.",
                action: "<a class=\"button\" href=\"/cms/new\">New concert</a>"
            ).html
        }
        let rows = concerts.map { concert -> ListRow in
            let details = concert.details
            var row = ListRow(
                "\(details.title)", ConcertPaths.concert(concert.slug, "/assets"), artwork: Artwork(details.title))
            row.marks = " \(ConcertState.tags(of: concert))"
            row.details = ["\(details.date.map { ConcertDates.day($0) } ?? "No date yet")"]
            return row
        }
        return """
            <p>Each concert has its own splash screen, help pages and programme notes. Choose a concert.</p>
            \(RowList(rows).html)
            """
    }
}

/// The page with the app assets of a concert: the stored file for each name that the app fetches (spec N15).
struct AssetListPage: FormPage, Sendable {
    let context: RequestContext
    let concert: EditedConcert
    let assets: [EditedAsset]
    var notice: ConcertNotice?
    var error: APIError?

    func response() throws -> Response {
        var page = ConcertPage(concert.details.title, .concerts, context, content: try content())
        page.up = Page.Link("/cms", "Concerts")
        page.tabs = .concert(concert.slug, .assets)
        page.style = EmbeddedText.mediaCSS
        page.script = EmbeddedText.pictureUploadJS
        return page.response()
    }

    private func content() throws -> HTML {
        let missing = assets.filter { $0.file == nil }
        let misfits = assets.filter { !$0.hasExpectedSize }
        let wrong: HTML =
            misfits.isEmpty
            ? .empty
            : Notice(
                .warning,
                "<p>These pictures do not have the required size, so the app may distort them: \(SentenceFormat.list(misfits.map(\.name))). Replace each with a picture of its required size.</p>"
            ).html
        let state: HTML =
            missing.isEmpty
            ? "<p>All \(assets.count) app assets are present.</p>"
            : """
            <p>\(assets.count - missing.count) of \(assets.count) app assets are present. Except for the \
            programme notes, the app shows its own picture in place of each missing asset.</p>
            """
        return """
            \(notice?.html)\(error.map {
                HTML.refusal(
                    $0, changed: "Somebody else changed this app asset in the meantime. The list shows the current files.",
                    labels: ["files": "The files"], ids: ["files": "file"])
            })\(state)\(wrong)
            <ul class="pictures assets">\(try assets.map(tile))<li class="generated"><b>glossary.xml</b>\
            <p>Created from the <a href="/cms/glossary">glossary</a>; no upload is needed.</p></li></ul>
            <section aria-labelledby="upload"><h2 id="upload">Upload several app assets</h2>
            <form method="post" action="\(ConcertPaths.concert(concert.slug, "/assets").description)" enctype="multipart/form-data" \
            class="editor upload">\(context.csrf)
            \(FileField(kinds: [.png, .pdf], label: "Files", isMultiple: true).html)
            <p class="hint">Name each file after its app asset. Names that end in 32 are for 3:2 screens, and names that end in 169 \
            are for 16:9 screens.</p><p><button>Upload</button></p></form></section>
            """
    }

    private func tile(_ asset: EditedAsset) throws -> HTML {
        let name = asset.name
        let path = ConcertPaths.concert(concert.slug, "/assets/\(name)")
        let tag = try ContentTag.text(AssetTag(asset), of: context.tenant.id)
        let hidden: HTML = "\(context.csrf)\(HTML.hidden("tag", tag))"
        let wanted =
            asset.expectedSize.map { "Required: PNG, \($0.width) × \($0.height) pixels or a multiple of this size" }
            ?? "Required: PDF"
        let preview: HTML
        if asset.file == nil {
            preview = "<div class=\"missing\">\(Icon.upload.html)<span>Missing</span></div>"
        } else if asset.expectedSize == nil {
            let address = "/api/v1/admin/concerts/\(concert.slug.percentEncoded)/assets/\(name)"
            preview = "<a class=\"missing\" href=\"\(address)\">\(Icon.open.html)<span>Open the PDF</span></a>"
        } else {
            preview = """
                <img src="/api/v1/admin/concerts/\(concert.slug.percentEncoded)/assets/\(name)" alt="" loading="lazy" decoding="async">
                """
        }
        var removal = Confirmation(
            "Remove<span class=\"hidden\"> \(name)</span>",
            "\(name) is removed from the draft. Phones keep the file until the concert is published.",
            path: ConcertPaths.concert(concert.slug, "/assets/\(name)/delete"), fields: hidden)
        removal.button = "Remove"
        removal.id = "remove-\(name)"
        let file = FileField(
            kinds: asset.expectedSize == nil ? [.pdf] : [.png], id: "file-\(name.replacing(".", with: "-"))",
            label: "File<span class=\"hidden\"> for \(name)</span>")
        return """
            <li id="\(name)">\(preview)<b>\(name)</b>\
            <p>\(asset.file.map { "\($0.facts)\(asset.hasExpectedSize ? "" : ". ")" } ?? "")\
            \(asset.file == nil || !asset.hasExpectedSize ? wanted : "")</p>\
            \(asset.hasExpectedSize ? HTML.empty : "<span class=\"tag bad\">Wrong size</span>")\
            <details><summary>\(asset.file == nil ? "Upload" : "Replace or remove")<span class="hidden"> \(name)</span></summary>
            <form method="post" action="\(path.description)" enctype="multipart/form-data" class="upload">\(hidden)\(file.html)
            <p><button class="quiet">\(asset.file == nil ? "Upload" : "Replace")</button></p></form>
            \(asset.file == nil ? HTML.empty : removal.html)</details></li>

            """
    }
}

/// The content from which the entity tag of an app asset is computed.
struct AssetTag: Encodable, Sendable {
    let sha256: String?

    init(_ asset: EditedAsset) { sha256 = asset.file.map { ConcertSnapshot.hexadecimal($0.sha256) } }
}

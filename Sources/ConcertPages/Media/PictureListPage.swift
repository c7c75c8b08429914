import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pictures` with the pictures of the tenant.
struct PictureListPage: Sendable {
    let context: RequestContext
    let pictures: ListPage<EditedImage>
    let isFirst: Bool
    var notice: ConcertNotice?
    /// The name that was typed into a refused form; empty otherwise.
    var typed = ""
    var error: APIError?

    /// The number of pictures on a page.
    static let limit = 48

    func response() -> Response {
        var page = ConcertPage("Pictures", .pictures, context, content: content)
        page.style = EmbeddedText.mediaCSS
        page.script = EmbeddedText.pictureUploadJS
        return page.response()
    }

    private var content: HTML {
        """
        \(notice?.html)\(error.map { HTML.fault($0, labels: ["image": "The picture", "name": "The name"], ids: ["image": "file", "name": "name"]) })
        \(grid)
        <section aria-labelledby="upload"><h2 id="upload">Upload pictures</h2>\(form)</section>
        """
    }

    private var grid: HTML {
        guard !pictures.rows.isEmpty else {
            guard isFirst else {
                return
                    "<p>There are no further pictures.</p><p><a class=\"button quiet\" href=\"/cms/pictures\">First page</a></p>"
            }
            return EmptyState(
                .album, "No pictures yet",
                "Upload a picture below. To show the picture, end a note with “$name.jpg, caption”."
            ).html
        }
        let next = pictures.next.map { last -> HTML in
            let path = ConcertPaths.list(
                "/cms/pictures", [("cursor", ListCursor("picture-list", [last.name]).description)])
            return "<a class=\"button quiet\" href=\"\(path.description)\">More pictures</a>"
        }
        let first: HTML = isFirst ? .empty : "<a class=\"button quiet\" href=\"/cms/pictures\">First page</a>"
        return """
            <ul class="pictures">\(pictures.rows.map(tile))</ul>
            \(isFirst && next == nil ? HTML.empty : "<nav class=\"pages\" aria-label=\"Pages\">\(first)\(next)</nav>")
            """
    }

    private func tile(_ image: EditedImage) -> HTML {
        """
        <li><a href="\(ConcertPaths.picture(image.name).description)">\(PicturePreview(image).html)<b>\(image.name)</b></a>\
        <p>\(image.facts)</p>\(image.isDraft ? "<span class=\"tag soon\">Not published</span>" : HTML.empty)</li>

        """
    }

    private var form: HTML {
        var name = Field("Name", "name", typed)
        name.hint = """
            Use letters without accents, digits, hyphens and underscores, with the ending .jpg, .png or .gif. Leave the name empty to use the name of the \
            file. For several files, always leave the name empty. A name cannot be changed later.
            """
        name.fault = error?.fieldNote("name")
        name.attributes = " maxlength=\"105\" autocapitalize=\"none\" spellcheck=\"false\""
        return """
            <form method="post" action="/cms/pictures" enctype="multipart/form-data" class="editor upload">\(context.csrf)
            \(FileField(kinds: [.jpeg, .png, .gif], label: "Files", fault: error?.fieldNote("image"), isMultiple: true).html)\(name.html)
            <p><button>Upload</button></p></form>
            """
    }
}

/// The field of a form with which a file is chosen, or several files if `isMultiple` is set.
struct FileField: Sendable {
    let kinds: [MediaKind]
    var id = "file"
    var label: HTML = "File"
    var fault: String?
    var isMultiple = false

    var html: HTML {
        let names = SentenceFormat.choice(kinds.map(\.name))
        let size = MediaFile.byteLimit >> 20
        let pixels = PixelSize.areaLimit / 1_000_000
        let total: HTML = isMultiple ? ", at most \(PicturePageRoutes.listBodyLimit >> 20) MiB in total" : .empty
        let note: HTML = fault.map { "<p class=\"fault\" id=\"\(id)-fault\">\($0)</p>" } ?? .empty
        return """
            <div class="field"><label for="\(id)">\(label)</label>\
            <input id="\(id)" name="file" type="file" accept="\(kinds.map(\.rawValue).joined(separator: ","))" required\
            \(isMultiple ? " multiple" : HTML.empty)\(fault == nil ? HTML.empty : " aria-invalid=\"true\"") \
            data-limit="\(MediaFile.byteLimit)" data-pixels="\(PixelSize.areaLimit)" aria-describedby="\(id)-hint">\(note)\
            <p class="hint" id="\(id)-hint">\(names), at most \(size) MiB\(isMultiple ? " each" : HTML.empty)\
            \(kinds.contains(.pdf) ? HTML.empty : " and \(pixels) million pixels")\(total).</p></div>
            """
    }
}

/// The image of a picture, on the page of the picture and in the list of pictures.
struct PicturePreview: Sendable {
    private let name: String

    init(_ image: EditedImage) { name = image.name }

    var html: HTML {
        "<img src=\"/api/v1/admin/images/\(name.percentEncoded)\" alt=\"\" loading=\"lazy\" decoding=\"async\">"
    }
}

extension EditedImage {
    /// The kind, the size in pixels (if known) and the size in bytes, such as "JPEG, 640 × 480 pixels, 38 kB".
    var facts: String {
        [
            MediaKind(rawValue: mediaType)?.name, size.map { "\($0.width) × \($0.height) pixels" },
            byteCount < 1_000_000 ? "\(max(1, byteCount / 1000)) kB" : "\(byteCount / 1_000_000) MB",
        ].compactMap { $0 }.joined(separator: ", ")
    }
}

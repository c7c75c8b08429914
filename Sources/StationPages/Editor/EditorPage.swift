import HTTP
import Radio
import Tenancy
import Web

/// The page of a catalogue item with its form, related items, picture and deletion.
struct EditorPage<Editor: StationEditor>: Sendable {
    let editor: Editor
    let database: TenantDatabase
    /// The stored item; `nil` for a new item.
    let stored: CatalogueItem<Editor.Store.Content>?
    let state: FormState
    let notice: EditorNotice?
    let request: Request
    let context: RequestContext

    func response() async throws -> Response {
        let kept = try stored.map { try FormValue($0.content) }
        let title = stored.map { editor.title($0.content, context) } ?? "New \(Editor.itemName)"
        var page = StationPage(title, Editor.part, context, content: try await content(kept, title))
        page.up = try await editor.up(kept ?? state.value, context)
        page.isWide = stored != nil
        page.style = StationStyle.rules
        page.script = StationScript.editor
        page.status = state.error?.status ?? .ok
        return page.response()
    }

    private var form: FormControls { FormControls(state: state, clock: StationClock(name: context.tenant.timeZone)) }

    private func content(_ kept: FormValue?, _ title: String) async throws -> HTML {
        let controls = try await editor.controls(form, context)
        let path = stored.map { editor.path(of: $0.id) } ?? editor.listPath
        let main: HTML = """
            \(notice?.html(Editor.itemName))\(state.error.map(refusal))\(state.note)
            <form method="post" action="\(path)" class="editor">\(context.caller?.csrfField)
            <input type="hidden" name="tag" value="\(state.tag ?? "")">
            <div class="bar"><button>\(stored == nil ? "Create \(Editor.itemName)" : "Save")</button></div>
            \(controls)
            </form>
            """
        guard let stored, let kept else { return main }
        return """
            <div class="columns"><div>\(main)</div>
            <div>\(try await editor.relatedItems(stored.id, kept, request, context))
            \(Editor.hasArt ? try await picture(kept, of: title, path) : HTML.empty)
            \(try await deletion(stored.id, path))</div></div>
            """
    }

    private func refusal(_ error: APIError) -> HTML {
        if error.status == .preconditionFailed, state.isStored {
            return Notice(
                .bad,
                """
                <p>This \(Editor.itemName) has changed since you opened it. Nothing was saved. The page shows the current version: \
                check it, and try again.</p>
                """
            ).html
        }
        if error.status == .preconditionFailed {
            return Notice(
                .bad,
                """
                <p>This \(Editor.itemName) has changed since you opened it. Your input is still in the form: save again to replace the current \
                version, or <a href="\(stored.map { editor.path(of: $0.id) } ?? editor.listPath)">view the current version</a> first.</p>
                """
            ).html
        }
        guard !state.faults.isEmpty else {
            return Notice(.bad, "<p>Nothing was changed: \(error.detail).</p>").html
        }
        let entries = state.faults.map { fault -> HTML in
            let path = String(fault.field.drop { $0 == "/" })
            let reason = FormControls.reason(fault)
            let words = state.showsSentences ? reason.asSentence : "\(form.label(of: path)) \(reason)"
            return "<li><a href=\"#\(form.id(path))\">\(words)</a></li>"
        }
        return Notice(.bad, "<p>Nothing was changed. Correct these fields:</p><ul>\(entries)</ul>").html
    }

    private func picture(_ kept: FormValue, of title: String, _ path: String) async throws -> HTML {
        let art = try await ArtFinder.art(
            kept["art"]?.keys.first.map(Art.ID.init(rawValue:)), in: context.tenant.id, database)
        let tag = try stored?.tag(of: context.tenant.id) ?? ""
        return """
            <section><h2 id="picture">Picture</h2>
            \(ArtTile(art, of: title).figure)
            <form method="post" action="\(path)/art" enctype="multipart/form-data">\(context.caller?.csrfField)
            <input type="hidden" name="tag" value="\(tag)">
            <label for="art-picture">A PNG, JPEG or WebP file of at most 4 MiB</label>
            <input id="art-picture" name="picture" type="file" accept="image/png,image/jpeg,image/webp"\(form.described("art/picture"))>\
            \(form.fault("art/picture"))
            <label for="art-alt">Description for people who cannot see the picture</label>
            <input id="art-alt" name="alt" value="\(art?.alt ?? "")" maxlength="1000"\(form.described("art/alt"))>\(form.fault("art/alt"))
            <label for="art-credit">Credit</label>
            <input id="art-credit" name="credit" value="\(art?.credit ?? "")" maxlength="1000"\(form.described("art/credit"))>\
            \(form.fault("art/credit"))
            <p><button class="quiet">\(art == nil ? "Set picture" : "Change picture")</button></p>
            </form>
            \(art == nil ? HTML.empty : pictureRemoval(path, tag))
            </section>
            """
    }

    private func pictureRemoval(_ path: String, _ tag: String) -> HTML {
        var question = Confirmation(
            "Remove picture",
            """
            Apps show the default picture instead. The picture is deleted with its description and credit, unless another item uses \
            the picture. This cannot be undone.
            """,
            path: LocalPath(path + "/art/removal") ?? "/station", fields: hidden(tag))
        question.id = "consequence-picture"
        return question.html
    }

    private func deletion(_ key: Int64, _ path: String) async throws -> HTML {
        let losses = try await editor.losses(key, in: context.tenant.id)
        var question = Confirmation(
            "Delete this \(Editor.itemName)",
            "\(losses.isEmpty ? "No other item of the station is deleted." : losses.joined(separator: " "))",
            path: LocalPath(path + "/delete") ?? "/station",
            fields: hidden(try stored?.tag(of: context.tenant.id) ?? ""))
        question.id = "consequence-delete"
        question.button = "Delete permanently"
        question.isOpen = state.error?.status == .conflict && state.faults.isEmpty
        return "<section><h2>Delete</h2>\(question.html)</section>"
    }

    private func hidden(_ tag: String) -> HTML {
        "\(context.caller?.csrfField)<input type=\"hidden\" name=\"tag\" value=\"\(tag)\">"
    }
}

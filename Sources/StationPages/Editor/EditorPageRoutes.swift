import HTTP
import Radio
import Tenancy
import Web

/// The routes of the editor pages for one kind of catalogue item. The pages use the same drafts and stores as the API (`CatalogueEndpoints`).
struct EditorPageRoutes<Editor: StationEditor>: Sendable {
    let database: TenantDatabase
    /// Returns the editor for a request, whose path may contain a parent item.
    let editor: @Sendable (Request) throws -> Editor

    /// The maximum size of a form in bytes, enough for a percent-encoded channel with a hundred bearers.
    static var bodyLimit: Int { 3 * CatalogueEndpoints<Editor.Store>.bodyLimit }

    /// Returns the routes of the pages and their forms. `name` is the kind in operation names, such as "Channel" in `getNewChannelPage`.
    func routes(_ name: String, listPath: String, item: String) -> [Route] {
        let (view, edit) = (Route.Access.permission(.viewStation), Route.Access.catalogue)
        func post(
            _ operation: String, _ path: String, limit: Int = 16 * 1024, _ endpoint: @escaping Route.Endpoint
        ) -> Route {
            Route(operation, .post, path, access: edit, errors: .page, bodyLimit: limit, endpoint: endpoint)
        }
        let pictures = [
            post("post\(name)Art", item + "/art", limit: PictureUpdate<Editor.Store>.bodyLimit, setArt),
            post("post\(name)ArtRemoval", item + "/art/removal", removeArt),
        ]
        return [
            Route("getNew\(name)Page", .get, listPath + "/new", access: edit, errors: .page, endpoint: blank),
            post("postNew\(name)", listPath, limit: Self.bodyLimit, create),
            Route("get\(name)Editor", .get, item, access: view, errors: .page, endpoint: show),
            post("post\(name)", item, limit: Self.bodyLimit, save),
            post("post\(name)Delete", item + "/delete", remove),
        ] + (Editor.hasArt ? pictures : [])
    }

    func blank(_ request: Request, _ context: RequestContext) async throws -> Response {
        let editor = try editor(request)
        return try await page(editor, nil, FormState(try await editor.blank(context)), request, context)
    }

    func create(_ request: Request, _ context: RequestContext) async throws -> Response {
        let editor = try editor(request)
        _ = try await editor.blank(context)
        let (state, answer) = try await typed(editor, nil, request, context)
        if let answer { return answer }
        do {
            let item = try await editor.store.add(
                try state.content(as: Editor.Store.Content.self), in: context.tenant.id, context)
            return .seeOther(editor.path(of: item.id), EditorNotice.made)
        } catch let error as APIError where error.isCorrectable {
            return try await page(editor, nil, state.refused(error, fields: Editor.conflicts), request, context)
        }
    }

    func show(_ request: Request, _ context: RequestContext) async throws -> Response {
        let editor = try editor(request)
        let item = try await item(editor, request, context)
        let state = FormState(try FormValue(item.content), tag: try item.tag(of: context.tenant.id))
        return try await page(editor, item, state, request, context)
    }

    func save(_ request: Request, _ context: RequestContext) async throws -> Response {
        let editor = try editor(request)
        let stored = try await item(editor, request, context)
        let (typed, answer) = try await typed(editor, stored, request, context)
        if let answer { return answer }
        do {
            _ = try await editor.store.replace(
                stored.id, by: try typed.content(as: Editor.Store.Content.self), ifMatch: IfMatch(typed.tag ?? ""),
                in: context.tenant.id, context)
            return .seeOther(editor.path(of: stored.id), EditorNotice.saved)
        } catch let error as APIError where error.isCorrectable {
            var state = typed.refused(error, fields: Editor.conflicts)
            // The form keeps the typed values but needs the current entity tag.
            if error.status == .preconditionFailed { state.tag = try stored.tag(of: context.tenant.id) }
            return try await page(editor, stored, state, request, context)
        }
    }

    func remove(_ request: Request, _ context: RequestContext) async throws -> Response {
        let editor = try editor(request)
        let stored = try await item(editor, request, context)
        let up = try await editor.up(try FormValue(stored.content), context)
        do {
            let tag = try request.form().optional("tag")
            try await editor.store.remove(stored.id, ifMatch: IfMatch(tag ?? ""), in: context.tenant.id, context)
            return .seeOther(up.path.description, EditorNotice.deleted)
        } catch let error as APIError where error.isCorrectable {
            var state = FormState(try FormValue(stored.content), tag: try stored.tag(of: context.tenant.id))
            (state.error, state.isStored) = (error, true)
            return try await page(editor, stored, state, request, context)
        }
    }

    func setArt(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try PictureForm(try request.multipartForm())
        return try await changeArt(form.tag, request, context, .pictureSet) { update, stored in
            try await update.set(form, of: stored.id, art: try FormValue(stored.content)["art"]?.keys.first, context)
        }
    }

    func removeArt(_ request: Request, _ context: RequestContext) async throws -> Response {
        let tag = try request.form().optional("tag")
        return try await changeArt(tag, request, context, .pictureRemoved) { update, stored in
            try await update.remove(of: stored.id, art: try FormValue(stored.content)["art"]?.keys.first, context)
        }
    }

    private func changeArt(
        _ tag: String?, _ request: Request, _ context: RequestContext, _ notice: EditorNotice,
        _ body: (PictureUpdate<Editor.Store>, CatalogueItem<Editor.Store.Content>) async throws -> Void
    ) async throws -> Response {
        let editor = try editor(request)
        let stored = try await item(editor, request, context)
        do {
            try await body(PictureUpdate(store: editor.store, tag: tag ?? ""), stored)
            return .seeOther(editor.path(of: stored.id), notice)
        } catch let error as APIError where error.isCorrectable {
            var state = FormState(try FormValue(stored.content), tag: try stored.tag(of: context.tenant.id))
            (state.error, state.isStored) = (error, true)
            state.faults = error.faults.map {
                .init(field: "/art" + ($0.field.isEmpty ? "/picture" : $0.field), reason: $0.reason)
            }
            return try await page(editor, stored, state, request, context)
        }
    }

    /// Returns the typed values, and the page to show if the pressed button searches or adds a TV-Anytime term to the genres of the station; `nil`
    /// instead of the page if the form is to be saved.
    private func typed(
        _ editor: Editor, _ stored: CatalogueItem<Editor.Store.Content>?, _ request: Request, _ context: RequestContext
    ) async throws -> (FormState, Response?) {
        let fields = try request.form()
        var state = try FormState(fields, Editor.shape, clock: StationClock(name: context.tenant.timeZone))
        // The picture has a separate form.
        if Editor.hasArt, let stored { state.value = state.value.with("art", try FormValue(stored.content)["art"]) }
        if let code = try fields.optional("take") {
            state.search = nil
            state = try await GenreChoices(database: database).take(code, state, context)
            return (state, try await page(editor, stored, state, request, context))
        }
        guard state.search != nil else { return (state, nil) }
        return (state, try await page(editor, stored, state, request, context))
    }

    private func item(
        _ editor: Editor, _ request: Request, _ context: RequestContext
    ) async throws -> CatalogueItem<Editor.Store.Content> {
        guard let item = try await editor.store.item(try request.key(of: Editor.Store.kind), in: context.tenant.id)
        else {
            throw APIError.unknown(Editor.Store.kind)
        }
        return item
    }

    private func page(
        _ editor: Editor, _ stored: CatalogueItem<Editor.Store.Content>?, _ state: FormState, _ request: Request,
        _ context: RequestContext
    ) async throws -> Response {
        try await EditorPage(
            editor: editor, database: database, stored: stored, state: state,
            notice: request.method == .get ? try EditorNotice(request) : nil, request: request, context: context
        ).response()
    }
}

import ConcertNotes
import Postgres
import Tenancy
import Web

/// The store of drafts. Each change is one transaction with its audit event, which names the account of the request. Without an account, a change
/// throws `APIError` 401.
///
/// Methods throw `APIError` 404 for an unknown concert or piece, unless they return `nil` for it. Closures passed to them get the current content
/// within the transaction, and throw to refuse the change. A parameter `action` is the name of the action in the audit log. See `DraftTransaction`
/// for the locks.
public struct DraftStore: Sendable {
    let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns a page of the tenant's concerts, published or not, in the order of their short names. The page begins after the short name `last`, or
    /// with the first concert if `last` is empty.
    public func concerts(
        after last: String = "", limit: Int, in tenant: TenantID
    ) async throws -> ListPage<EditedConcert> {
        let slugs = try await database.rows(
            in: tenant,
            """
            select s.slug
              from (select slug from app.concert where tenant_id = \(tenant)
                     union
                    select slug from app.concert_draft where tenant_id = \(tenant)) s
             where s.slug collate "C" > \(last)
             order by s.slug collate "C"
             limit \(limit + 1)
            """
        ).map { try $0("slug", as: String.self) }
        let rows = try await database.rows(in: tenant, DraftTransaction.states(slugs: slugs, in: tenant))
        let concerts = try rows.map(EditedConcert.init(row:)).sorted {
            $0.slug.utf8.lexicographicallyPrecedes($1.slug.utf8)
        }
        return ListPage(concerts, limit: limit)
    }

    /// Returns a concert, or `nil` if the tenant has no concert with this short name.
    public func concert(_ slug: String, in tenant: TenantID) async throws -> EditedConcert? {
        try await database.rows(in: tenant, DraftTransaction.states(slugs: [slug], in: tenant)).first
            .map(EditedConcert.init(row:))
    }

    /// Creates a concert with an empty draft, once for each key: a repeated request gets the concert of the first. Without a key, each call creates
    /// one. Throws `APIError` 409 if another concert has the short name, and 422 if the key was used for another request.
    public func create(
        _ slug: String, _ details: EditedConcert.Details, key: EditKey? = nil, in tenant: TenantID,
        _ context: RequestContext
    ) async throws -> EditedConcert {
        let login = try context.actor.name
        let event = try context.audit("concert.create", subject: slug)
        return try await run(in: tenant) { draft in
            let created = try await draft.once(key) {
                let rows = try await draft.transaction.rows(
                    """
                    insert into app.concert_draft (tenant_id, slug, title, held_on, venue, is_changed, updated_by)
                    select \(tenant), \(slug), \(details.title), \(details.date)::text::date, \(details.venue), true, \(login)
                     where not exists (select from app.concert c where c.tenant_id = \(tenant) and c.slug = \(slug))
                        on conflict on constraint concert_draft_slug_key do nothing
                    returning slug
                    """)
                guard !rows.isEmpty else { throw APIError.concertExists }
                _ = try await draft.transaction.rows(event.insertion(in: tenant))
                return slug
            }
            guard let concert = try await draft.state(created) else { throw APIError.noSuchConcert }
            return concert
        }
    }

    /// Changes the details of a concert, and returns the concert afterwards. `change` gets the concert, and its details to change. Writes nothing if
    /// the details stay the same.
    public func change(
        _ slug: String, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (EditedConcert, inout EditedConcert.Details) throws -> Void
    ) async throws -> EditedConcert {
        let login = try context.actor.name
        let event = try context.audit("concert.change", subject: slug)
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            var details = concert.details
            try change(concert, &details)
            guard details != concert.details else { return concert }
            try await draft.write(details, to: held)
            try await draft.touch(held, by: login)
            _ = try await draft.transaction.rows(event.insertion(in: tenant))
            guard let changed = try await draft.state(slug) else { throw APIError.noSuchConcert }
            return changed
        }
    }

    /// Deletes a concert with its draft, its published content and its history, after `check` accepts the concert. Throws `APIError` 409 for a
    /// concert on the air.
    public func delete(
        _ slug: String, in tenant: TenantID, _ context: RequestContext,
        _ check: @Sendable (EditedConcert) throws -> Void = { _ in }
    ) async throws {
        let event = try context.audit("concert.delete", subject: slug)
        try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            try check(concert)
            guard !concert.isOnAir else { throw APIError.deletionOnAir }
            let removals: [SQL] = [
                ConcertWriter.lock(of: tenant),
                "delete from app.concert_draft where tenant_id = \(tenant) and slug = \(slug)",
                "delete from app.concert where tenant_id = \(tenant) and slug = \(slug)",
            ]
            let notification: SQL = """
                select pg_notify('tutti', concat_ws(',', \(tenant.rawValue)::integer, 'content', 0))
                """
            _ = try await draft.transaction.batch(
                removals + MediaWriter.sweeps(in: tenant) + [event.insertion(in: tenant), notification])
        }
    }

    // MARK: Pieces

    /// Returns the draft of a concert with its pieces. Opens the draft of a published concert that has none, and brings an unchanged draft up to the
    /// published revision.
    public func programme(
        of slug: String, in tenant: TenantID
    ) async throws -> (concert: EditedConcert, pieces: [PieceDraft]) {
        try await run(in: tenant) { draft in
            var concert = try await draft.state(slug)
            if concert?.draft == nil || concert?.isStale == true { concert = try await draft.locked(slug) }
            guard let concert, let held = concert.draft else { throw APIError.noSuchConcert }
            return (concert, try await draft.pieces(of: held))
        }
    }

    /// Returns a piece of a draft, after bringing an unchanged draft up to the published revision.
    public func piece(_ id: PieceDraft.ID, in tenant: TenantID) async throws -> PieceDraft {
        try await run(in: tenant) { draft in
            let piece = try await draft.piece(id)
            guard try await draft.state(piece.concert)?.isStale == true else { return piece }
            _ = try await draft.locked(piece.concert)
            return try await draft.piece(id)
        }
    }

    /// Changes the programme of a concert, and returns the result of `change` with the pieces afterwards. `change` can add, remove, rename and order
    /// pieces. Writes nothing if it does none of these. `action` is the name of the action in the audit log, such as "piece.order".
    public func changeProgramme<Result: Sendable>(
        of slug: String, action: String, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (inout ProgrammeEdit) async throws -> Result
    ) async throws -> (result: Result, pieces: [PieceDraft]) {
        let login = try context.actor.name
        let event = try context.audit(action, subject: slug)
        return try await run(in: tenant) { draft in
            let concert = try await draft.locked(slug)
            guard let held = concert.draft else { throw APIError.noSuchConcert }
            var edit = ProgrammeEdit(pieces: try await draft.pieces(of: held), draft: draft, held: held)
            let result = try await change(&edit)
            if edit.isChanged {
                try await draft.order(edit.order, of: held)
                try await draft.touch(held, by: login)
                _ = try await draft.transaction.rows(event.insertion(in: tenant))
            }
            return (result, try await draft.pieces(of: held))
        }
    }

    /// Returns the short name of the concert of a piece.
    public func concert(of piece: PieceDraft.ID, in tenant: TenantID) async throws -> String {
        try await self.piece(piece, in: tenant).concert
    }

    /// Changes a piece, and returns the result of `change` with the piece afterwards. Writes nothing if the piece stays the same.
    ///
    /// - Parameter action: The name of the action in the audit log, such as "annotation.create".
    public func change<Result: Sendable>(
        _ id: PieceDraft.ID, action: String, in tenant: TenantID, _ context: RequestContext,
        _ change: @Sendable (inout PieceDraft) throws -> Result
    ) async throws -> (result: Result, piece: PieceDraft) {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            try await Self.change(id, action: action, draft, login, context, change)
        }
    }

    /// Adds an entry to a piece, once for each key, or at each call without a key, and returns the identifier of the entry with the piece afterwards.
    /// `add` adds the entry and returns its identifier. `action` is the name of the action in the audit log. Throws `APIError` 422 if the key was
    /// used for another request.
    public func add(
        to id: PieceDraft.ID, action: String, key: EditKey?, in tenant: TenantID, _ context: RequestContext,
        _ add: @Sendable (inout PieceDraft) throws -> String
    ) async throws -> (id: String, piece: PieceDraft) {
        let login = try context.actor.name
        return try await run(in: tenant) { draft in
            _ = try await draft.locked(concertOf: id)
            let added = try await draft.once(key) {
                try await Self.change(id, action: action, draft, login, context, add).result
            }
            return (added, try await draft.piece(id))
        }
    }

    /// Changes a piece within a transaction, like `change(_:action:in:_:_:)`. `login` is the login of the account that changes the piece.
    static func change<Result: Sendable>(
        _ id: PieceDraft.ID, action: String, _ draft: DraftTransaction, _ login: String, _ context: RequestContext,
        _ change: @Sendable (inout PieceDraft) throws -> Result
    ) async throws -> (result: Result, piece: PieceDraft) {
        let concert = try await draft.locked(concertOf: id)
        guard let held = concert.draft else { throw APIError.noSuchPiece }
        let old = try await draft.piece(id)
        var piece = old
        let result = try change(&piece)
        guard piece != old else { return (result, old) }
        try await draft.write(piece)
        try await draft.touch(held, by: login)
        let event = try context.audit(
            action, subject: concert.slug, detail: ["piece": String(piece.name.description.prefix(200))])
        _ = try await draft.transaction.rows(event.insertion(in: draft.tenant))
        return (result, try await draft.piece(id))
    }

    /// Runs `body` in one transaction.
    func run<Result: Sendable>(
        in tenant: TenantID, _ body: (DraftTransaction) async throws -> Result
    ) async throws -> Result {
        try await database.transaction(in: tenant) { transaction in
            try await body(DraftTransaction(tenant: tenant, transaction: transaction))
        }
    }
}

extension EditedConcert {
    /// Whether the draft is unchanged and based on another revision than the published one.
    var isStale: Bool { draft?.isChanged == false && isOutdated }
}

/// A change of the programme of a draft: its pieces and their order.
public struct ProgrammeEdit: Sendable {
    /// The pieces before the change, in order.
    public let pieces: [PieceDraft]
    let draft: DraftTransaction
    let held: EditedConcert.Draft
    fileprivate(set) var order: [PieceDraft.ID]
    fileprivate(set) var isChanged = false

    /// The largest number of pieces of a concert.
    static let limit = 200

    init(pieces: [PieceDraft], draft: DraftTransaction, held: EditedConcert.Draft) {
        self.pieces = pieces
        self.draft = draft
        self.held = held
        order = pieces.map(\.id)
    }

    /// Adds a piece at the end, once for each key, or at each call without a key, and returns its identifier. Throws `APIError` 422 for an invalid
    /// heading, if the concert already has `limit` pieces, or if the key was used for another request.
    public mutating func add(_ heading: PieceDraft.Heading, key: EditKey?) async throws -> PieceDraft.ID {
        let (pieces, draft, held) = (pieces, draft, held)
        let text = try await draft.once(key) {
            guard pieces.count < Self.limit else {
                throw APIError(
                    .unprocessableContent, code: .invalid,
                    "a concert can have at most \(Self.limit) pieces; delete a piece first")
            }
            try APIError.check(heading.faults(among: pieces.map(\.name)))
            return try await draft.add(heading, PieceContent(), at: pieces.count + 1, to: held).description
        }
        guard let id = PieceDraft.ID(text) else { throw APIError.noSuchPiece }
        guard !order.contains(id) else { return id }
        order.append(id)
        isChanged = true
        return id
    }

    /// Removes a piece. Throws `APIError` 404 if the concert does not have the piece.
    public mutating func remove(_ id: PieceDraft.ID) async throws {
        guard let index = order.firstIndex(of: id) else { throw APIError.noSuchPiece }
        try await draft.remove([id], from: held)
        order.remove(at: index)
        isChanged = true
    }

    /// Orders the pieces. Throws `APIError` 422 unless each piece is listed once.
    public mutating func arrange(_ ids: [PieceDraft.ID]) throws(APIError) {
        guard ids.count == order.count, Set(ids) == Set(order) else {
            let known = Set(ids).intersection(order).count
            throw .invalid(
                [
                    APIError.Fault(
                        field: "/pieces",
                        reason: "must contain the ID of each of the \(order.count) pieces exactly once, "
                            + "found \(SentenceFormat.count(ids.count, "ID")) for \(known) of the pieces",
                        suggestion: order.map(\.description).joined(separator: ", "))
                ])
        }
        isChanged = isChanged || ids != order
        order = ids
    }

    /// Replaces the heading of a piece. Throws `APIError` 422 for an invalid heading.
    public mutating func rename(_ piece: PieceDraft, _ heading: PieceDraft.Heading) async throws {
        guard heading != piece.heading else { return }
        try APIError.check(heading.faults(among: pieces.filter { $0.id != piece.id }.map(\.name)))
        var piece = piece
        piece.heading = heading
        try await draft.write(piece)
        isChanged = true
    }
}

extension PieceDraft.Heading {
    /// Returns a fault for each rule that the heading breaks (spec N2, D7), given the names of the other pieces of the concert. The names are
    /// compared only if the heading breaks no other rule.
    public func faults(among others: [PieceName]) -> [APIError.Fault] {
        var faults = name.faults.map { APIError.Fault($0) }
        if recording.holdsControlCharacters {
            faults.append(
                APIError.Fault(
                    "/recording", ContentProblem("the text contains a control character", fix: "retype the text")))
        }
        guard faults.isEmpty else { return faults }
        if let problem = name.duplicate(among: others) { faults.append(APIError.Fault("/movement", problem)) }
        if let problem = name.work.misspelling(among: others.map(\.work)) {
            faults.append(APIError.Fault("/work", problem))
        }
        return faults
    }
}

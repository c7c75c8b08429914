import HTTP
import Postgres
import Tenancy
import Web

/// The common part of the forms of the operator page: performing a change and showing its result.
extension OperatorRoutes {
    /// Returns whether the page's script sent the request. The script gets the regions of the page instead of a redirect. The field `Tutti-Regions`
    /// has the identifier of the script's page, which the list of other operators omits.
    static func isScript(_ request: Request) -> Bool { request.fields["Tutti-Regions"] != nil }

    /// Performs the change of a form. Responds with the regions of the page for the script, otherwise with a redirect; after an `APIError`, with the
    /// page, the error and its status; while the database is down, with the last position in memory and 503. Throws other errors of the database,
    /// and `PostgresError` if no position is in memory, as off the air. Moves made before an error remain made.
    ///
    /// - Parameters:
    ///   - carried: The notice after success; `nil` for none. The script gets no notice after a move.
    ///   - draft: The fields of a message to show again after a refusal, or while the database is down.
    ///   - change: Makes the change. It receives the fields of the form, and the outcome, in which it notes each move.
    func perform(
        _ request: Request, _ context: RequestContext, then carried: OperatorNotice.RedirectNotice? = nil,
        keeping draft: OperatorPageContext.Draft = .init(),
        _ change: (FormFields, inout OperatorOutcome) async throws -> Void
    ) async throws -> Response {
        var outcome = OperatorOutcome()
        do {
            try await change(try request.form(), &outcome)
        } catch let error as APIError {
            outcome.refusal = error.code.rawValue
            let isStill = outcome.made == 0 && [nil, .moved, .undone].contains(carried)
            return try await show(
                nil, request, context, status: error.status, draft: draft, outcome: outcome,
                refusal: { OperatorNotice(error, leavingPosition: isStill, in: $0) })
        } catch let error as PostgresError where error.isOutage {
            guard var page = await remembered(request, context, draft) else { throw error }
            page.notice = .outage
            return response(page, request, context, status: .serviceUnavailable)
        }
        await hub.caughtUp(in: context.tenant.id)
        if Self.isScript(request) {
            // The new position shows the move, and a notice would hide an earlier refusal.
            let notice = carried == .moved ? nil : carried.map(OperatorNotice.init)
            return try await show(notice, request, context, outcome: outcome)
        }
        return carried.map { .seeOther("/operator", $0) } ?? .seeOther("/operator")
    }

    /// Returns the page with the current state; for the script, only its regions. While the database is down, returns the page with the last position
    /// in memory, status 503 and, if there is no other notice, the notice of the outage. Throws other errors of the database, and `PostgresError` if
    /// no position is in memory, as off the air.
    ///
    /// - Parameters:
    ///   - outcome: The result of a form; `nil` if the page does not answer a form.
    ///   - refusal: Returns the notice in place of `notice`, computed from the page; `nil` if no form was refused.
    func show(
        _ notice: OperatorNotice?, _ request: Request, _ context: RequestContext, status: Status = .ok,
        draft: OperatorPageContext.Draft = .init(), outcome: OperatorOutcome? = nil,
        refusal: ((OperatorPageContext) -> OperatorNotice)? = nil
    ) async throws -> Response {
        do {
            var page = OperatorPageContext(now: .now, caller: context.caller)
            let tenant = context.tenant.id
            // The queries share one pipeline, so that an answer to a press takes few round trips.
            async let sources = store.sources(in: tenant)
            async let elapsed = store.elapsed(in: tenant)
            async let delays = delays(in: tenant)
            async let emitter = EmitterStatusStore(database: store.database).status(in: tenant)
            page.situation = try await store.situation(in: tenant)
            let (leading, passed, measured) = try await (sources, elapsed, delays)
            if let position = page.situation?.position {
                page.lastMove = try await store.lastMove(at: position.revision, in: tenant)
                (page.sources, page.elapsedMs, page.delays) = (leading, passed, measured)
                page.find = request.method == .get ? try request.queryFields().optional("find") ?? "" : ""
            } else {
                page.concerts = try await concerts.concerts(in: context.tenant.id)
            }
            page.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
            page.messages = try await hub.topic(of: context.tenant.id).messages(at: page.now)
            page.followers = hub.followers(in: context.tenant.id)
            page.emitter = try await emitter
            (page.notice, page.draft, page.outcome) = (notice, draft, outcome)
            if let refusal { page.notice = refusal(page) }
            return response(page, request, context, status: status)
        } catch let error as PostgresError where error.isOutage {
            guard var page = await remembered(request, context, draft) else { throw error }
            page.notice = refusal?(page) ?? notice ?? .remembered
            return response(page, request, context, status: .serviceUnavailable)
        }
    }

    /// Returns the reported delays of the concert that is or was last on the air.
    func delays(in tenant: TenantID) async throws(PostgresError) -> [LiveReport.Delay] {
        try await LiveMeasurementStore(database: store.database).delays(in: tenant)
    }

    private func remembered(
        _ request: Request, _ context: RequestContext, _ draft: OperatorPageContext.Draft
    ) async -> OperatorPageContext? {
        var page = OperatorPageContext(now: .now, caller: context.caller)
        guard let topic = try? await hub.topic(of: context.tenant.id),
            let situation = store.rememberedSituation(topic.feed.snapshot, in: context.tenant.id)
        else { return nil }
        page.situation = situation
        page.messages = topic.messages(at: page.now)
        page.followers = hub.followers(in: context.tenant.id)
        page.others = hub.operators(in: context.tenant.id, except: request.fields["Tutti-Regions"])
        page.draft = draft
        return page
    }

    private func response(
        _ page: OperatorPageContext, _ request: Request, _ context: RequestContext, status: Status
    ) -> Response {
        let page = OperatorPage(page: page, context: context, status: status)
        return Self.isScript(request) ? page.fragment() : page.response()
    }

    /// Returns the attribution of a form: the caller, the idempotency key and the age of the press. Throws `APIError` 422 for an invalid or missing
    /// key, or an invalid age.
    func attribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        var attribution = LiveAttribution(
            userID: context.caller?.userID, login: context.caller?.login, idempotencyKey: try Self.key(form))
        attribution.delayMs = try Self.age(form)
        return attribution
    }

    /// Returns the attribution of a move to a named position or state. The script sends the revision of the page as `expected`, because it repeats
    /// unanswered requests, and a late repeat must not undo a colleague's move. A form sent without JavaScript is sent once and applies at any
    /// revision. Throws `APIError` 422 for an invalid field.
    func moveAttribution(_ form: FormFields, _ context: RequestContext) throws(APIError) -> LiveAttribution {
        var attribution = try attribution(form, context)
        if let text = try form.optional("expected") {
            guard let revision = Int64(digits: text) else {
                throw .invalid(
                    "expected", "must be the revision that the page showed, in digits, found \"\(text.prefix(100))\"")
            }
            attribution.unmovedByPeopleSince = revision
        }
        return attribution
    }

    /// Returns the time from the press to the request in milliseconds; `nil` without `age`. Throws `APIError` 422 for an invalid age or an age above
    /// one day.
    static func age(_ form: FormFields) throws(APIError) -> Int64? {
        guard let text = try form.optional("age") else { return nil }
        guard let age = Int64(digits: text), age <= 86_400_000 else {
            throw .invalid(
                "age",
                "must be the time since the press in milliseconds, from 0 to 86400000, found \"\(text.prefix(100))\"")
        }
        return age
    }

    /// Returns the idempotency key of the form. Throws `APIError` 422 for an invalid or missing key.
    static func key(_ form: FormFields) throws(APIError) -> String {
        let key = try form("key")
        guard isKey(key) else {
            throw .invalid(
                "key", "must be 1 to 200 visible ASCII characters without spaces, found \"\(key.prefix(100))\"")
        }
        return key
    }

    /// Returns whether a text is a valid idempotency key: 1 to 200 visible ASCII characters.
    static func isKey(_ text: some StringProtocol) -> Bool {
        (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
}

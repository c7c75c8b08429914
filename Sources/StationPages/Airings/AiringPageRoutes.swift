import HTTP
import Radio
import ScheduleCore
import Tenancy
import Web

/// The routes of the pages and forms of broadcasts. A saved form redirects; a refused one is shown again with the reason.
public struct AiringPageRoutes: Sendable {
    private let airings: AiringStore
    private let overruns: OverrunStore
    private let rules: ScheduleRuleStore
    private let store: WeekStore
    private let now: @Sendable () -> Instant

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        let materialiser = ScheduleMaterialiser(database: database, now: now)
        airings = AiringStore(database: database, materialiser: materialiser)
        overruns = OverrunStore(database: database, airings: airings)
        rules = ScheduleRuleStore(database: database, materialiser: materialiser)
        store = WeekStore(database: database, airings: airings)
        self.now = now
    }

    public var routes: [Route] {
        let (all, one) = ("/station/channels/{channel}/airings", "/station/airings/{airing}")
        let (view, edit) = (
            RouteGroup(access: .permission(.viewStation), errors: .page, bodyLimit: 1 << 20),
            RouteGroup(access: .permission(.editSchedule), errors: .page, bodyLimit: 1 << 20)
        )
        return [
            edit("getNewAiringPage", .get, all + "/new", getNewAiringPage),
            edit("postNewAiring", .post, all, postNewAiring),
            view("getAiringPage", .get, one, getAiringPage),
            edit("postAiring", .post, one, postAiring),
            edit("postAiringActualTimes", .post, one + "/actual-times", postAiringActualTimes),
            edit("postAiringCancel", .post, one + "/cancel", postAiringCancel),
            edit("postAiringRestore", .post, one + "/restore", postAiringRestore),
        ]
    }

    // MARK: - New broadcasts

    /// Answers `getNewAiringPage`: the form for a new broadcast, filled in from the query: the start and end, or only the day (by default today), and
    /// the show. The length is 60 minutes unless the query has an end later than the start.
    func getNewAiringPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let channel = try await store.channel(of: request, context)
        var form = AiringForm()
        var at = now().milliseconds
        form.minutes = "60"
        if let text = try query.optional("start") {
            guard let start = Instant(rfc3339: text) else {
                throw APIError.invalid(
                    "start",
                    "must be an RFC 3339 date-time, such as 2026-03-29T01:00:00Z, found \"\(text.prefix(100))\"")
            }
            at = start.milliseconds
            if let end = try query.optional("end").flatMap(Instant.init(rfc3339:)), start < end {
                form.minutes = TimeTexts.minutes(end.milliseconds - at)
            }
        } else if let date = try query.date("date") {
            at = try channel.clock(round: Int64(date.daysSince1970) * 86_400_000).period(of: date).lowerBound
        }
        let clock = try channel.clock(round: at)
        form.startDate = clock.date(at: at).description
        form.startTime = try query.optional("start") == nil ? "" : clock.time(at: at).description
        form.isSecond = clock.isSecond(at)
        form.show = try query.optional("show") ?? ""
        return try await new(form, channel, clock, context, above: nil)
    }

    /// Answers `postNewAiring`: adds a single broadcast to the channel and redirects to its page, or shows the form with the errors.
    func postNewAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.form()
        let channel = try await store.channel(of: request, context)
        let form = try AiringForm().reading(fields)
        let about = WallDate(form.startDate).map { Int64($0.daysSince1970) * 86_400_000 } ?? now().milliseconds
        let clock = try channel.clock(round: about)
        do {
            let made = try await airings.add(
                form.newAiring(clock), on: channel.id, in: context.tenant.id, context)
            return .seeOther("/station/airings/\(made.id)", ScheduleNotice.made)
        } catch let refusal as APIError where refusal.isCorrectable {
            let error = refusal.inLocalTime(clock)
            let fault = try await ScheduleFaultNotice(store: store).html(error, clock, in: context.tenant.id)
            return try await new(form, channel, clock, context, above: fault, error: error)
        }
    }

    private func new(
        _ form: AiringForm, _ channel: WeekStore.Channel, _ clock: WeekClock, _ context: RequestContext, above: HTML?,
        error: APIError? = nil
    ) async throws -> Response {
        let shows = try await store.shows(for: channel.id, in: context.tenant)
        return NewAiringPage(
            context: context, channel: channel, clock: clock, form: form, shows: shows, above: above, error: error
        ).response()
    }

    // MARK: - Existing broadcasts

    /// Answers `getAiringPage`: the broadcast, with its forms if the account may edit the schedule; 404 for an unknown broadcast.
    func getAiringPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try ScheduleNotice(request)
        let pageContext = try await pageContext(request, context)
        return AiringPage(
            context: context, pageContext: pageContext, form: AiringForm(pageContext.airing, pageContext.clock),
            above: notice?.html
        ).response()
    }

    /// Answers `postAiring`: changes the broadcast or, with the scope `rule`, also all later broadcasts of its rule, and redirects to the page of the
    /// broadcast, or shows the page with the errors. The body is the complete form, or the fields that the week page sends after a move. A complete
    /// form with the scope `rule` and without the field `confirmed` changes nothing, but shows the page with a confirmation.
    func postAiring(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        let shown = AiringForm(pageContext.airing, pageContext.clock)
        let form = try shown.reading(fields)
        return try await showingFaults(request, context, form) {
            let ifMatch = try Self.ifMatch(fields, context)
            switch form.scope {
            case .one:
                _ = try await airings.change(pageContext.airing.id, ifMatch: ifMatch, in: context.tenant.id, context) {
                    try form.change(of: $0, as: shown, pageContext.clock)
                }
            case .rule:
                if try fields.optional("whole") != nil, try fields.optional("confirmed") == nil {
                    return try question(form, shown, pageContext, context)
                }
                try await changeThisAndFuture(form, shown, pageContext, ifMatch, context)
            }
            return .seeOther(pageContext.path, form.scope == .rule ? ScheduleNotice.savedLater : .saved)
        }
    }

    private func question(
        _ form: AiringForm, _ shown: AiringForm, _ pageContext: AiringPageContext, _ context: RequestContext
    ) throws -> Response {
        try Self.checkShared(form, shown)
        let change = try form.change(of: AiringChange(pageContext.entry.airing), as: shown, pageContext.clock)
        var page = AiringPage(context: context, pageContext: pageContext, form: form, above: nil)
        page.newPeriod = change.plannedStart.milliseconds..<change.plannedEnd.milliseconds
        return page.response()
    }

    /// Throws `APIError` 422 for changes of the episode, title or description, which belong to one broadcast.
    private static func checkShared(_ form: AiringForm, _ shown: AiringForm) throws(APIError) {
        guard (form.title, form.description, form.episode) == (shown.title, shown.description, shown.episode) else {
            throw .invalid(
                "scope",
                "must be “This broadcast only” if the episode, title or description changes: save these changes separately"
            )
        }
    }

    private func changeThisAndFuture(
        _ form: AiringForm, _ shown: AiringForm, _ pageContext: AiringPageContext, _ ifMatch: IfMatch,
        _ context: RequestContext
    ) async throws {
        try Self.checkShared(form, shown)
        _ = try await rules.change(
            from: pageContext.airing.id, ifMatch: ifMatch, airings: airings, in: context.tenant.id, context
        ) { airing, rule, zone in
            var current = pageContext.entry.airing
            current = ScheduledAiring(
                value: airing, slot: current.slot, isShifted: current.isShifted, source: current.source)
            let change = try form.change(of: AiringChange(current), as: shown, WeekClock(zone: zone))
            var revised = ThisAndFuture(airing, rule)
            revised.period = change.plannedStart..<change.plannedEnd
            if change.show != airing.show { revised.show = change.show }
            if change.isLive != airing.isLive { revised.isLive = change.isLive }
            if change.isRepeat != airing.isRepeat { revised.isRepeat = change.isRepeat }
            return revised
        }
    }

    /// Answers `postAiringActualTimes`: a preview of the effects on this and later broadcasts. With the field `confirmed`, stores the actual times
    /// or, without any, restores the planned times, moves or shortens later broadcasts accordingly, and redirects to the page of the broadcast. Shows
    /// the page with the errors if the times are refused.
    func postAiringActualTimes(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        let typed = try AiringOverrunForm(fields)
        return try await showingFaults(request, context, AiringForm(pageContext.airing, pageContext.clock), typed) {
            let (id, tenant) = (pageContext.airing.id, context.tenant.id)
            let ifMatch = try Self.ifMatch(fields, context)
            if try fields.optional("confirmed") != nil {
                let times = ActualTimes(startsAt: try fields.instant("startsAt"), endsAt: try fields.instant("endsAt"))
                _ = try await overruns.set(times, of: id, ifMatch: ifMatch, in: tenant, context)
                let isTaken = times.startsAt == nil && times.endsAt == nil
                return .seeOther(pageContext.path, isTaken ? ScheduleNotice.asPlanned : .timed)
            }
            let times = try typed.times(of: pageContext.airing, pageContext.clock)
            let found = try await overruns.preview(times, of: id, ifMatch: ifMatch, in: tenant)
            let entries = try await store.entries(found.map(\.airing), in: tenant)
            let changes = zip(entries, found).map { entry, change in
                AiringPreview.Change(entry: entry, period: change.newTimes.period(of: entry.airing))
            }
            return AiringPage(
                context: context, pageContext: pageContext, form: AiringForm(pageContext.airing, pageContext.clock),
                overrun: typed,
                preview: AiringPreview(times: times, changes: changes), above: nil
            ).response()
        }
    }

    /// Answers `postAiringCancel`: cancels the broadcast or, with the scope `rule`, ends its rule on the day before (or deletes the rule if no day
    /// would remain) and cancels this and all later broadcasts of the rule. Redirects to the page of the broadcast, or shows the page with the
    /// errors.
    func postAiringCancel(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        let form = AiringForm(pageContext.airing, pageContext.clock)
        return try await showingFaults(request, context, form) {
            let ifMatch = try Self.ifMatch(fields, context)
            if try form.reading(fields).scope == .rule {
                try await rules.end(
                    from: pageContext.airing.id, ifMatch: ifMatch, airings: airings, in: context.tenant.id, context)
                return .seeOther(pageContext.path, ScheduleNotice.ended)
            }
            try await set(isCancelled: true, pageContext, ifMatch, context)
            return .seeOther(pageContext.path, ScheduleNotice.cancelled)
        }
    }

    /// Answers `postAiringRestore`: restores the cancelled broadcast and redirects to its page, or shows the page with the errors.
    func postAiringRestore(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        return try await showingFaults(request, context, AiringForm(pageContext.airing, pageContext.clock)) {
            try await set(isCancelled: false, pageContext, Self.ifMatch(fields, context), context)
            return .seeOther(pageContext.path, ScheduleNotice.restored)
        }
    }

    private func set(
        isCancelled: Bool, _ pageContext: AiringPageContext, _ ifMatch: IfMatch, _ context: RequestContext
    ) async throws {
        _ = try await airings.change(pageContext.airing.id, ifMatch: ifMatch, in: context.tenant.id, context) {
            airing in
            var airing = airing
            airing.isCancelled = isCancelled
            return airing
        }
    }

    // MARK: - Shared

    /// Performs an action. If it is refused, shows the page with the errors and the typed values, or with the current values after status 412.
    private func showingFaults(
        _ request: Request, _ context: RequestContext, _ form: AiringForm, _ overrun: AiringOverrunForm? = nil,
        _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let refusal as APIError where refusal.isCorrectable {
            let pageContext = try await pageContext(request, context)
            let error = refusal.inLocalTime(pageContext.clock)
            let fault = try await ScheduleFaultNotice(store: store).html(
                error, pageContext.clock, in: context.tenant.id)
            let isOld = error.status == .preconditionFailed
            var page = AiringPage(
                context: context, pageContext: pageContext,
                form: isOld ? AiringForm(pageContext.airing, pageContext.clock) : form, above: fault
            )
            page.status = error.status
            if !isOld { page.error = error }
            if let overrun, !isOld { page.overrun = overrun }
            return page.response()
        }
    }

    /// Returns the precondition that the broadcast or rule still has the revision in the form, or no precondition if the form has no revision. Throws
    /// `APIError` 422 for an invalid revision.
    static func ifMatch(_ fields: FormFields, _ context: RequestContext) throws(APIError) -> IfMatch {
        guard let text = try fields.optional("revision") else { return IfMatch(nil as String?) }
        guard let revision = Int32(text) else {
            throw .invalid(
                "revision", "sent the revision \"\(text.prefix(100))\", which is not a whole number: reload the page")
        }
        return IfMatch(ScheduleAnswer.tag(revision, context.tenant.id))
    }

    private func pageContext(_ request: Request, _ context: RequestContext) async throws -> AiringPageContext {
        let tenant = context.tenant.id
        guard let id = Airing.ID(try request.parameter("airing")), let entry = try await store.entry(id, in: tenant),
            let channel = try await store.channel(entry.airing.value.channel, in: tenant)
        else { throw APIError.noSuchAiring }
        let value = entry.airing.value
        var rule: ScheduleRule?
        if let slot = entry.airing.slot { rule = try await rules.rule(slot.rule, in: tenant) }
        let canEdit = context.caller?.has(.editSchedule) == true
        return AiringPageContext(
            channel: channel, clock: try channel.clock(round: value.startsAt.milliseconds), entry: entry, rule: rule,
            shows: canEdit ? try await store.shows(for: channel.id, in: context.tenant) : [],
            episodes: canEdit ? try await store.episodes(of: value.show, with: value.episode, in: tenant) : [],
            now: now(), canEdit: canEdit)
    }
}

extension AiringForm {
    /// Returns the new broadcast that the form describes. Throws `APIError` 422 with the faults.
    fileprivate func newAiring(_ clock: WeekClock) throws(APIError) -> NewAiring {
        var faults = ScheduleFaults()
        let (from, length, chosen) = (begins(clock, &faults), milliseconds(&faults), Show.ID(show))
        faults.check(chosen != nil, "show", "must be a show from the list, found \"\(show.prefix(100))\"")
        faults.checkText(title, "title", limit: AiringChange.titleLimit)
        faults.checkText(description, "description", limit: AiringChange.descriptionLimit)
        try faults.throwIfAny()
        guard let from, let length, let chosen else { throw faults.error }
        let (start, end) = (Instant(milliseconds: from), Instant(milliseconds: from + length))
        faults.checkPlan(start, end)
        try faults.throwIfAny()
        return NewAiring(
            show: chosen, episode: nil, plannedStart: start, plannedEnd: end, title: title, description: description,
            isLive: isLive, isRepeat: isRepeat)
    }
}

extension FormFields {
    /// Returns the instant in a field; `nil` if the field is missing or empty. Throws `APIError` 422 for other text.
    fileprivate func instant(_ name: String) throws(APIError) -> Instant? {
        guard let text = try optional(name), !text.isEmpty else { return nil }
        guard let instant = Instant(rfc3339: text) else {
            throw .invalid(
                name, "must be an RFC 3339 date-time, such as 2026-03-29T01:00:00Z, found \"\(text.prefix(100))\"")
        }
        return instant
    }
}

extension APIError {
    fileprivate func inLocalTime(_ clock: WeekClock) -> APIError {
        func local(_ text: String) -> String {
            text.replacing(#/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/#) { match in
                let written = String(match.output)
                return Instant(rfc3339: written).map { clock.text($0.milliseconds) } ?? written
            }
        }
        return APIError(
            status, code: code, local(detail), retryAfter: retryAfter,
            faults: faults.map { Fault(field: $0.field, reason: local($0.reason)) }, title: title, actions: actions)
    }
}

extension OverrunStore.NewTimes {
    /// Returns the broadcast's period with these times, in milliseconds since 1970. The planned time replaces a missing one.
    func period(of airing: ScheduledAiring) -> Range<Int64> {
        (start?.milliseconds ?? airing.planned.lowerBound)..<(end?.milliseconds ?? airing.planned.upperBound)
    }
}

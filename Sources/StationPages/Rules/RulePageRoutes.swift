import HTTP
import Radio
import ScheduleCore
import Tenancy
import Web

/// The routes of the pages and forms of schedule rules. A saved form redirects; a refused one is shown again with the reason.
public struct RulePageRoutes: Sendable {
    private let rules: ScheduleRuleStore
    private let exceptions: ScheduleExceptionStore
    private let store: WeekStore
    private let now: @Sendable () -> Instant

    private static let listed = 200

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        let materialiser = ScheduleMaterialiser(database: database, now: now)
        rules = ScheduleRuleStore(database: database, materialiser: materialiser)
        exceptions = ScheduleExceptionStore(database: database, materialiser: materialiser)
        store = WeekStore(
            database: database, airings: AiringStore(database: database, materialiser: materialiser))
        self.now = now
    }

    public var routes: [Route] {
        let (all, one) = ("/station/channels/{channel}/rules", "/station/rules/{scheduleRule}")
        let (view, edit) = (
            RouteGroup(access: .permission(.viewStation), errors: .page),
            RouteGroup(access: .permission(.editSchedule), errors: .page)
        )
        return [
            view("getRulesPage", .get, all, getRulesPage),
            edit("getNewRulePage", .get, all + "/new", getNewRulePage),
            edit("postNewRule", .post, all, postNewRule),
            view("getRulePage", .get, one, getRulePage),
            edit("postRule", .post, one, postRule),
            edit("postRuleEnd", .post, one + "/end", postRuleEnd),
            edit("postRuleDelete", .post, one + "/delete", postRuleDelete),
            edit("postRuleExceptionEnd", .post, one + "/exceptions/end", postRuleExceptionEnd),
        ]
    }

    /// Answers `getRulesPage`: a page of at most 200 of the channel's rules by last day, latest first, rules without a last day before all others.
    /// Reads and sorts all rules of the channel.
    func getRulesPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (query, tenant) = (try request.queryFields(), context.tenant.id)
        let channel = try await store.channel(of: request, context)
        let list = "rules.of.\(channel.id)"
        let after = try query.position(in: list) { RulePosition($0) }
        let all = try await rules.rules(of: channel.id, after: nil, limit: .max, in: tenant)
            .map { (position: RulePosition($0), rule: $0) }.sorted { $0.position < $1.position }
        let rest = after.map { after in all.drop { $0.position <= after } } ?? all[...]
        let shown = rest.prefix(Self.listed)
        let shows = try await store.shows(shown.map(\.rule.show), in: tenant)
        let notice = try ScheduleNotice(query)
        return RuleListPage(
            context: context, channel: channel,
            rules: shown.compactMap { entry in shows[entry.rule.show].map { (rule: entry.rule, show: $0) } },
            next: rest.count > Self.listed ? shown.last?.position.cursor(in: list).description : nil,
            above: notice?.html, canEdit: context.caller?.has(.editSchedule) == true
        ).response()
    }

    /// Answers `getNewRulePage`: the form for a new rule. The query can contain the first day (by default today) and the time.
    func getNewRulePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let channel = try await store.channel(of: request, context)
        var form = RuleForm()
        let now = now().milliseconds
        let date = try query.date("date") ?? channel.clock(round: now).date(at: now)
        form.startsOn = date.description
        form.startTime = try query.optional("time").flatMap { WallTime($0) }?.description ?? ""
        return try await new(form, channel, context, above: nil)
    }

    /// Answers `postNewRule`: creates the rule and its broadcasts and redirects to the page of the rule, or shows the form with the errors.
    func postNewRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try RuleForm(request.form())
        let channel = try await store.channel(of: request, context)
        do {
            let made = try await rules.add(form.draft(on: channel.id), in: context.tenant.id, context)
            return .seeOther("/station/rules/\(made.id)", ScheduleNotice.madeRule)
        } catch let error as APIError where error.isCorrectable {
            let fault = HTML.fault(error, labels: RuleForm.labels, ids: RuleForm.ids)
            return try await new(form, channel, context, above: fault, error: error)
        }
    }

    private func new(
        _ form: RuleForm, _ channel: WeekStore.Channel, _ context: RequestContext, above: HTML?, error: APIError? = nil
    ) async throws -> Response {
        let shows = try await store.shows(for: channel.id, in: context.tenant)
        return NewRulePage(
            context: context, channel: channel, form: form, shows: shows, above: above, error: error
        ).response()
    }

    /// Answers `getRulePage`: the rule with its next broadcasts and exceptions, and its forms if the account may edit the schedule; 404 for an
    /// unknown rule.
    func getRulePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let notice = try ScheduleNotice(request)
        let pageContext = try await pageContext(request, context)
        return RulePage(
            context: context, pageContext: pageContext, form: RuleForm(pageContext.rule), above: notice?.html
        ).response()
    }

    /// Answers `postRule`: replaces the rule, updates its future broadcasts and redirects to the page of the rule, or shows the page with the errors.
    func postRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        let form = try RuleForm(fields)
        return try await showingFaults(request, context, form) {
            let ifMatch = try AiringPageRoutes.ifMatch(fields, context)
            _ = try await rules.replace(
                pageContext.rule.id, by: form.draft(on: pageContext.channel.id), ifMatch: ifMatch,
                in: context.tenant.id, context)
            return .seeOther(pageContext.path, ScheduleNotice.savedRule)
        }
    }

    /// Answers `postRuleEnd`: changes the last day of the rule, cancels the broadcasts after that day and redirects to the page of the rule, or shows
    /// the page with the errors.
    func postRuleEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        let lastDay = try fields("lastDay")
        return try await showingFaults(request, context, RuleForm(pageContext.rule), lastDay: lastDay) {
            let ifMatch = try AiringPageRoutes.ifMatch(fields, context)
            guard WallDate(lastDay) != nil else {
                throw APIError.invalid("lastDay", "\(ScheduleFaults.dateRule), found \"\(lastDay.prefix(100))\"")
            }
            var form = RuleForm(pageContext.rule)
            form.endsOn = lastDay
            do {
                _ = try await rules.replace(
                    pageContext.rule.id, by: form.draft(on: pageContext.channel.id), ifMatch: ifMatch,
                    in: context.tenant.id,
                    context)
            } catch let error as APIError where error.faults.contains(where: { $0.field.hasSuffix("endsOn") }) {
                throw APIError.invalid(error.faults.map { APIError.Fault(field: "lastDay", reason: $0.reason) })
            }
            return .seeOther(pageContext.path, ScheduleNotice.ruleEnded)
        }
    }

    /// Answers `postRuleDelete`: deletes the rule with its exceptions, cancels its future broadcasts and redirects to the channel's list of rules, or
    /// shows the page of the rule with the errors.
    func postRuleDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        return try await showingFaults(request, context, RuleForm(pageContext.rule)) {
            let ifMatch = try AiringPageRoutes.ifMatch(fields, context)
            try await rules.remove(pageContext.rule.id, ifMatch: ifMatch, in: context.tenant.id, context)
            return .seeOther(RuleListPage.path(of: pageContext.channel.id).description, ScheduleNotice.deleted)
        }
    }

    /// Answers `postRuleExceptionEnd`: removes the exception for the day in `date`, so that the rule applies again, and redirects to the page of the
    /// rule, or shows the page with the errors. An exception that is already removed is no error.
    func postRuleExceptionEnd(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (fields, pageContext) = (try request.form(), try await pageContext(request, context))
        return try await showingFaults(request, context, RuleForm(pageContext.rule)) {
            let text = try fields("date")
            guard let date = WallDate(text) else {
                throw APIError.invalid("date", "\(ScheduleFaults.dateRule), found \"\(text.prefix(100))\"")
            }
            if pageContext.exceptions.contains(where: { $0.date == date }) {
                try await exceptions.remove(of: pageContext.rule.id, on: date, in: context.tenant.id, context)
            }
            return .seeOther(pageContext.path, ScheduleNotice.asRuled)
        }
    }

    /// Performs an action. If it is refused, shows the page with the errors and the typed values, or with the current values after status 412.
    private func showingFaults(
        _ request: Request, _ context: RequestContext, _ form: RuleForm, lastDay: String? = nil,
        _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let error as APIError where error.isCorrectable {
            let pageContext = try await pageContext(request, context)
            let isOld = error.status == .preconditionFailed
            let fault =
                isOld
                ? try await ScheduleFaultNotice(store: store).html(error, pageContext.clock, in: context.tenant.id)
                : HTML.fault(error, labels: RuleForm.labels, ids: RuleForm.ids)
            var page = RulePage(
                context: context, pageContext: pageContext, form: isOld ? RuleForm(pageContext.rule) : form,
                above: fault)
            page.status = error.status
            if !isOld { (page.error, page.lastDay) = (error, lastDay) }
            return page.response()
        }
    }

    private func pageContext(_ request: Request, _ context: RequestContext) async throws -> RulePageContext {
        let (tenant, now) = (context.tenant.id, now())
        guard let id = ScheduleRule.ID(try request.parameter("scheduleRule")),
            let rule = try await rules.rule(id, in: tenant),
            let channel = try await store.channel(rule.channel, in: tenant)
        else { throw APIError.noSuchScheduleRule }
        guard let show = try await store.shows([rule.show], in: tenant)[rule.show] else {
            throw APIError.noSuchScheduleRule
        }
        let coming = try await store.airings(of: id, after: now, in: tenant)
        let canEdit = context.caller?.has(.editSchedule) == true
        return RulePageContext(
            channel: channel, clock: try channel.clock(round: now.milliseconds), rule: rule,
            show: show,
            exceptions: try await exceptions.exceptions(of: id, in: tenant),
            airings: Dictionary(coming.compactMap { airing in airing.slot.map { ($0.date, airing) } }) { first, _ in
                first
            },
            shows: canEdit ? try await store.shows(for: channel.id, in: context.tenant) : [], now: now, canEdit: canEdit
        )
    }
}

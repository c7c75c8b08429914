import HTTP
import ScheduleCore
import Tenancy
import Web

/// The endpoints that manage schedule rules and their exceptions. Reading requires the permission `viewStation`, and changes `editSchedule`.
public struct ScheduleRuleRoutes: Sendable {
    private let rules: ScheduleRuleStore
    private let exceptions: ScheduleExceptionStore

    private static let listed = 1...500

    public init(database: TenantDatabase, now: @escaping @Sendable () -> Instant = { .now }) {
        let materialiser = ScheduleMaterialiser(database: database, now: now)
        rules = ScheduleRuleStore(database: database, materialiser: materialiser)
        exceptions = ScheduleExceptionStore(database: database, materialiser: materialiser)
    }

    public var routes: [Route] {
        let (all, one) = ("/api/v1/admin/schedule-rules", "/api/v1/admin/schedule-rules/{scheduleRule}")
        let day = one + "/exceptions/{date}"
        return [
            Route(
                "findScheduleRules", .get, all, access: .permission(.viewStation),
                query: ["channel", "cursor", "limit"], endpoint: findScheduleRules),
            Route("createScheduleRule", .post, all, access: Self.access, endpoint: createScheduleRule),
            Route("getScheduleRule", .get, one, access: .permission(.viewStation), endpoint: getScheduleRule),
            Route("replaceScheduleRule", .put, one, access: Self.access, endpoint: replaceScheduleRule),
            Route("deleteScheduleRule", .delete, one, access: Self.access, endpoint: deleteScheduleRule),
            Route("setScheduleException", .put, day, access: Self.access, endpoint: setScheduleException),
            Route("deleteScheduleException", .delete, day, access: Self.access, endpoint: deleteScheduleException),
        ]
    }

    private static let access = Route.Access.permission(.editSchedule)

    /// Answers `findScheduleRules`: a page of at most `limit` rules (1 to 500, by default 100), in order of creation. The page is empty if the
    /// channel is unknown.
    func findScheduleRules(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        let limit = try query.optional("limit") == nil ? 100 : query.integer("limit", in: Self.listed)
        let channel = try query.optional("channel").map { Channel.ID($0) ?? Channel.ID(rawValue: 0) }
        var cursor: ScheduleRule.ID?
        if let text = try query.optional("cursor") {
            guard let read = ScheduleRule.ID(text) else {
                throw APIError.invalid(
                    "cursor", "must be the \"next\" value of an earlier response, found \"\(text.prefix(100))\"")
            }
            cursor = read
        }
        let found = try await rules.rules(of: channel, after: cursor, limit: limit + 1, in: context.tenant.id)
        let shown = found.prefix(limit)
        return try .json(
            ListView(
                shown.map { ScheduleRuleView($0) },
                next: found.count > limit ? shown.last?.id.description : nil),
            fields: ["Cache-Control": "no-store"])
    }

    /// Answers `createScheduleRule`: 201 and the new rule, after creating its broadcasts; 409 if the channel has too many rules.
    func createScheduleRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let rule = try await rules.add(
            request.json(as: ScheduleRuleDraft.self), in: context.tenant.id, context)
        return try Self.answer(rule, exceptions: [], of: context.tenant.id, status: .created)
    }

    /// Answers `getScheduleRule`: the rule with its exceptions.
    func getScheduleRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.scheduleRuleID()
        guard let rule = try await rules.rule(id, in: context.tenant.id) else { throw APIError.noSuchScheduleRule }
        let exceptions = try await exceptions.exceptions(of: id, in: context.tenant.id)
        return try Self.answer(rule, exceptions: exceptions, of: context.tenant.id)
    }

    /// Answers `replaceScheduleRule`: the changed rule, after updating its future broadcasts.
    func replaceScheduleRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.scheduleRuleID()
        let draft = try request.json(
            as: ScheduleRuleDraft.self, readOnly: ["id", "revision", "source", "exceptions"])
        let rule = try await rules.replace(
            id, by: draft, ifMatch: IfMatch(request), in: context.tenant.id, context)
        let exceptions = try await exceptions.exceptions(of: id, in: context.tenant.id)
        return try Self.answer(rule, exceptions: exceptions, of: context.tenant.id)
    }

    /// Answers `deleteScheduleRule`: 204 after deleting the rule and cancelling its future broadcasts. Other rules fill the time that becomes free.
    func deleteScheduleRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.scheduleRuleID()
        try await rules.remove(id, ifMatch: IfMatch(request), in: context.tenant.id, context)
        return .noContent
    }

    /// Answers `setScheduleException`: the exception, after storing it in place of any earlier one and changing or cancelling the broadcast of that
    /// day; 404 if the rule does not apply to that day, 409 if the broadcast has begun or its new time is not free.
    func setScheduleException(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, date) = (try request.scheduleRuleID(), try request.slotDate())
        let draft = try request.json(as: ScheduleExceptionDraft.self)
        try draft.check(on: date)
        let exception = try await exceptions.set(
            ScheduleException(rule: id, date: date, content: draft), in: context.tenant.id, context)
        return try .json(ScheduleExceptionView(exception), fields: ["Cache-Control": "no-store"])
    }

    /// Answers `deleteScheduleException`: 204 after removing the exception, so the rule applies to that day again; 404 if the rule has no
    /// exception for that day.
    func deleteScheduleException(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (id, date) = (try request.scheduleRuleID(), try request.slotDate())
        try await exceptions.remove(of: id, on: date, in: context.tenant.id, context)
        return .noContent
    }

    private static func answer(
        _ rule: ScheduleRule, exceptions: [ScheduleException], of tenant: TenantID, status: Status = .ok
    ) throws -> Response {
        var fields = ScheduleAnswer.fields(rule.revision, tenant)
        if status == .created { fields["Location"] = "/api/v1/admin/schedule-rules/\(rule.id)" }
        return try .json(ScheduleRuleView(rule, exceptions: exceptions), status: status, fields: fields)
    }
}

extension Request {
    fileprivate func scheduleRuleID() throws(APIError) -> ScheduleRule.ID {
        guard let id = ScheduleRule.ID(try parameter("scheduleRule")) else { throw .noSuchScheduleRule }
        return id
    }

    fileprivate func slotDate() throws(APIError) -> WallDate {
        guard let date = WallDate(try parameter("date")) else { throw .noSuchDay }
        return date
    }
}

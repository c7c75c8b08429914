import HTTP
import Tenancy
import Web

/// The endpoints for managing upgrade rules. They answer 404 for an unknown rule.
public struct UpgradeRuleRoutes: Sendable {
    private let store: UpgradeRuleStore
    private let ruleCache: UpgradeRuleCache

    public init(store: UpgradeRuleStore, ruleCache: UpgradeRuleCache) {
        self.store = store
        self.ruleCache = ruleCache
    }

    public var routes: [Route] {
        let (all, one) = ("/api/v1/admin/upgrade-rules", "/api/v1/admin/upgrade-rules/{rule}")
        return [
            Route("findUpgradeRules", .get, all, access: Self.access, endpoint: findUpgradeRules),
            Route("createUpgradeRule", .post, all, access: Self.access, endpoint: createUpgradeRule),
            Route("getUpgradeRule", .get, one, access: Self.access, endpoint: getUpgradeRule),
            Route("replaceUpgradeRule", .put, one, access: Self.access, endpoint: replaceUpgradeRule),
            Route("deleteUpgradeRule", .delete, one, access: Self.access, endpoint: deleteUpgradeRule),
        ]
    }

    private static let access = Route.Access.permission(.manageUpgradeRules)

    /// Answers `findUpgradeRules` with all rules of the tenant, oldest first.
    func findUpgradeRules(_ request: Request, _ context: RequestContext) async throws -> Response {
        let rules = try await store.rules(in: context.tenant.id)
        return try .json(ListView(rules.map(UpgradeRuleView.init)))
    }

    /// Answers `createUpgradeRule` with 201 and the rule, 409 if the tenant has too many rules, or 422 for invalid content.
    func createUpgradeRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let draft = try request.json(as: UpgradeRuleDraft.self)
        let rule = try await store.add(draft, in: context.tenant.id, context)
        ruleCache.rulesChanged(in: context.tenant.id)
        return try Self.answer(rule, of: context.tenant.id, status: .created)
    }

    /// Answers `getUpgradeRule` with the rule and its entity tag.
    func getUpgradeRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let rule = try await store.rule(try request.ruleID(), in: context.tenant.id) else {
            throw APIError.noSuchRule
        }
        return try Self.answer(rule, of: context.tenant.id)
    }

    /// Answers `replaceUpgradeRule` with the rule, 412 if the entity tag does not match, or 422 for invalid content. If the content changes, earlier
    /// dismissals of the rule no longer apply.
    func replaceUpgradeRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        let id = try request.ruleID()
        let draft = try request.json(
            as: UpgradeRuleDraft.self, readOnly: ["id", "revision", "createdAt", "updatedAt"])
        let rule = try await store.replace(
            id, by: draft, ifMatch: IfMatch(request), in: context.tenant.id, context)
        ruleCache.rulesChanged(in: context.tenant.id)
        return try Self.answer(rule, of: context.tenant.id)
    }

    /// Answers `deleteUpgradeRule` with 204, or 412 if the entity tag does not match. The dismissals of the rule's notice are deleted, too.
    func deleteUpgradeRule(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.remove(try request.ruleID(), ifMatch: IfMatch(request), in: context.tenant.id, context)
        ruleCache.rulesChanged(in: context.tenant.id)
        return .noContent
    }

    private static func answer(
        _ rule: UpgradeRule, of tenant: TenantID, status: Status = .ok
    ) throws -> Response {
        var fields: Fields = ["ETag": RevisionTag(rule.revision, of: tenant).text, "Cache-Control": "no-store"]
        if status == .created { fields["Location"] = "/api/v1/admin/upgrade-rules/\(rule.id)" }
        return try .json(UpgradeRuleView(rule), status: status, fields: fields)
    }
}

extension Request {
    fileprivate func ruleID() throws(APIError) -> UpgradeRule.ID {
        guard let id = UpgradeRule.ID(try parameter("rule")) else { throw .noSuchRule }
        return id
    }
}

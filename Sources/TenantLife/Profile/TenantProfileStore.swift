import FoundationEssentials
import Postgres
import Tenancy
import Web

/// The store of the settings of a tenant. Each call of an instance method is one transaction, and throws 404 if the tenant no longer exists.
struct TenantProfileStore: Sendable {
    let database: TenantDatabase

    /// Returns the current settings, with defaults for a tenant that has stored none.
    func state(in tenant: TenantID) async throws -> TenantState {
        try await database.transaction(in: tenant) { try await Self.state(in: tenant, $0) }
    }

    /// Changes the settings, records the change, notifies all servers, and returns the stored settings. If `body` changes nothing, nothing is
    /// written. Throws 412 if the entity tag does not match, 422 with all faults of the new settings, and the errors of `body`.
    ///
    /// - Parameter record: returns the audit event, given its details: the names of the changed members. Not called if nothing changes.
    func change(
        in tenant: TenantID, ifMatch: IfMatch, record: ([String: String]) throws -> AuditEvent,
        _ body: (inout TenantProfile) throws -> Void
    ) async throws -> TenantState {
        try await database.transaction(in: tenant) { transaction in
            let old = try await Self.lockedState(in: tenant, transaction)
            try ifMatch.check(old.entityTag)
            var profile = old.profile
            try body(&profile)
            var faults = TenantRules.faults(profile)
            if try await !Self.isTimeZone(profile.timeZone, old.profile.timeZone, transaction) {
                faults.append(
                    .init(
                        field: "/timeZone",
                        reason: "must be an IANA time zone, such as Europe/Prague, "
                            + "found \"\(profile.timeZone.prefix(100))\""))
            }
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            profile.allowedOrigins = try AllowedOrigins(profile.allowedOrigins).list
            let changed = profile.differences(from: old.profile)
            if changed.isEmpty { return old }
            try await Self.write(profile, in: tenant, transaction)
            let event = try record(["changed": changed.joined(separator: ", ")])
            _ = try await transaction.rows(event.insertion(in: tenant))
            return try await Self.state(in: tenant, transaction)
        }
    }

    /// Locks the row of the profile, inserting it if it is missing, and reads all settings. Throws 404 if the tenant no longer exists.
    static func lockedState(in tenant: TenantID, _ transaction: Transaction) async throws -> TenantState {
        _ = try await transaction.batch([
            "insert into app.tenant_profile (tenant_id) values (\(tenant)) on conflict (tenant_id) do nothing",
            "select revision from app.tenant_profile where tenant_id = \(tenant) for update",
        ])
        return try await state(in: tenant, transaction)
    }

    private static func state(in tenant: TenantID, _ transaction: Transaction) async throws -> TenantState {
        let results = try await transaction.batch([
            "select t.*, control.allowed_origins(t.tenant_id) as allowed_origins from control.own_tenant() t",
            "select p.*, p.texts::text as words from app.tenant_profile p where p.tenant_id = \(tenant)",
            """
            select coalesce(sum(octet_length(content)), 0)::bigint as bytes
              from app.blob
             where tenant_id = \(tenant)
            """,
        ])
        guard let row = results[0].first, let bytes = results[2].first else {
            throw APIError(.notFound, code: .noSuchTenant, "this tenant no longer exists")
        }
        let registered = try RegisteredTenant(row: row)
        var profile = TenantProfile(
            name: registered.tenant.name, locale: registered.tenant.locale, timeZone: registered.tenant.timeZone)
        profile.accentColour = registered.tenant.brand.accentColour
        profile.allowedOrigins = try row("allowed_origins", as: String.self).split(separator: " ").map(String.init)
        var revision = 1
        if let row = results[1].first {
            try profile.read(row)
            revision = try row("revision")
        }
        return TenantState(
            profile: profile, revision: revision, slug: registered.tenant.slug, hosts: registered.hosts,
            limits: registered.tenant.limits, logo: registered.tenant.brand.logo, storedBytes: try bytes("bytes"))
    }

    /// Returns whether the database knows the time zone `name`. The stored time zone `old` is always accepted.
    private static func isTimeZone(
        _ name: String, _ old: String, _ transaction: Transaction
    ) async throws(PostgresError) -> Bool {
        if name == old { return true }
        let rows = try await transaction.rows(
            "select exists (select from pg_catalog.pg_timezone_names where name = \(name)) as is_known")
        return try rows.first?("is_known") ?? false
    }

    private static func write(
        _ profile: TenantProfile, in tenant: TenantID, _ transaction: Transaction
    ) async throws(PostgresError) {
        let policies = profile.policies
        let texts = profile.texts.sorted { $0.key < $1.key }
        _ = try await transaction.batch([
            """
            update app.tenant_profile
               set learn_more_url = \(profile.learnMoreUrl),
                   conversion_url = \(profile.conversionUrl),
                   support_url = \(profile.supportUrl),
                   support_phone = \(profile.supportPhone),
                   texts = jsonb_object(\(texts.map(\.key))::text[], \(texts.map(\.value))::text[]),
                   sign_up = \(policies.signUp),
                   buffer_ms = \(policies.bufferMs),
                   skips_back = \(policies.skipsBack),
                   skips_forward = \(policies.skipsForward),
                   skips_total = \(policies.skipsTotal),
                   skip_window_ms = \(policies.skipWindowMs),
                   completion_percent = \(policies.completionPercent),
                   streams_per_account = \(policies.streamsPerAccount),
                   revision = revision + 1,
                   updated_at = now()
             where tenant_id = \(tenant)
            """,
            """
            select control.describe_tenant(\(profile.name), \(profile.locale), \(profile.timeZone),
                                           \(profile.accentColour ?? ""))
            """,
            "select control.set_allowed_origins(\(profile.allowedOrigins)::text[])",
        ])
    }
}

extension TenantProfile {
    /// Reads the columns of `app.tenant_profile`, with the JSON of `texts` in `words`.
    fileprivate mutating func read(_ row: Row) throws {
        learnMoreUrl = try row.optional("learn_more_url")
        conversionUrl = try row.optional("conversion_url")
        supportUrl = try row.optional("support_url")
        supportPhone = try row.optional("support_phone")
        texts = try JSONDecoder().decode([String: String].self, from: Data(try row("words", as: String.self).utf8))
        policies.signUp = try row("sign_up")
        policies.bufferMs = try row("buffer_ms")
        policies.skipsBack = try row("skips_back")
        policies.skipsForward = try row("skips_forward")
        policies.skipsTotal = try row("skips_total")
        policies.skipWindowMs = try row("skip_window_ms")
        policies.completionPercent = try row("completion_percent")
        policies.streamsPerAccount = try row.optional("streams_per_account")
    }
}

/// The checks of the tenancy rig (spec O2.4), which uses a separate schema. Each check has the name of the corresponding test of the real schema.
/// `everyTenancyCheckHasATestOrAReason` checks that these tests exist.
enum ProbeChecks {
    /// The test for a check, or the reason why there is none.
    enum Holder {
        /// A function in the tests.
        case test(String)
        /// The reason why there is no test.
        case nothing(String)
    }

    static let all: [(check: String, holder: Holder)] = [
        // Resolution of a host to a tenant.
        ("host resolves, case, port and trailing dot ignored", .test("aHostResolvesToItsTenant")),
        ("unknown host, no fallback: no tenant", .test("anUnknownHostResolvesToTheFallbackTenant")),
        ("unknown host falls back when one is named", .test("anUnknownHostResolvesToTheFallbackTenant")),
        ("closed tenant does not resolve", .test("hostsOfADisabledTenantResolveToNoTenant")),
        ("runtime role cannot list hosts", .test("sequencesControlTablesAndStatisticsAreNotAccessible")),
        // A missing tenant.
        ("no set_config: SELECT sees nothing", .test("noTableCanBeReadOrChangedWithoutATenant")),
        ("no set_config: INSERT without a tenant refused", .test("noTableCanBeReadOrChangedWithoutATenant")),
        ("no set_config: INSERT naming a tenant refused", .test("noRowIsReadOrWrittenWithoutATenant")),
        ("no set_config: DELETE removes nothing", .test("noTableCanBeReadOrChangedWithoutATenant")),
        ("garbage tenant is an error, not a bypass", .test("anInvalidTenantSettingIsAnError")),
        ("garbage tenant: query errors", .test("anInvalidTenantSettingIsAnError")),
        // The setting and the pool of connections.
        ("local setting outside a transaction is gone at once", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        ("and leaves an empty string, not NULL", .test("anUnknownTenantHasNoRows")),
        ("inside a transaction: own rows", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        (
            "next user of the pooled connection sees nothing",
            .test("aReusedConnectionReturnsOnlyRowsOfTheCurrentTenant")
        ),
        ("rollback to savepoint restores the tenant", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        (
            "MISTAKE session-wide setting LEAKS to the next request",
            .test("aReusedConnectionReturnsOnlyRowsOfTheCurrentTenant")
        ),
        ("RESET (or DISCARD ALL) mends it", .test("aReusedConnectionReturnsOnlyRowsOfTheCurrentTenant")),
        ("a cached generic plan follows the tenant", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        // Attacks of one tenant on another.
        ("read by key", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("INSERT into tenant 1", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("UPDATE other tenant: no row", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("DELETE other tenant: no row", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("move own row: column not granted", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("move own row: policy alone refuses too", .test("theOwnerCannotMoveRowsToAnotherTenant")),
        ("cross-tenant FK refused (composite key)", .test("noKeyReferencesOrRevealsARowOfAnotherTenant")),
        ("cross-tenant FK by UPDATE refused", .test("rowsOfAnotherTenantCannotBeReadOrWritten")),
        (
            "ON CONFLICT DO NOTHING on their code: inserts (no oracle)",
            .test("noKeyReferencesOrRevealsARowOfAnotherTenant")
        ),
        ("RETURNING gives own rows only", .test("rowsOfAnotherTenantCannotBeReadOrWritten")),
        ("MERGE/EXISTS sub-select sees own rows only", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("TRUNCATE (not covered by RLS): no privilege", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("row_security=off raises, does not bypass", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("  ... query under it", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("ALTER TABLE DISABLE RLS refused", .test("noTableRevealsOrChangesRowsOfAnotherTenant")),
        ("SET ROLE owner refused", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        ("own function with side effects refused (no CREATE)", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        ("cheap spying function in WHERE runs after the wall", .test("aFunctionOfLowCostReceivesOnlyRowsOfTheTenant")),
        ("  ... and was shown own rows only", .test("aFunctionOfLowCostReceivesOnlyRowsOfTheTenant")),
        ("division-by-zero oracle on hidden rows does not fire", .test("rowsOfAnotherTenantCannotBeReadOrWritten")),
        ("pg_stats hides the table", .test("sequencesControlTablesAndStatisticsAreNotAccessible")),
        ("identity sequence cannot be read", .test("sequencesControlTablesAndStatisticsAreNotAccessible")),
        ("identity sequence cannot be advanced", .test("sequencesControlTablesAndStatisticsAreNotAccessible")),
        (
            "LEAK (accepted): lastval/ids of one shared sequence show others' volume",
            .test("theLowBitsOfAnIdentifierDoNotRevealItsSequenceNumber")
        ),
        ("COPY via server file: no privilege", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        ("COPY ... TO STDOUT obeys the policies", .test("copyReadsOnlyRowsOfTheTenantAndCannotWrite")),
        ("COPY ... FROM is refused on a table with RLS (0A000)", .test("copyReadsOnlyRowsOfTheTenantAndCannotWrite")),
        // These are the mistakes that the rig makes to show their effects. The lint must find each of them.
        ("MISTAKE unique key without tenant_id is an existence oracle", .test("theLintReportsEachSchemaViolation")),
        ("MISTAKE single-column FK points into another tenant", .test("theLintReportsEachSchemaViolation")),
        ("MISTAKE ... and tells which ids exist", .test("theLintReportsEachSchemaViolation")),
        ("MISTAKE view owned by a superuser leaks", .test("theLintReportsEachSchemaViolation")),
        ("security_invoker view does not", .test("theLintAcceptsACorrectTable")),
        ("MISTAKE materialized view has no policies", .test("theLintReportsEachSchemaViolation")),
        ("MISTAKE definer function of a superuser leaks", .test("theLintReportsEachSchemaViolation")),
        ("MISTAKE a second permissive policy opens the wall", .test("theLintReportsEachSchemaViolation")),
        ("lint sees the second policy", .test("theLintReportsEachSchemaViolation")),
        // Owner, platform, dump.
        (
            "FORCE: even the owner sees nothing without a tenant",
            .test("everyTableIsEmptyToServiceAndOwnerWithoutATenant")
        ),
        ("owner data fix must name a tenant", .test("theOwnerCannotMoveRowsToAnotherTenant")),
        ("pg_dump mode (row_security=off) as owner fails loudly", .test("aDumpByTheOwnerFailsInsteadOfOmittingRows")),
        (
            "platform role reads all tenants",
            .nothing("there is no such role (spec Decided 11); the lint knows every policy")
        ),
        ("platform role cannot write", .nothing("there is no such role (spec Decided 11)")),
        ("dump role (BYPASSRLS) reads all", .test("everyTableIsEmptyToServiceAndOwnerWithoutATenant")),
        (
            "SET LOCAL is the same as set_config(..., true), and Citus passes only it on",
            .test("aSessionOfTheServiceCannotBypassRowSecurity")
        ),
        ("  ... and is gone after COMMIT", .test("aSessionOfTheServiceCannotBypassRowSecurity")),
        // Cascades.
        ("delete of own parent cascades", .test("cascadingDeletionsStayWithinTheTenant")),
        ("  ... child is gone", .test("cascadingDeletionsStayWithinTheTenant")),
        ("other tenant's child untouched", .test("cascadingDeletionsStayWithinTheTenant")),
        // The lint of the rig.
        (
            "lint: every app table (bar the bad_* ones) has tenant_id first in its key, RLS on and forced",
            .test("theLintAcceptsTheSchema")
        ),
        ("lint: no policy but the wall and the platform's, none restrictive", .test("theLintAcceptsTheSchema")),
        ("lint: no unique index without tenant_id", .test("theLintAcceptsTheSchema")),
        ("lint: runtime role owns nothing, cannot bypass", .test("theLintAcceptsTheSchema")),
    ]
}

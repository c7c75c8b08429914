/// The checks of the tenancy rig (spec O2.4), which it makes on a schema of its own, each with the test that holds our
/// schema to it. `theRigsChecksAreHeld` knows that the tests are there.
enum ProbeChecks {
    /// The test for a check, or the reason why there is none.
    enum Holder {
        /// A function in the tests.
        case test(String)
        /// The reason why there is no test.
        case nothing(String)
    }

    static let all: [(check: String, holder: Holder)] = [
        // The way from a host to a tenant.
        ("host resolves, case, port and trailing dot ignored", .test("aHostResolvesToItsTenant")),
        ("unknown host, no fallback: no tenant", .test("anUnknownHostResolvesToTheFallbackIfThereIsOne")),
        ("unknown host falls back when one is named", .test("anUnknownHostResolvesToTheFallbackIfThereIsOne")),
        ("closed tenant does not resolve", .test("hostsOfADisabledTenantResolveToNoTenant")),
        ("runtime role cannot list hosts", .test("sequencesTablesOfControlAndStatisticsAreClosed")),
        // A forgotten tenant.
        ("no set_config: SELECT sees nothing", .test("withoutATenantNoTableGivesOrTakesAnything")),
        ("no set_config: INSERT without a tenant refused", .test("withoutATenantNoTableGivesOrTakesAnything")),
        ("no set_config: INSERT naming a tenant refused", .test("aForgottenTenantReachesNothing")),
        ("no set_config: DELETE removes nothing", .test("withoutATenantNoTableGivesOrTakesAnything")),
        ("garbage tenant is an error, not a bypass", .test("aNonNumericTenantIsAnError")),
        ("garbage tenant: query errors", .test("aNonNumericTenantIsAnError")),
        // The setting and the pool.
        ("local setting outside a transaction is gone at once", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        ("and leaves an empty string, not NULL", .test("anUnknownTenantHasNoRows")),
        ("inside a transaction: own rows", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("next user of the pooled connection sees nothing", .test("afterAnythingOneTenantDidTheOtherReadsItsOwnRows")),
        ("rollback to savepoint restores the tenant", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        (
            "MISTAKE session-wide setting LEAKS to the next request",
            .test("afterAnythingOneTenantDidTheOtherReadsItsOwnRows")
        ),
        ("RESET (or DISCARD ALL) mends it", .test("afterAnythingOneTenantDidTheOtherReadsItsOwnRows")),
        ("a cached generic plan follows the tenant", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        // Attacks of one tenant on another.
        ("read by key", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("INSERT into tenant 1", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("UPDATE other tenant: no row", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("DELETE other tenant: no row", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("move own row: column not granted", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("move own row: policy alone refuses too", .test("ownersCannotMoveRowsEither")),
        ("cross-tenant FK refused (composite key)", .test("noKeyLeadsToAnotherTenantOrTellsOfIt")),
        ("cross-tenant FK by UPDATE refused", .test("anotherTenantIsOutOfReach")),
        ("ON CONFLICT DO NOTHING on their code: inserts (no oracle)", .test("noKeyLeadsToAnotherTenantOrTellsOfIt")),
        ("RETURNING gives own rows only", .test("anotherTenantIsOutOfReach")),
        ("MERGE/EXISTS sub-select sees own rows only", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("TRUNCATE (not covered by RLS): no privilege", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("row_security=off raises, does not bypass", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("  ... query under it", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("ALTER TABLE DISABLE RLS refused", .test("noTableOfAnotherTenantIsReachedOrHurt")),
        ("SET ROLE owner refused", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        ("own function with side effects refused (no CREATE)", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        ("cheap spying function in WHERE runs after the wall", .test("aCheapFunctionIsShownOwnRowsOnly")),
        ("  ... and was shown own rows only", .test("aCheapFunctionIsShownOwnRowsOnly")),
        ("division-by-zero oracle on hidden rows does not fire", .test("anotherTenantIsOutOfReach")),
        ("pg_stats hides the table", .test("sequencesTablesOfControlAndStatisticsAreClosed")),
        ("identity sequence cannot be read", .test("sequencesTablesOfControlAndStatisticsAreClosed")),
        ("identity sequence cannot be advanced", .test("sequencesTablesOfControlAndStatisticsAreClosed")),
        (
            "LEAK (accepted): lastval/ids of one shared sequence show others' volume",
            .test("theLowBitsDoNotRevealTheSequence")
        ),
        ("COPY via server file: no privilege", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        ("COPY ... TO STDOUT obeys the policies", .test("copiesHoldOwnRowsOnlyAndNothingIsCopiedIn")),
        ("COPY ... FROM is refused on a table with RLS (0A000)", .test("copiesHoldOwnRowsOnlyAndNothingIsCopiedIn")),
        // Mistakes that the rig makes to show what they leak; here the lint must find each.
        ("MISTAKE unique key without tenant_id is an existence oracle", .test("aMistakeIsNoticed")),
        ("MISTAKE single-column FK points into another tenant", .test("aMistakeIsNoticed")),
        ("MISTAKE ... and tells which ids exist", .test("aMistakeIsNoticed")),
        ("MISTAKE view owned by a superuser leaks", .test("aMistakeIsNoticed")),
        ("security_invoker view does not", .test("aCorrectTableHasNoComplaint")),
        ("MISTAKE materialized view has no policies", .test("aMistakeIsNoticed")),
        ("MISTAKE definer function of a superuser leaks", .test("aMistakeIsNoticed")),
        ("MISTAKE a second permissive policy opens the wall", .test("aMistakeIsNoticed")),
        ("lint sees the second policy", .test("aMistakeIsNoticed")),
        // Owner, platform, dump.
        (
            "FORCE: even the owner sees nothing without a tenant",
            .test("withoutATenantEveryTableIsEmptyToServiceAndOwner")
        ),
        ("owner data fix must name a tenant", .test("ownersCannotMoveRowsEither")),
        ("pg_dump mode (row_security=off) as owner fails loudly", .test("aDumpByTheOwnerFailsRatherThanMissingRows")),
        (
            "platform role reads all tenants",
            .nothing("there is no such role (spec Decided 11); the lint knows every policy")
        ),
        ("platform role cannot write", .nothing("there is no such role (spec Decided 11)")),
        ("dump role (BYPASSRLS) reads all", .test("withoutATenantEveryTableIsEmptyToServiceAndOwner")),
        (
            "SET LOCAL is the same as set_config(..., true), and Citus passes only it on",
            .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")
        ),
        ("  ... and is gone after COMMIT", .test("aSessionOfTheServiceDoesNotGetBeyondTheWall")),
        // Cascades.
        ("delete of own parent cascades", .test("cascadesStayWithinTheTenant")),
        ("  ... child is gone", .test("cascadesStayWithinTheTenant")),
        ("other tenant's child untouched", .test("cascadesStayWithinTheTenant")),
        // The lint of the rig.
        (
            "lint: every app table (bar the bad_* ones) has tenant_id first in its key, RLS on and forced",
            .test("theSchemaIsBehindTheWall")
        ),
        ("lint: no policy but the wall and the platform's, none restrictive", .test("theSchemaIsBehindTheWall")),
        ("lint: no unique index without tenant_id", .test("theSchemaIsBehindTheWall")),
        ("lint: runtime role owns nothing, cannot bypass", .test("theSchemaIsBehindTheWall")),
    ]
}

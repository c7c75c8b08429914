import Postgres
import TestSupport
import Testing
import Web

@testable import Accounts

/// Tests that Swift and the database agree on which logins are equal.
@Suite struct LoginNameTests {
    @Test func everyCharacterHasTheSameLoginKeyInSwiftAndInTheDatabase() async throws {
        try await withDatabase { database in
            // PostgreSQL texts cannot contain U+0000.
            let scalars = (1...0x10FFFF).compactMap(Unicode.Scalar.init)
            for start in stride(from: 0, to: scalars.count, by: 100_000) {
                let part = scalars[start..<min(start + 100_000, scalars.count)].map { String($0) }
                let rows = try await database.superuser.rows(
                    """
                    select control.login_key(c) as key
                      from unnest(\(part)) with ordinality as t (c, place)
                     order by place
                    """)
                #expect(rows.count == part.count)
                for (text, row) in zip(part, rows) {
                    let key: String = try row("key")
                    guard !key.utf8.elementsEqual(LoginName(text).key.utf8) else { continue }
                    Issue.record("\(text.unicodeScalars.map { $0.value }): \(key.unicodeScalars.map { $0.value })")
                }
            }
        }
    }

    /// Existing logins keep their keys, which `lower()` computed in a database with the locale C.UTF-8.
    @Test func theLoginKeyEqualsTheLowercaseFormOfPostgreSQL() async throws {
        try await withDatabase { database in
            let differing = try await database.sql(
                """
                select count(*)
                  from generate_series(1, 1114111) i
                 where i not between 55296 and 57343
                   and control.login_key(chr(i)) <> lower(chr(i));
                """)
            #expect(differing == "0")
        }
    }

    @Test(arguments: [
        "Eva", "EVA", "\u{130}da", "\u{212A}URT", "STRASSE", "stra\u{DF}e", "\u{C9}va", "E\u{301}va", "\u{10D00}",
    ])
    func theSignInThrottleAndTheDatabaseAgreeOnWhichLoginsAreEqual(login: String) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("here")
            let users = UserStore(database: database.tenants)
            try await database.sql(
                """
                insert into app.user_account (tenant_id, login, password_hash, role)
                select \(tenant.id), l, '-', 'listener'
                  from unnest('{eva,ida,kurt,strasse,\u{E9}va}'::text[]) l;
                """)
            for stored in ["eva", "ida", "kurt", "strasse", "\u{E9}va"] {
                let found = try await users.user(login: login, in: tenant.id)?.login == stored
                let isSame =
                    LoginThrottle.AccountKey(tenant: 1, login: LoginName(login))
                    == LoginThrottle.AccountKey(tenant: 1, login: LoginName(stored))
                #expect(found == isSame, "\(login), \(stored)")
            }
        }
    }
}

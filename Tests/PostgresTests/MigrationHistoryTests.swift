import Testing

@testable import Postgres

@Suite struct MigrationHistoryTests {
    private static let files = ["0001_one", "0002_two", "0003_three"].map { Migration(name: $0, sql: "select '\($0)'") }

    private func applied(_ migrations: [Migration]) -> [MigrationHistory.Applied] {
        migrations.map { .init(version: $0.version, name: $0.name, checksum: $0.checksum, appliedAt: "") }
    }

    @Test func unappliedMigrationsArePendingInOrder() throws {
        let history = try MigrationHistory(Self.files.reversed())
        #expect(try history.pending(after: []) == Self.files)
        #expect(try history.pending(after: applied(Array(Self.files.prefix(2)))) == [Self.files[2]])
        #expect(try history.pending(after: applied(Self.files)).isEmpty)
    }

    @Test func aMissingMigrationNumberIsRefusedAsAGap() {
        #expect(throws: MigrationError.gap(missing: "0002")) { try MigrationHistory([Self.files[0], Self.files[2]]) }
        #expect(throws: MigrationError.gap(missing: "0001")) { try MigrationHistory([Self.files[1]]) }
    }

    @Test func aMigrationAppliedOutOfOrderIsRefusedAsAGap() throws {
        let history = try MigrationHistory(Self.files)
        #expect(throws: MigrationError.gap(missing: "0002_two")) {
            try history.pending(after: applied([Self.files[0], Self.files[2]]))
        }
    }

    @Test func aChangedOrRenamedMigrationFileIsRefused() throws {
        let history = try MigrationHistory(Self.files)
        for other in [
            Migration(name: "0001_one", sql: "select 2"), Migration(name: "0001_other", sql: Self.files[0].sql),
        ] {
            #expect(throws: MigrationError.changed(name: "0001_one")) { try history.pending(after: applied([other])) }
        }
    }

    @Test func anAppliedMigrationWithoutAFileIsRefused() throws {
        let history = try MigrationHistory(Self.files)
        let future = Migration(name: "0004_four", sql: "")
        #expect(throws: MigrationError.unknown(name: "0004_four")) {
            try history.pending(after: applied(Self.files + [future]))
        }
    }

    @Test(arguments: [
        "one", "1_one", "0000_zero", "0001", "0001_", "0001_One", "0001_a b", "+001_a", "0001-a", "０001_a",
    ])
    func aMalformedMigrationNameIsRefused(name: String) {
        #expect(throws: MigrationError.self) { try MigrationHistory([Migration(name: name, sql: "")]) }
    }

    @Test func twoMigrationsWithOneNumberAreRefused() {
        let twin = Migration(name: "0001_twin", sql: "")
        #expect(throws: MigrationError.self) { try MigrationHistory([Self.files[0], twin]) }
    }

    @Test func theChecksumOfAMigrationIsSHA256() {
        let migration = Migration(name: "0001_a", sql: "abc")
        #expect(migration.checksum == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(arguments: [
        ("-- no-transaction\nselect 1", false), ("-- no-transaction \r\nselect 1", false), ("-- no-transaction", false),
        ("select 1 -- no-transaction", true), ("-- no-transactions\n", true), ("\n-- no-transaction", true), ("", true),
    ])
    func theFirstLineDecidesWhetherAMigrationIsTransactional(sql: String, isTransactional: Bool) {
        #expect(Migration(name: "0001_a", sql: sql).isTransactional == isTransactional)
    }

    @Test(arguments: [
        ("", []), (";;", []), ("-- a; b", []), ("/* a; /* b; */ ; */", []),
        ("a; b", ["a", " b"]), ("a;b;", ["a", "b"]),
        ("select ';'';', \";\"; b", ["select ';'';', \";\"", " b"]),
        (#"select E'\';', 'a\'; b"#, [#"select E'\';', 'a\'"#, " b"]),
        ("do $$ a; b $$; c", ["do $$ a; b $$", " c"]),
        ("do $x$ a; $$; $y$ $x$; c", ["do $x$ a; $$; $y$ $x$", " c"]),
        ("select $1; b", ["select $1", " b"]), ("select a$b; c$d", ["select a$b", " c$d"]),
        ("a -- ;\n b; c", ["a -- ;\n b", " c"]), ("a - 1 / 2; b", ["a - 1 / 2", " b"]),
        ("select 'open; b", ["select 'open; b"]),
        ("a /* open; b", ["a /* open; b"]), ("name'x;'; b", ["name'x;'", " b"]),
    ])
    func aScriptIsSplitOnlyAtSemicolonsBetweenStatements(script: String, statements: [String]) {
        #expect(StatementSplitter.statements(of: script) == statements)
    }
}

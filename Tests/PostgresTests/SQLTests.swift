import Testing

@testable import Postgres

@Suite struct SQLTests {
    @Test func interpolatedValuesBecomeNumberedParameters() {
        let name = "Tolvan'; drop table piece; --"
        let none: Int? = nil
        let statement: SQL = "select \(name), \(7), \(none) where a = \(true)"
        #expect(statement.text == "select $1, $2, $3 where a = $4")
        #expect(statement.binds.map(\.type) == [25, 20, 20, 16])
        #expect(statement.binds.map { $0.bytes.map { String(decoding: $0, as: UTF8.self) } } == [name, "7", nil, "t"])
    }

    @Test func literalTextCanBeAppendedToAStatement() {
        let statement: SQL = "select \(1)"
        #expect(statement.appending(" order by 1").text == "select $1 order by 1")
        #expect(statement.appending(" limit 1").binds.count == 1)
    }

    @Test(arguments: [
        ("", "''"), ("a", "'a'"), ("it's", "'it''s'"), (#"a\b"#, #" E'a\\b'"#), (#"\'; --"#, #" E'\\''; --'"#),
        ("é\u{301}'", "'é\u{301}'''"),
    ])
    func stringConstantsInSQLAreQuoted(text: String, quoted: String) {
        #expect(Literal.quoted(text) == quoted)
    }

    @Test(arguments: [
        ("app.tenant_id", true), ("_x.y1", true), ("", false), ("a.", false), ("1a", false), ("A", false),
        ("a b", false),
        ("a=b; drop", false), ("ä", false), ("a..b", false),
    ])
    func onlyValidSettingNamesAreAccepted(name: String, isName: Bool) {
        #expect(Literal.isSettingName(name) == isName)
    }

    @Test func identifiersInSQLAreQuoted() {
        #expect(Literal.identifier(#"a"b"#) == #""a""b""#)
    }

    @Test(arguments: [
        "commit", " COMMIT", "-- note\nrollback", "/* a */ begin", "set role x", "SET SESSION a = 1", "listen a",
        "copy t to stdout",
        "discard all", "prepare p as select 1", "end", "(commit", "start transaction", "reset all", "abort",
    ])
    func statementsThatOutliveTheirTransactionAreRefused(text: String) {
        #expect(StatementRule.objection(to: text) != nil)
    }

    @Test(arguments: [
        "select 1", "with a as (select 1) select * from a", "set local a.b = '1'", "set constraints all deferred",
        "rollback to here", "savepoint a", "commits", "/* unfinished", "", "-- only a comment",
        "insert into t values (1)",
        "ends", "notify a",
    ])
    func statementsThatEndWithTheirTransactionAreAccepted(text: String) {
        #expect(StatementRule.objection(to: text) == nil)
    }
}

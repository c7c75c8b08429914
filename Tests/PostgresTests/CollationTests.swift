import Testing

@testable import Postgres

struct CollationTests {
    @Test(arguments: [
        ("cs", "cs-x-icu"), ("cs-CZ", "cs-x-icu"), ("EN_gb", "en-x-icu"), ("und", "und-x-icu"), ("", "und-x-icu"),
        (#"x" ; drop table app.show; --"#, "und-x-icu"),
    ])
    func aLocaleIsMappedToAKnownCollation(locale: String, name: String) {
        let statement: SQL = "select \(1) order by name \(Collation(locale: locale)), id limit \(2)"
        #expect(statement.text == "select $1 order by name collate \"\(name)\", id limit $2")
        #expect(statement.binds.count == 2)
    }
}

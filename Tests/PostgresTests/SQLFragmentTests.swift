import Testing

@testable import Postgres

struct SQLFragmentTests {
    private func between(_ low: Int, _ high: Int) -> SQLFragment { "n between \(low) and \(high)" }

    @Test func theValuesOfAFragmentAreNumberedInItsStatement() {
        let statement: SQL = "select \(1) where \(between(2, 3)) and m = \(4)"
        #expect(statement.text == "select $1 where n between $2 and $3 and m = $4")
        #expect(statement.binds == [1, 2, 3, 4].map(\.bind))
    }

    @Test func aFragmentMayBeginAndEndAStatement() {
        let statement: SQL = "\(between(1, 2)) or \(between(3, 4))"
        #expect(statement.text == "n between $1 and $2 or n between $3 and $4")
    }

    @Test func aFragmentMayContainFragments() {
        let both: SQLFragment = "(\(between(1, 2)) or \(name: "m") = \(3))"
        let statement: SQL = "select 1 where \(both)"
        #expect(statement.text == "select 1 where (n between $1 and $2 or m = $3)")
        #expect(statement.binds == [1, 2, 3].map(\.bind))
    }

    @Test func equalStatementsWithFragmentsShareAPreparedStatement() {
        func statement(_ number: Int) -> SQL { "select 1 where \(between(number, 9))" }
        #expect(statement(1).pieces.isIdentical(to: statement(2).pieces))
        #expect(statement(1).pieces.fingerprint == statement(2).pieces.fingerprint)
    }
}

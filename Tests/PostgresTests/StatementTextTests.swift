import Testing

@testable import Postgres

@Suite struct StatementTextTests {
    private func lookUp(_ number: Int) -> SQL { "select \(number) as value" }

    @Test func interpolatedValuesMayBeAdjacentOrAtTheEnds() {
        let statement: SQL = "\(1)\(2) and \(3)"
        #expect(statement.text == "$1$2 and $3")
        #expect(("\(true)" as SQL).text == "$1")
        #expect(("" as SQL).text == "")
    }

    @Test func adjacentPiecesOfStatementTextAreJoined() {
        var pieces = StatementText("a")
        pieces.append("b")
        #expect(pieces.string == "ab")
        pieces.appendParameter()
        pieces.append(" c")
        pieces.append(" d")
        #expect(pieces.string == "ab$1 c d")
        pieces.appendParameter()
        #expect(pieces.string == "ab$1 c d$2")
        #expect(
            (lookUp(1).appending(" limit 1").appending(" for update")).text == "select $1 as value limit 1 for update")
    }

    @Test func statementsFromOneLineOfCodeShareTheirText() {
        #expect(lookUp(1).pieces.isIdentical(to: lookUp(2).pieces))
        #expect(lookUp(1).pieces.fingerprint == lookUp(2).pieces.fingerprint)
        #expect(!lookUp(1).pieces.isIdentical(to: lookUp(1).appending(" limit 1").pieces))
        #expect(!lookUp(1).pieces.isIdentical(to: SQL(text: lookUp(1).text).pieces))
        #expect(SQL(text: "a").pieces.isIdentical(to: SQL(text: "a").pieces))
    }

    @Test func statementsWithEqualTextAndValuesAreEqual() {
        #expect(lookUp(1) == lookUp(1))
        #expect(lookUp(1) != lookUp(2))
        #expect(SQL(text: "select $1 as value", binds: lookUp(1).binds) == lookUp(1))
        #expect(Set([lookUp(1), SQL(text: "select $1 as value", binds: lookUp(1).binds)]).count == 1)
    }

    @Test func aValueOfAnotherTypeIsPreparedAsAnotherStatement() {
        func either(_ value: some PostgresEncodable) -> SQL { "select \(value)" }
        var cache = StatementCache(capacity: 8)
        guard case .prepare("s1", let key, nil) = cache.plan(for: either(1)) else {
            return #expect(Bool(false), "not prepared")
        }
        #expect(cache.plan(for: either(2)) == .unnamed)
        cache.prepared(key)
        #expect(cache.plan(for: either(3)) == .named("s1", key))
        guard case .prepare("s2", _, nil) = cache.plan(for: either("text")) else {
            return #expect(Bool(false), "not prepared")
        }
    }

    @Test(
        arguments: [
            "/* \(1) */ commit", "\(1)", "set\(1) local", "-- \(1)\nrollback", "selec\(1)", "/* a */ listen \(1)",
            "set \(1) = 1",
        ] as [SQL])
    func aStatementAndItsTextAreRefusedOrAcceptedAlike(statement: SQL) {
        #expect(StatementRule.objection(to: statement) == StatementRule.objection(to: statement.text))
    }

    @Test func aCommentWithAValueDoesNotHideARefusedStatement() {
        #expect(StatementRule.objection(to: "/* \(1) */ commit") != nil)
        #expect(StatementRule.objection(to: "select \(1)" as SQL) == nil)
        #expect(StatementRule.objection(to: "  \n select\(1)" as SQL) == nil)
    }
}

import Postgres
import TestSupport
import Testing

/// Tests of the generation of identifiers (migration 0029).
@Suite struct IdentifierTests {
    @Test func identifiersRiseAndAreUnique() async throws {
        try await withDatabase { database in
            let runtime = database.runtime
            let made = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        try await runtime.rows(
                            """
                            select control.next_identifier() as id
                              from generate_series(1, 5000)
                            """
                        ).map { try $0("id") }
                    }
                }
                var made: [[Int64]] = []
                for try await some in group { made.append(some) }
                return made
            }
            for some in made { #expect(zip(some, some.dropFirst()).allSatisfy { $0 < $1 }) }
            #expect(Set(made.joined()).count == 20_000)
            // The texts of the Show Finder contain the identifier in four places.
            #expect(made.joined().allSatisfy { $0 > 0 && $0 < 1 << 61 })
        }
    }

    /// Even with a stopped clock, an identifier does not reveal the number of other identifiers.
    @Test func theLowBitsOfAnIdentifierDoNotRevealItsSequenceNumber() async throws {
        try await withDatabase { database in
            let steps = try await database.runtime.rows(
                """
                select (id & 1023) - lag(id & 1023) over (order by place) as step
                  from (select control.next_identifier() as id, place from generate_series(1, 4000) place offset 0) made
                 order by place
                offset 1
                """)
            var counts: [Int64: Int] = [:]
            for row in steps {
                let step: Int64 = try row("step")
                counts[(step + 1024) % 1024, default: 0] += 1
            }
            // The identifiers of a plain counter differ by 1. Here each of 1,024 differences occurs about four times in 4,000 identifiers.
            #expect(counts.count > 512)
            #expect(counts.values.max() ?? 0 < 40)
        }
    }
}

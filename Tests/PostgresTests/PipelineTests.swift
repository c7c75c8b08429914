import Testing

@testable import Postgres

@Suite struct PipelineTests {
    private static let refused = PostgresError.server(sqlState: "42P01", message: "", constraint: nil, detail: nil)
    private static let stale = PostgresError.server(sqlState: "26000", message: "", constraint: nil, detail: nil)

    private func exchange(_ texts: String...) -> Exchange {
        Exchange([texts.map { Exchange.Step(statement: SQL(text: $0)) }])
    }

    /// What the messages do, in short.
    private func outline(_ messages: [Pipeline.Message]) -> [String] {
        messages.map { message in
            switch message {
            case .prepare(let name, let statement): "prepare \(name): \(statement.text)"
            case .execute(let statement, let name?): "run \(name): \(statement.text)"
            case .execute(let statement, nil): "send: \(statement.text)"
            case .sync: "sync"
            }
        }
    }

    /// Answers every message as a server would to which all is well; returns what is finished.
    private func succeed(_ pipeline: inout Pipeline, _ messages: [Pipeline.Message]) -> [Pipeline.Finished] {
        messages.flatMap { message -> [Pipeline.Finished] in
            if case .sync = message { return [pipeline.received(.synced)].compactMap(\.self) }
            return [pipeline.received(.succeeded(nil)), pipeline.received(.ended)].compactMap(\.self)
        }
    }

    @Test func aStatementIsPreparedOnceAndThenRunByName() {
        var pipeline = Pipeline(preparedLimit: 2)
        let first = pipeline.begin(exchange("select 1"))
        #expect(outline(first) == ["prepare s1: select 1", "run s1: select 1", "sync"])
        #expect(succeed(&pipeline, first).count == 1)
        #expect(outline(pipeline.begin(exchange("select 1"))) == ["run s1: select 1", "sync"])
    }

    @Test func aStatementThatIsBeingPreparedIsNotReliedOn() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = pipeline.begin(exchange("select 1"))
        #expect(outline(pipeline.begin(exchange("select 1"))) == ["send: select 1", "sync"])
    }

    @Test func aSkippedPreparationIsMadeUpFor() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = pipeline.begin(exchange("bad", "select 1"))
        _ = pipeline.received(.failed(Self.refused))
        for _ in 0..<3 {
            _ = pipeline.received(.ended)
            _ = pipeline.received(.skipped)
        }
        _ = pipeline.received(.ended)
        let finished = pipeline.received(.synced)
        #expect(finished?.error == Self.refused)
        #expect(!pipeline.isExpecting)
        #expect(outline(pipeline.begin(exchange("select 1"))) == ["prepare s3: select 1", "run s3: select 1", "sync"])
    }

    @Test func theLeastRecentlyUsedStatementGivesWay() {
        var pipeline = Pipeline(preparedLimit: 2)
        for text in ["a", "b", "a"] { _ = succeed(&pipeline, pipeline.begin(exchange(text))) }
        let third = pipeline.begin(exchange("c"))
        #expect(outline(third) == ["send: deallocate s2", "prepare s3: c", "run s3: c", "sync"])
        _ = succeed(&pipeline, third)
        #expect(outline(pipeline.begin(exchange("a"))) == ["run s1: a", "sync"])
    }

    @Test func aDroppedStatementWhoseDropWasSkippedIsDroppedLater() {
        var pipeline = Pipeline(preparedLimit: 1)
        _ = succeed(&pipeline, pipeline.begin(exchange("a")))
        _ = pipeline.begin(exchange("b"))
        for _ in 0..<3 {
            _ = pipeline.received(.skipped)
            _ = pipeline.received(.ended)
        }
        _ = pipeline.received(.synced)
        #expect(outline(pipeline.begin(exchange("c"))).first == "send: deallocate s1")
    }

    @Test func aStatementOlderThanTheSchemaIsPreparedAnew() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = succeed(&pipeline, pipeline.begin(exchange("a")))
        _ = pipeline.begin(exchange("a"))
        _ = pipeline.received(.failed(Self.stale))
        _ = pipeline.received(.ended)
        _ = pipeline.received(.synced)
        #expect(
            outline(pipeline.begin(exchange("a"))) == ["send: deallocate s1", "prepare s2: a", "run s2: a", "sync"])
    }

    @Test func anExchangeEndsAtItsLastSyncWithItsFirstError() {
        var pipeline = Pipeline(preparedLimit: 0)
        let one = Exchange.transaction([SQL(text: "a")], settings: [], form: .explicit, deadline: .now)
        let two = exchange("b")
        #expect(outline(pipeline.begin(one)) == ["send: begin", "send: a", "sync", "send: commit", "sync"])
        _ = pipeline.begin(two)
        _ = succeed(&pipeline, [.execute("begin", named: nil)])
        _ = pipeline.received(.failed(Self.refused))
        _ = pipeline.received(.ended)
        #expect(pipeline.received(.synced) == nil)
        _ = pipeline.received(.failed(Self.stale))
        _ = pipeline.received(.ended)
        let finished = pipeline.received(.synced)
        #expect(finished?.exchange === one)
        #expect(finished?.error == Self.refused)
        let left = pipeline.abandon()
        #expect(left.exchanges.count == 1 && left.exchanges.first === two)
        #expect(left.error == nil)
    }

    @Test func aSyncThatFailsIsTheExchangesError() {
        var pipeline = Pipeline(preparedLimit: 0)
        let one = Exchange.transaction([SQL(text: "a")], settings: [], form: .implicit, deadline: .now)
        #expect(outline(pipeline.begin(one)) == ["send: a", "sync"])
        _ = succeed(&pipeline, [.execute("a", named: nil)])
        _ = pipeline.received(.failed(Self.refused))
        _ = pipeline.received(.ended)
        #expect(pipeline.received(.synced)?.error == Self.refused)
    }

    @Test func nothingIsPreparedWhereThatIsNotWanted() {
        var pipeline = Pipeline(preparedLimit: 0)
        _ = succeed(&pipeline, pipeline.begin(exchange("a")))
        #expect(outline(pipeline.begin(exchange("a"))) == ["send: a", "sync"])
    }
}

extension Pipeline.Finished: Equatable {
    public static func == (one: Pipeline.Finished, other: Pipeline.Finished) -> Bool { one.exchange === other.exchange }
}

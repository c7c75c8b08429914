import Testing

@testable import Postgres

@Suite struct PipelineTests {
    private static let refused = PostgresError.server(sqlState: "42P01", message: "", constraint: nil, detail: nil)
    private static let stale = PostgresError.server(sqlState: "26000", message: "", constraint: nil, detail: nil)

    private func exchange(_ texts: String...) -> Exchange {
        Exchange([texts.map { Exchange.Step(statement: SQL(text: $0)) }])
    }

    /// Returns the messages that an exchange sends through the pipeline.
    private func messages(_ exchange: Exchange, in pipeline: inout Pipeline) -> [Pipeline.Message] {
        var messages: [Pipeline.Message] = []
        pipeline.begin(exchange) { messages.append($0) }
        return messages
    }

    /// Returns a short description of each message.
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

    /// Answers every message successfully, like a server, and returns the finished exchanges.
    private func succeed(_ pipeline: inout Pipeline, _ messages: [Pipeline.Message]) -> [Pipeline.Finished] {
        messages.flatMap { message -> [Pipeline.Finished] in
            if case .sync = message { return [pipeline.received(.synced)].compactMap(\.self) }
            return [pipeline.received(.succeeded(nil)), pipeline.received(.ended)].compactMap(\.self)
        }
    }

    @Test func aStatementIsPreparedOnceAndThenRunByName() {
        var pipeline = Pipeline(preparedLimit: 2)
        let first = messages(exchange("select 1"), in: &pipeline)
        #expect(outline(first) == ["prepare s1: select 1", "run s1: select 1", "sync"])
        #expect(succeed(&pipeline, first).count == 1)
        #expect(outline(messages(exchange("select 1"), in: &pipeline)) == ["run s1: select 1", "sync"])
    }

    @Test func aStatementStillBeingPreparedIsSentUnprepared() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = messages(exchange("select 1"), in: &pipeline)
        #expect(outline(messages(exchange("select 1"), in: &pipeline)) == ["send: select 1", "sync"])
    }

    @Test func aSkippedPreparationOfAStatementIsRepeated() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = messages(exchange("bad", "select 1"), in: &pipeline)
        _ = pipeline.received(.failed(Self.refused))
        for _ in 0..<3 {
            _ = pipeline.received(.ended)
            _ = pipeline.received(.skipped)
        }
        _ = pipeline.received(.ended)
        let finished = pipeline.received(.synced)
        #expect(finished?.error == Self.refused)
        #expect(!pipeline.isExpecting)
        #expect(
            outline(messages(exchange("select 1"), in: &pipeline)) == [
                "prepare s3: select 1", "run s3: select 1", "sync",
            ])
    }

    @Test func theLeastRecentlyUsedStatementIsDeallocatedBeyondTheLimit() {
        var pipeline = Pipeline(preparedLimit: 2)
        for text in ["a", "b", "a"] { _ = succeed(&pipeline, messages(exchange(text), in: &pipeline)) }
        let third = messages(exchange("c"), in: &pipeline)
        #expect(outline(third) == ["send: deallocate s2", "prepare s3: c", "run s3: c", "sync"])
        _ = succeed(&pipeline, third)
        #expect(outline(messages(exchange("a"), in: &pipeline)) == ["run s1: a", "sync"])
    }

    @Test func aSkippedDeallocationOfAStatementIsRepeated() {
        var pipeline = Pipeline(preparedLimit: 1)
        _ = succeed(&pipeline, messages(exchange("a"), in: &pipeline))
        _ = messages(exchange("b"), in: &pipeline)
        for _ in 0..<3 {
            _ = pipeline.received(.skipped)
            _ = pipeline.received(.ended)
        }
        _ = pipeline.received(.synced)
        #expect(outline(messages(exchange("c"), in: &pipeline)).first == "send: deallocate s1")
    }

    @Test func aStatementWithAStalePlanIsPreparedAgain() {
        var pipeline = Pipeline(preparedLimit: 2)
        _ = succeed(&pipeline, messages(exchange("a"), in: &pipeline))
        _ = messages(exchange("a"), in: &pipeline)
        _ = pipeline.received(.failed(Self.stale))
        _ = pipeline.received(.ended)
        _ = pipeline.received(.synced)
        #expect(
            outline(messages(exchange("a"), in: &pipeline)) == [
                "send: deallocate s1", "prepare s2: a", "run s2: a", "sync",
            ])
    }

    /// Spec H3.9.
    @Test func anExchangeEndsAtItsLastSyncAndReportsItsFirstError() {
        var pipeline = Pipeline(preparedLimit: 0)
        let one = Exchange.transaction([SQL(text: "a")], settings: [], form: .explicit, deadline: .now)
        let two = exchange("b")
        #expect(outline(messages(one, in: &pipeline)) == ["send: begin", "send: a", "sync", "send: commit", "sync"])
        _ = messages(two, in: &pipeline)
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

    @Test func anErrorAtTheSyncIsTheErrorOfTheExchange() {
        var pipeline = Pipeline(preparedLimit: 0)
        let one = Exchange.transaction([SQL(text: "a")], settings: [], form: .implicit, deadline: .now)
        #expect(outline(messages(one, in: &pipeline)) == ["send: a", "sync"])
        _ = succeed(&pipeline, [.execute("a", named: nil)])
        _ = pipeline.received(.failed(Self.refused))
        _ = pipeline.received(.ended)
        #expect(pipeline.received(.synced)?.error == Self.refused)
    }

    @Test func noStatementIsPreparedIfPreparingIsOff() {
        var pipeline = Pipeline(preparedLimit: 0)
        _ = succeed(&pipeline, messages(exchange("a"), in: &pipeline))
        #expect(outline(messages(exchange("a"), in: &pipeline)) == ["send: a", "sync"])
    }
}

extension Pipeline.Finished: Equatable {
    public static func == (one: Pipeline.Finished, other: Pipeline.Finished) -> Bool { one.exchange === other.exchange }
}

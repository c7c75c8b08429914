import Testing

@testable import HTTP

/// Compares a conversation with its specification in thousands of random runs: phases, order of responses, deadlines,
/// and the end of every connection without progress. A failure names its seed, which `Walk(seed:)` repeats.
struct ConversationModelTests {
    private static let seeds: [Range<UInt64>] = (0..<8).map { ($0 * 500)..<($0 * 500 + 500) }

    @Test(arguments: seeds) func randomConversationsMatchTheSpecification(seeds: Range<UInt64>) {
        for seed in seeds {
            #expect(throws: Never.self) {
                var walk = Walk(seed: seed)
                try walk.run(steps: 80)
            }
        }
    }

    @Test func randomConversationsReachEveryStateAndOutcomeOfTheModel() throws {
        var seen: Set<String> = []
        for seed in UInt64(0)..<400 {
            var walk = Walk(seed: seed)
            try walk.run(steps: 80)
            seen.formUnion(walk.seen)
        }
        let expected = [
            "phase idle", "phase head", "phase content", "phase answering", "phase streaming", "phase finished",
            "phase lingering", "due: close", "due: abort", "due: timeout", "due: nothing", "admission read",
            "admission sendContinue", "end of input", "end of stream", "drain 0.0", "drain 30.0", "blocked", "written",
            "linger", "close",
            "answer 4",
        ]
        for what in expected { #expect(seen.contains(what), "\(what)") }
    }
}

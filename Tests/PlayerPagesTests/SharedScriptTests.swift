import TestSupport
import Testing

@testable import PlayerPages

/// The rules by which a browser keeps in step, run in Node.js without a page.
@Suite struct SharedScriptTests {
    private static let values = """
        const asOf = '2026-06-15T12:00:00.600Z', begin = Date.parse(asOf);
        const session = (audio, more = {}) => ({ audio, attempt: 3, positionMs: 42000, asOf, durationMs: 100000, track: { id: 'a', isBlocked: false }, ...more });
        const loaded = (more = {}) => ({ attempt: 3, track: 'a', isPaused: true, ...more });
        """

    private func run(_ statements: String) throws -> [String] {
        try Node.run(SharedScript.text.description, until: SharedScript.endOfRules, Self.values + "\n" + statements)
    }

    @Test func theClockOffsetIsMeasuredFromTheMiddleOfTheRoundTrip() throws {
        let lines = try run(
            """
            const one = sample(1000, 1040, { receivedAtUs: 5_009_000_000, sentAtUs: 5_011_000_000 });
            answer(one);
            answer(one.offset + 1020);
            """)
        #expect(lines == [#"{"offset":5008980,"bound":20,"at":1040}"#, "5010000"])
    }

    @Test func theErrorOfAMeasuredClockOffsetIsWithinItsBound() throws {
        let lines = try run(
            """
            let worst = 0;
            for (let request = 0; request <= 40; request++) for (let answered = 0; answered <= 40; answered++) {
              const offset = 7000, received = (1000 + request + offset) * 1000, sent = received + 3000;
              const one = sample(1000, 1000 + request + 3 + answered, { receivedAtUs: received, sentAtUs: sent });
              worst = Math.max(worst, Math.abs(one.offset - offset) - one.bound);
            }
            answer(worst <= 0);
            """)
        #expect(lines == ["true"])
    }

    @Test func theMostPreciseRecentClockSampleIsUsed() throws {
        let lines = try run(
            """
            const samples = [{ offset: 1, bound: 30, at: 0 }, { offset: 2, bound: 5, at: 0 }, { offset: 3, bound: 8, at: 90000 }];
            answer(best(samples.slice(0, 2), 0).offset);
            answer(best(samples, 100000).offset);
            answer(best([], 0));
            """)
        #expect(lines == ["2", "3", "null"])
    }

    @Test func theSharedPositionMovesOnlyAfterTheStartTime() throws {
        let lines = try run(
            """
            answer([begin - 500, begin, begin + 1500, begin + 900000].map(time => positionAt(session('playing'), time)));
            answer(positionAt(session('paused'), begin + 1500));
            """)
        #expect(lines == ["[42000,42000,43500,100000]", "42000"])
    }

    @Test func smallPositionDifferencesChangeTheSpeedAndLargeDifferencesSeek() throws {
        let lines = try run(
            """
            answer([0, 4, -5, 15, -15, 200, -999].map(difference => correction(difference).rate));
            answer([-1000, -999, 999, 1000].map(difference => correction(difference).seek));
            """)
        #expect(lines == ["[1,1,1,0.99,1.01,0.97,1.03]", "[true,false,false,true]"])
    }

    @Test func theAudioElementFollowsTheStateOfTheSharedSession() throws {
        let lines = try run(
            """
            answer(task(session('loading'), true, loaded({ track: null, attempt: 0 })));
            answer(task(session('playing'), true, loaded({ track: 'b' })));
            answer(task(session('loading'), true, loaded({ attempt: 2 })));
            answer(task(session('playing'), true, loaded()));
            answer(task(session('playing'), true, loaded({ isPaused: false })));
            answer(task(session('paused'), true, loaded({ isPaused: false })));
            answer(task(session('playing'), false, loaded({ isPaused: false })));
            answer(task(session('playing', { track: { id: 'a', isBlocked: true } }), true, loaded()));
            answer(task(null, true, loaded({ track: null })));
            """)
        #expect(
            lines == [
                #""load""#, #""load""#, #""prepare""#, #""start""#, "null", #""pause""#, #""unload""#, #""unload""#,
                "null",
            ])
    }

    @Test func theMedianIgnoresExtremeMeasurements() throws {
        #expect(try run("answer(median([5, -300, 7, 6, 400]));") == ["6"])
    }
}

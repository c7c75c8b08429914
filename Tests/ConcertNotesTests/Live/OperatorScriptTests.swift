import Foundation
import TestSupport
import Testing
import Web

@testable import ConcertNotes

/// The rules by which the page's script counts presses, run in Node.js without a page (decision 0052).
@Suite struct OperatorScriptTests {
    /// Runs statements after the rules of the page's script and returns the arguments of `answer(…)` as lines of JSON.
    private func run(_ statements: String) throws -> [String] {
        try Self.node(
            OperatorScript.text,
            """
            const step = (key, by = 1) => ({ key, by, name: by > 0 ? 'Next' : 'Back' });
            const jump = key => ({ key, name: 'Go to measure', action: '/operator/jumps', what: 'jump', at: 0 });
            const keys = moves => moves.map(move => move.key).join('');
            \(statements)
            """)
    }

    /// Runs statements after the rules of a script, which end where the page begins.
    private static func node(_ script: StaticString, _ statements: String) throws -> [String] {
        let text = script.description
        let rules = text[..<(try #require(text.range(of: OperatorScript.endOfRules)).lowerBound)]
        let program = """
            \(rules)
            const answer = value => console.log(JSON.stringify(value));
            \(statements)
            """
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["node", "--input-type=module", "--eval", program]
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError, process.standardInput) = (output, errors, FileHandle.nullDevice)
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitForEnd()
        #expect(
            process.terminationStatus == 0,
            "Node.js is needed (scripts/install-dependencies node=nodejs): \(String(decoding: complaint, as: UTF8.self))"
        )
        return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func pressesDuringARequestAreSentTogetherAfterTheRequest() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            queue.add(step('a'), 7);
            answer(keys(queue.next().moves));
            queue.add(step('b'), 7);
            queue.add(step('c', -1), 7);
            answer(keys(queue.next().moves));
            answer(queue.answered({ made: 1, revision: 8, refused: false }).length);
            const batch = queue.next();
            answer([keys(batch.moves), batch.revision, queue.waiting]);
            """)
        #expect(lines == [#""a""#, #""a""#, "0", #"["bc",8,2]"#])
    }

    @Test func theNumberOfPressesIsWrittenInSingularOrPlural() throws {
        #expect(try run("answer([0, 1, 2].map(presses));") == [#"["0 presses","1 press","2 presses"]"#])
    }

    @Test func theLastTwoRefusalsAreShownAndTheEarlierOnesAreCounted() throws {
        let lines = try run(
            """
            for (const refused of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd']]) {
              const { shown, earlier } = shownRefusals(refused);
              answer([shown.join(''), earlier.join('')]);
            }
            answer([1, 2].map(earlierWords));
            """)
        #expect(
            lines == [
                #"["a",""]"#, #"["ab",""]"#, #"["bc","a"]"#, #"["cd","ab"]"#,
                #"["1 earlier message about refused presses","2 earlier messages about refused presses"]"#,
            ])
        let text = OperatorScript.text.description
        #expect(!text.contains("refused = refused.slice"), "a new refusal removes no earlier one")
    }

    @Test func anUnansweredRequestIsSentAgainUnchanged() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            queue.add(step('a'), 7);
            queue.next();
            queue.unanswered();
            queue.add(step('b'), 9);
            const again = queue.next();
            answer([keys(again.moves), again.revision]);
            """)
        #expect(lines == [#"["a",7]"#])
    }

    @Test func aRefusedRequestDropsAllWaitingPresses() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            for (const key of 'abc') queue.add(step(key), 7);
            queue.next();
            queue.add(step('d', -1), 7);
            queue.add(jump('e'), 7);
            const gone = queue.answered({ made: 1, revision: 8, refused: true });
            answer([keys(gone), counted(gone), queue.waiting, queue.next()]);
            queue.add(step('f'), 12);
            answer(queue.next().revision);
            """)
        #expect(lines == [#"["bcde","2 × Next, 1 × Back, 1 × Go to measure",0,null]"#, "12"])
    }

    @Test func aPressBeforeThePageIsUpdatedUsesTheRevisionOfTheLastResponse() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            queue.add(step('a'), 7);
            queue.next();
            queue.answered({ made: 1, revision: 8, refused: false });
            queue.add(step('b'), 7);
            answer(queue.next().revision);
            queue.answered({ made: 1, revision: 9, refused: false });
            queue.add(step('c'), 11);
            answer(queue.next().revision);
            """)
        #expect(lines == ["8", "11"])
    }

    @Test func jumpsAndStepsAreSentInOrder() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            for (const move of [step('a'), step('b'), jump('j'), step('c')]) queue.add(move, 7);
            for (let batch, revision = 7; (batch = queue.next());) {
              answer([keys(batch.moves), batch.revision]);
              queue.answered({ made: batch.moves.length, revision: revision += batch.moves.length, refused: false });
            }
            """)
        #expect(lines == [#"["ab",7]"#, #"["j",9]"#, #"["c",10]"#])
    }

    @Test func aReloadedPageSendsWaitingPressesWithTheSameKeys() throws {
        let lines = try run(
            """
            const before = new MoveQueue();
            for (const key of 'ab') before.add(step(key), 7);
            before.next();
            before.add(step('c'), 7);
            const after = new MoveQueue(JSON.parse(JSON.stringify(before)));
            const batch = after.next();
            answer([keys(batch.moves), batch.revision, after.waiting]);
            answer([new MoveQueue(undefined).next(), new MoveQueue({}).waiting]);
            """)
        #expect(lines == [#"["ab",7,3]"#, "[null,0]"])
    }

    @Test func aRequestContainsNoMorePressesThanTheServerAccepts() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            for (let number = 0; number < 120; number += 1) queue.add(step(String(number)), 1);
            for (let batch; (batch = queue.next());) {
              answer(batch.moves.length);
              queue.answered({ made: batch.moves.length, revision: 1, refused: false });
            }
            """)
        #expect(lines.compactMap(Int.init) == [OperatorPresses.limit, OperatorPresses.limit, 20])
    }

    /// 1,000 presses over a network that loses requests and responses, while a colleague moves: the moves that the
    /// queue reports are exactly those that the server has made.
    @Test(arguments: [1, 2, 3])
    func everyPressIsAppliedOrReportedOnceDespiteLostRequests(seed: Int) throws {
        let lines = try run(
            """
            let random = \(seed) * 2654435761 % 4294967296;
            const chance = share => (random = (random * 1664525 + 1013904223) % 4294967296) / 4294967296 < share;
            // The simulated server: a measure, a revision, and the result for each key.
            let measure = 1, revision = 1;
            const log = new Map();
            const serve = ({ moves, revision: at }) => {
              let made = 0, last = at;
              for (const { key, by } of moves) {
                if (!log.has(key)) {
                  if (revision !== last) return { made, revision: last, refused: true };
                  measure += by;
                  log.set(key, revision += 1);
                }
                made += 1;
                last = log.get(key);
              }
              return { made, revision: last, refused: false };
            };
            let queue = new MoveQueue(), shown = 1, refused = [], own = 0, pressed = 0;
            while (pressed < 1000 || queue.waiting) {
              if (pressed < 1000) queue.add(step(String(pressed++), chance(0.3) ? -1 : 1), shown);
              if (chance(0.02)) { measure += 100; revision += 1; if (!queue.waiting) shown = revision; }
              if (chance(0.05)) queue = new MoveQueue(JSON.parse(JSON.stringify(queue)));
              if (pressed < 1000 && chance(0.5)) continue;
              const batch = queue.next();
              if (!batch) continue;
              if (chance(0.15)) { queue.unanswered(); continue; }
              const outcome = serve(batch);
              if (chance(0.15)) { queue.unanswered(); continue; }
              for (const move of queue.moves.slice(0, outcome.made)) own += move.by;
              refused.push(...queue.answered(outcome));
              shown = revision;
            }
            answer([log.size + refused.length, refused.length > 0, refused.some(move => log.has(move.key)),
              (measure - 1 - own) % 100]);
            """)
        #expect(lines == ["[1000,true,false,0]"])
    }

    @Test func aPressRepeatedWithinEightyMillisecondsIsABounce() throws {
        let lines = try run(
            """
            const rule = new BounceRule();
            answer([[0, 'touch', 'next'], [50, 'touch', 'next'], [120, 'touch', 'next'], [220, 'touch', 'next'],
              [250, 'touch', 'back'], [280, 'key', 'back'], [360, 'key', 'back']]
              .map(([time, kind, button]) => rule.isBounce(kind, button, time)));
            """)
        // A bounce after a bounce also counts as a bounce. Another button or another kind of pointer counts as a press.
        #expect(lines == ["[false,true,true,false,false,false,false]"])
    }

    @Test func theSameJumpWithinASecondCountsOnce() throws {
        let lines = try run(
            """
            const queue = new MoveQueue();
            const at = (time, what = 'jump') => ({ ...jump('j'), at: time, what });
            answer([queue.isDouble(at(500), at(0)), queue.isDouble(at(1000), at(0)), queue.isDouble(at(500, 'x'), at(0)),
              queue.isDouble(step('a'), step('b')), queue.isDouble(at(0), null)]);
            """)
        #expect(lines == ["[true,false,false,false,false]"])
    }

    @Test func keysOfKeyboardsFootSwitchesAndPresentersPerformActions() throws {
        let lines = try run(
            """
            const pressed = [' ', 'ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp', 'b', 'B', '.', 'h', 'T', 'g', '?'];
            answer(pressed.map(key => keyAction(key, 'other')));
            answer(['a', 'Tab', 'Escape', 'Home', 'End', 'F5'].map(key => keyAction(key, 'none')));
            """)
        #expect(
            lines == [
                #"["next","next","next","back","back","blackout","blackout","blackout","hold","take-over","find","help"]"#,
                "[null,null,null,null,null,null]",
            ])
    }

    /// Scrolling with the arrows, and Enter on another button, must not move the concert.
    @Test func theKeysOfPedalsCountOnlyWithoutFocusOrOnTheStepButtons() throws {
        let lines = try run(
            """
            const pressed = ['ArrowDown', 'ArrowUp', 'Enter'];
            for (const focus of ['none', 'step', 'other']) answer(pressed.map(key => keyAction(key, focus)));
            """)
        #expect(lines == [#"["next","back","next"]"#, #"["next","back",null]"#, "[null,null,null]"])
    }

    @Test func theDelayOfAPressDoesNotDependOnTheOrderOfResponseAndEvent() throws {
        let lines = try run(
            """
            const clock = new OnAirClock();
            answer([clock.answered(5, 1000), clock.heard(4, 1040), clock.heard(5, 1084), clock.heard(5, 1090)]);
            answer([clock.heard(6, 2050), clock.answered(6, 2000)]);
            answer([clock.answered(7, 3000), clock.answered(8, 3100), clock.heard(8, 3200)]);
            answer([84, 999.6, 1250].map(spokenDelay));
            """)
        #expect(lines == ["[null,null,84,null]", "[null,50]", "[null,null,100]", #"["84 ms","1000 ms","1.3 s"]"#])
    }

    @Test func thePacketsOfTheLastMinuteAreTheDifferenceOfTheTotals() throws {
        let lines = try run(
            """
            const minute = new PacketMinute();
            const add = (packetsSent, packetsFailed, now) => minute.add({ packetsSent, packetsFailed }, now);
            answer(minuteWords(minute.counts));
            add(1000, 5, 0);
            add(1010, 5, 10000);
            answer(minuteWords(minute.counts));
            for (let second = 11; second <= 100; second++) add(1000 + second, 7, second * 1000);
            answer(minuteWords(minute.counts));
            """)
        #expect(lines == [#""Not known yet""#, #""10 sent, 0 failed in 10 s""#, #""60 sent, 0 failed""#])
    }

    @Test func theHealthLineNamesALostConnectionAndAnUnknownState() throws {
        let lines = try run(
            """
            const status = { state: 'sending', hasStandby: true };
            answer(healthLine({ lostAt: null, unknownAt: null, status }));
            answer(healthLine({ lostAt: null, unknownAt: null, status: { state: 'failing', hasStandby: false } }));
            answer(healthLine({ lostAt: null, unknownAt: '20:15:03', status }));
            answer(healthLine({ lostAt: '20:15:04', unknownAt: '20:15:03', status }));
            """)
        #expect(
            lines == [
                #""Connected · packets are sent · standby emitter ready""#,
                #""Connected · packets fail · no standby emitter""#,
                #""Connected · state of the packets unknown since 20:15:03""#,
                #""Connection interrupted since 20:15:04 · state of the packets unknown since 20:15:03""#,
            ])
    }

    @Test func aReplayOfTheLogShortensLongPauses() throws {
        let lines = try Self.node(
            EmbeddedText.operatorLogJS,
            "answer(replayOffsets([0, 1000, 61000, 62000])); answer(replayOffsets([]));")
        #expect(lines == ["[0,1000,11000,12000]", "[]"])
    }

    @Test func theSpeedOfAReplayCanChangeWhileItRuns() throws {
        let lines = try Self.node(
            EmbeddedText.operatorLogJS,
            """
            const replay = new Replay([0, 1000, 61000, 62000], 2);
            replay.start(5000);
            answer([5000, 5499, 5500, 99000].map(now => replay.step(now)));
            replay.setSpeed(0.25, 5500);
            for (const refused of [0.1, 101, NaN]) replay.setSpeed(refused, 5600);
            answer([replay.step(45499), replay.step(45500), replay.speed]);
            """)
        #expect(lines == ["[0,0,1,3]", "[1,2,0.25]"])
    }

    @Test func theReplayScriptReadsTheLogTableOfTheServer() throws {
        let table = LiveLogEntry.table(of: [
            LiveLogEntry(
                revision: 1, at: Instant(milliseconds: 1000), time: "", piece: "Composer, \"Work\"", measure: 4,
                printed: LiveProgram.PrintedMeasure(number: "2", pass: 2), state: "running", source: .operator,
                login: nil, delayMs: nil)
        ])
        let text = String(decoding: table.bytes, as: UTF8.self)
            .replacing("\r\n", with: "\\r\\n")
        let lines = try Self.node(
            EmbeddedText.operatorLogJS,
            """
            const [entry] = readTable('\(text)');
            answer([entry.piece, Date.parse(entry.at), stepWords(entry)]);
            """)
        #expect(lines == [#"["Composer, \"Work\"",1000,"m. 2, pass 2 · running"]"#])
    }

    @Test func keysMoveARehearsalForwardAndBack() throws {
        let lines = try Self.node(
            EmbeddedText.operatorRehearsalJS, "answer([' ', 'PageDown', 'ArrowLeft', 'b'].map(rehearsalStep));")
        #expect(lines == [#"["rehearse-next","rehearse-next","rehearse-back",null]"#])
    }
}

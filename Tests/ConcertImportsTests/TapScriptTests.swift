import Foundation
import TestSupport
import Testing

@testable import ConcertImports

/// The rules by which taps become times, run by Node.js without a page (decision 0052).
struct TapScriptTests {
    /// Runs statements behind the rules, and returns the arguments of `answer(…)` as lines of JSON.
    private func run(_ statements: String) throws -> [String] {
        let text = TapPage.script.description
        let rules = text[..<(try #require(text.firstRange(of: "// The page.")).lowerBound)]
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

    @Test func withoutTapsTheMeasureTimesAreUnchanged() throws {
        #expect(try run("answer(new Taps([0, 1000, 2500, 4000]).times());") == ["[0,1000,2500,4000]"])
    }

    @Test func everyTapSetsTheTimeOfTheNextMeasure() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000, 3000]);
            for (const time of [500, 1700, 2600, 3900]) answer(taps.tap(time, 'measure'));
            answer(taps.times());
            answer(taps.tap(5000, 'measure'));
            """)
        #expect(lines == ["true", "true", "true", "true", "[500,1700,2600,3900]", "false"])
    }

    @Test func measuresBetweenTappedSectionsKeepTheirProportions() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 3000, 4000, 5000], [0, 3]);
            taps.tap(0, 'section');
            taps.tap(8000, 'section');
            answer(taps.times());
            taps.tap(9000, 'section');
            answer(taps.times());
            """)
        #expect(lines == ["[0,2000,6000,8000,10000]", "[0,2000,6000,8000,9000]"])
    }

    @Test func anUndoneTapHasNoEffect() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000]);
            taps.tap(100, 'measure');
            taps.tap(900, 'measure');
            answer(taps.undo());
            answer([taps.cursor, taps.times()]);
            taps.undo();
            answer([taps.undo(), taps.times()]);
            """)
        #expect(lines == ["true", "[1,[100,1100,2100]]", "[false,[0,1000,2000]]"])
    }

    @Test func aTapThatIsNotLaterThanThePreviousTapIsNotCounted() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000]);
            taps.tap(1000, 'measure');
            answer(taps.tap(1000, 'measure'));
            answer(taps.cursor);
            """)
        #expect(lines == ["false", "1"])
    }

    @Test func tappingAgainFromAnEarlierMeasureReplacesLaterTaps() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000]);
            for (const time of [0, 1000, 2000]) taps.tap(time, 'measure');
            taps.cursor = 0;
            answer(taps.tap(5000, 'measure'));
            answer(taps.times());
            """)
        #expect(lines == ["true", "[5000,6000,7000]"])
    }

    @Test func aMeasureTimeCanBeMovedOnlyBetweenItsNeighbours() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000]);
            answer(taps.nudge(1, 50));
            answer(taps.times());
            answer(taps.nudge(1, 950));
            answer(taps.nudge(0, -50));
            answer(taps.times());
            """)
        #expect(lines == ["true", "[0,1050,2000]", "false", "false", "[0,1050,2000]"])
    }

    @Test func measureTimesBeforeAnEarlyTapStayIncreasingAndNotNegative() throws {
        let lines = try run(
            """
            const taps = new Taps([0, 1000, 2000, 3000, 3000]);
            taps.cursor = 2;
            taps.tap(10, 'measure');
            answer(taps.times());
            """)
        #expect(lines == ["[0,5,10,1010,1011]"])
    }
}

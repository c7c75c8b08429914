import RadioImports
import Testing

@testable import App

struct ImportProgressLinesTests {
    @Test func importProgressIsPrintedEveryTwoSecondsBeforeASummary() {
        let start = ContinuousClock.now
        let lines = ImportProgressLines(at: start)
        func line(_ milliseconds: Int, _ progress: ImportProgress) -> String? {
            lines.line(at: start + .milliseconds(milliseconds), progress)
        }
        #expect(line(100, .reading(items: 1000)) == nil)
        #expect(line(2000, .reading(items: 40_000)) == "2 s: items read: 40000")
        #expect(line(3900, .reading(items: 80_000)) == nil)
        #expect(line(4200, .publishing("episodes")) == "4 s: processing episodes")
        #expect(line(4300, .publishing("sound")) == nil)
        #expect(line(7000, .concluding) == "7 s: writing the results")
        #expect(
            lines.summary(at: start + .milliseconds(7600))
                == "7.6 s: reading 4.1, recordings 2.7, writing the results 0.6")
    }

    @Test func aQuickImportPrintsNothing() {
        let start = ContinuousClock.now
        let lines = ImportProgressLines(at: start)
        #expect(lines.line(at: start + .milliseconds(900), .reading(items: 1000)) == nil)
        #expect(lines.summary(at: start + .milliseconds(1500)) == nil)
    }
}

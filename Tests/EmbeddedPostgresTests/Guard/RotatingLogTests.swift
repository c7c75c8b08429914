import Foundation
import Testing

@testable import EmbeddedPostgres

struct RotatingLogTests {
    private func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

    @Test func aFullLogFileIsRenamedAndOldFilesAreDeleted() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let path = scratch.path + "/log"
        var log = RotatingLog(path: path, limit: 8, kept: 2)
        for line in ["first\n", "second\n", "third\n", "fourth\n"] { log.write(Array(line.utf8)) }
        log.close()
        #expect(text(path) == "fourth\n")
        #expect(text(path + ".1") == "third\n")
        #expect(text(path + ".2") == "second\n")
        #expect(text(path + ".3") == nil)
    }

    @Test func linesAreAppendedToAnExistingLogFile() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        let path = scratch.path + "/log"
        for line in ["one\n", "two\n"] {
            var log = RotatingLog(path: path)
            log.write(Array(line.utf8))
            log.close()
        }
        #expect(text(path) == "one\ntwo\n")
    }
}

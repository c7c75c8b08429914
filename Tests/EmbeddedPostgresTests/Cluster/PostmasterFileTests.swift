import Glibc
import Testing

@testable import EmbeddedPostgres

struct PostmasterFileTests {
    private static let whole = """
        4711
        /var/lib/tutti/pg
        1700000000
        5432
        /run/tutti/pg

          5432001         3
        ready

        """

    @Test func aPostmasterFileContainsTheProcessAndItsState() throws {
        let file = try #require(PostmasterFile(text: Self.whole))
        #expect(file.pid == 4711)
        #expect(file.isReady)
    }

    @Test(arguments: ["", "x", "-1\n", "0"])
    func aPostmasterFileWithoutAValidProcessIDIsRefused(text: String) {
        #expect(PostmasterFile(text: text) == nil)
    }

    @Test func aServerThatIsStartingIsNotReady() throws {
        let text = Self.whole.replacing("ready", with: "starting")
        #expect(try !#require(PostmasterFile(text: text)).isReady)
        #expect(try !#require(PostmasterFile(text: "4711\n/data\n")).isReady)
    }

    @Test func aProcessOfAnotherProgramIsNotAServer() throws {
        let file = try #require(PostmasterFile(text: "\(getpid())\n"))
        #expect(!file.names(serverOf: "/"))
    }
}

import Foundation
import TestSupport
import Testing

/// The n-th allocation inside a C library fails, or a system call of libpq, for n = 1, 2, 3 … (spec S3): the use ends with
/// its typed error or rightly, nothing is left open, and the next use is right. Swift's own allocations are not touched: they
/// have no failure.
struct LibraryFaultTests {
    /// Runs the driver to its end; what it printed.
    private func drive(_ use: String, most: Int, _ more: String...) async throws -> String {
        let limit = FaultyProbe.isThorough ? Int(Int32.max) : most
        let driver = try Preloaded("fault-driver", [use, String(limit)] + more)
        let outcome = await driver.outcome(within: .seconds(FaultyProbe.isThorough ? 3600 : 600))
        let soFar = outcome == nil ? driver.printed() : ""
        driver.end()
        let (text, status) = try #require(outcome, "the driver hangs after: \(soFar)")
        #expect(status == 0, "\(text)")
        return text
    }

    @Test func compressionSurvivesFailingAllocations() async throws {
        #expect(try await drive("gzip", most: 100).hasPrefix("all "))
    }

    @Test func theXMLReaderSurvivesFailingAllocations() async throws {
        #expect(try await drive("xml", most: 1000).hasPrefix("all "))
    }

    /// The same with the calls by which libpq reads and writes: a connection that is lost, or is only slow.
    @Test(arguments: [("postgres", 10), ("postgres-receive", 2), ("postgres-send", 2)])
    func theDatabaseClientSurvivesFailingCalls(_ use: String, most: Int) async throws {
        try await withDatabase { database in
            let text = try await drive(use, most: most, database.runtimeConninfo + " connect_timeout=2")
            #expect(text.contains(" refused"))
        }
    }
}

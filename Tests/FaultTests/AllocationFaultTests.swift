import Foundation
import TestSupport
import Testing

/// The n-th allocation inside a C library fails, for n = 1, 2, 3 … (spec S3): the use ends with its typed error or rightly,
/// nothing is left open, and the next use is right. Swift's own allocations are not touched: they have no failure.
struct AllocationFaultTests {
    /// Runs the driver to its end; what it printed.
    private func drive(_ use: String, most: Int, _ more: String...) async throws -> String {
        let limit = FaultyProbe.isThorough ? Int(Int32.max) : most
        let driver = try Preloaded("fault-driver", [use, String(limit)] + more)
        let outcome = await driver.outcome(within: .seconds(FaultyProbe.isThorough ? 1200 : 60))
        let soFar = outcome == nil ? driver.printed() : ""
        driver.end()
        let (text, status) = try #require(outcome, "the driver hangs after: \(soFar)")
        #expect(status == 0, "\(text)")
        return text
    }

    @Test func compressionWithoutMemory() async throws {
        #expect(try await drive("gzip", most: 100).hasPrefix("all "))
    }

    @Test func xmlWithoutMemory() async throws {
        #expect(try await drive("xml", most: 1000).hasPrefix("all "))
    }

    @Test func theDatabaseWithoutMemory() async throws {
        try await withDatabase { database in
            let text = try await drive("postgres", most: 15, database.runtimeConninfo)
            #expect(text.contains("allocations"))
        }
    }
}

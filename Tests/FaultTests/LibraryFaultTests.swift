import Foundation
import TestSupport
import Testing

/// The n-th allocation inside a C library, or the n-th system call of libpq, fails, for n = 1, 2, 3 … (spec S3). The
/// use succeeds or throws its typed error, no descriptor stays open, and the next use succeeds. Swift's own allocations
/// never fail, so they are not tested.
struct LibraryFaultTests {
    /// Runs the driver to its end and returns its output.
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

    @Test func encryptionSurvivesFailingAllocations() async throws {
        let text = try await drive("cryptography", most: 1000)
        #expect(text.hasPrefix("all "))
        #expect(text.contains(" refused") && !text.contains(" 0 refused"))
    }

    /// Calls with which libpq reads and writes fail or transfer few bytes, as on a lost or slow connection.
    @Test(arguments: [("postgres", 10), ("postgres-receive", 2), ("postgres-send", 2)])
    func theDatabaseClientSurvivesFailingSystemCalls(_ use: String, most: Int) async throws {
        try await withDatabase { database in
            let text = try await drive(use, most: most, database.runtimeConninfo + " connect_timeout=2")
            #expect(text.contains(" refused"))
        }
    }
}

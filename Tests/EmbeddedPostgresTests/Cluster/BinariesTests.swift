import Testing

@testable import EmbeddedPostgres

struct BinariesTests {
    /// Spec O1.1.
    @Test func thePostgreSQLProgramsOfTheDistributionAreFound() async throws {
        let binaries = try await Binaries.find(FolderEnvironment(environment: ["PATH": "/nowhere"]), dataVersion: nil)
        #expect(Int(binaries.major) != nil)
    }

    @Test func aConfiguredFolderWithoutThePostgreSQLProgramsIsAnError() async throws {
        let folderEnvironment = FolderEnvironment(environment: ["TUTTI_PG_BIN_DIR": "/nowhere"])
        await #expect(throws: EmbeddedPostgresError.noBinaries(searched: ["/nowhere"])) {
            _ = try await Binaries.find(folderEnvironment, dataVersion: nil)
        }
    }

    /// Spec O1.1.
    @Test func theErrorForMissingProgramsShowsTheInstallCommand() {
        let message = EmbeddedPostgresError.noBinaries(searched: ["/nowhere"]).description
        #expect(message.contains("apt-get install -y --no-install-recommends postgresql"))
        #expect(message.contains("/nowhere"))
    }
}

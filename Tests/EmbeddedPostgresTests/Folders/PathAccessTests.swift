import Foundation
import Testing

@testable import EmbeddedPostgres

struct PathAccessTests {
    @Test func aReachableFolderHasNoObstacle() {
        #expect(PathAccess.obstacle(to: "/usr/bin") == nil)
    }

    @Test func theFirstMissingFolderOfAPathIsTheObstacle() {
        #expect(PathAccess.obstacle(to: "/usr/nowhere/at/all") == "/usr/nowhere")
    }

    /// If root runs the service, the database has another user, who cannot enter a folder that only root may enter.
    @Test(.enabled(if: geteuid() == 0, "only root's database is run by another user"))
    func theErrorNamesTheParentFolderThatTheDatabaseUserCannotEnter() async throws {
        try await withScratch { scratch in
            chmod(scratch.path, 0o700)
            let configuration = try scratch.configuration()
            await #expect(
                throws: EmbeddedPostgresError.unreachable(
                    path: scratch.data, obstacle: scratch.path, user: configuration.databaseUser.name)
            ) {
                _ = try await scratch.startAsItIs()
            }
        }
    }
}

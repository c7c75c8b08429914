import Foundation
import Testing

@testable import EmbeddedPostgres

@Suite(.serialized)
struct InitialiserTests {
    @Test func theDraftOfAKilledRunIsRemoved() async throws {
        try await withScratch { scratch in
            let draft = scratch.data + "/pg.new-1"
            try FileManager.default.createDirectory(atPath: draft + "/base", withIntermediateDirectories: true)
            try DataDirectory(path: scratch.data).make(user: .current())
            // Others must be able to pass through, as `make` sees to for a folder of its own.
            chmod(scratch.data, 0o711)
            let cluster = try await scratch.start()
            #expect(!FileManager.default.fileExists(atPath: draft))
            await cluster.stop()
        }
    }

    @Test func dataOfAnotherMajorVersionAreRefused() async throws {
        try await withScratch { scratch in
            let configuration = try scratch.configuration()
            try FileManager.default.createDirectory(
                atPath: configuration.directory.cluster, withIntermediateDirectories: true)
            chmod(scratch.data, 0o711)
            try "9.6\n".write(
                toFile: configuration.directory.cluster + "/PG_VERSION", atomically: true, encoding: .utf8)
            let binaries = try await Binaries.find(configuration.surroundings, dataVersion: nil)
            await #expect(
                throws: EmbeddedPostgresError.wrongVersion(
                    path: configuration.directory.cluster, data: "9.6", programs: binaries.major)
            ) {
                _ = try await scratch.start()
            }
        }
    }
}

import Foundation
import Testing

@testable import EmbeddedPostgres

/// The location of the socket folder (spec O1.6).
struct SocketDirectoryTests {
    private static let user = SystemUser(name: "hall", id: 1000, group: 1000)
    private static let data = DataDirectory(path: "/data")

    private func path(_ environment: [String: String], data: DataDirectory = data) -> String {
        SocketDirectory(FolderEnvironment(environment: environment), data: data, user: Self.user).path
    }

    @Test func theRuntimeFolderOfTheSystemdUnitIsPreferred() {
        #expect(path(["RUNTIME_DIRECTORY": "/run/tutti", "XDG_RUNTIME_DIR": "/tmp"]) == "/run/tutti/pg")
    }

    @Test func theRuntimeFolderOfTheUserIsUsedIfItExists() {
        #expect(path(["XDG_RUNTIME_DIR": "/tmp"]).hasPrefix("/tmp/tutti-"))
        #expect(path(["XDG_RUNTIME_DIR": "/nowhere", "TMPDIR": "/var/tmp"]).hasPrefix("/var/tmp/tutti-"))
    }

    @Test func twoInstallationsDoNotShareASocketFolder() {
        #expect(path([:]).hasPrefix("/tmp/tutti-"))
        #expect(path([:]) != path([:], data: DataDirectory(path: "/other")))
        #expect(path([:]) == path([:], data: DataDirectory(path: "/data/")))
    }

    @Test func aSocketPathOfMoreThan107BytesIsRefused() throws {
        let name = "/.s.PGSQL.5432".utf8.count
        try SocketDirectory(path: "/" + String(repeating: "d", count: 107 - name - 1)).check()
        let long = SocketDirectory(path: "/" + String(repeating: "d", count: 107 - name))
        #expect(throws: EmbeddedPostgresError.socketPathTooLong(path: long.socket)) { try long.check() }
    }

    @Test func noServerIsStartedForATooLongSocketPath() async throws {
        try await withScratch { scratch in
            var configuration = try scratch.configuration()
            configuration.socketDirectory = SocketDirectory(
                path: scratch.path + "/" + String(repeating: "d", count: 100))
            let socket = configuration.socketDirectory.socket
            await #expect(throws: EmbeddedPostgresError.socketPathTooLong(path: socket)) {
                _ = try await EmbeddedCluster.start(configuration, as: .service, logger: quiet)
            }
            #expect(!FileManager.default.fileExists(atPath: configuration.directory.cluster))
        }
    }

    @Test func aLinkOrAFolderOpenToOtherUsersIsNotUsed() throws {
        let scratch = try Scratch()
        defer { scratch.remove() }
        #expect(throws: EmbeddedPostgresError.self) {
            try Folder.makePrivate(scratch.path, owner: SystemUser(name: "other", id: 4711, group: 4711))
        }
        let link = scratch.path + "/link"
        symlink("/", link)
        #expect(throws: EmbeddedPostgresError.unsafeDirectory(path: link, reason: "the path is not a folder")) {
            try Folder.makePrivate(link, owner: .current())
        }
        #expect(
            throws: EmbeddedPostgresError.unsafeDirectory(
                path: scratch.path, reason: "other users have access to the folder")
        ) {
            try Folder.makePrivate(scratch.path, owner: .current())
        }
    }
}

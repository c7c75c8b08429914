import Foundation
import Testing

@testable import EmbeddedPostgres

/// Tests of processes that share a data folder.
@Suite(.serialized)
struct DataFolderSharingTests {
    @Test func theErrorForASecondServiceNamesTheRunningProcess() async throws {
        try await withCluster { _, scratch in
            await #expect(throws: EmbeddedPostgresError.inUse(path: scratch.data, holder: getpid(), kind: .service)) {
                _ = try await scratch.start()
            }
        }
    }

    @Test func aCommandUsesTheServerOfARunningService() async throws {
        try await withCluster { service, scratch in
            let command = try await scratch.start(as: .command)
            #expect(command.isJoined)
            #expect(command.conninfo(role: .runtime) == service.conninfo(role: .runtime))
            await command.stop()
            let answer = try await service.psql("select 1;")
            #expect(answer.text == "1")
        }
    }

    @Test func aCommandWithAnotherRuntimeFolderFindsTheSocketOfTheService() async throws {
        try await withCluster { service, scratch in
            var configuration = try scratch.configuration()
            configuration.socketDirectory = SocketDirectory(path: scratch.path + "/elsewhere")
            let command = try await EmbeddedCluster.start(configuration, as: .command, logger: quiet)
            let answer = try await command.psql("select 1;")
            #expect(answer.text == "1")
            #expect(command.socketDirectory == service.socketDirectory)
        }
    }

    @Test func aCommandWaitsForAnotherCommandAndThenRunsItsOwnServer() async throws {
        try await withScratch { scratch in
            let first = try await scratch.start(as: .command)
            async let second = scratch.start(as: .command)
            let answer = try await first.psql("select 1;")
            #expect(answer.text == "1")
            await first.stop()
            let cluster = try await second
            #expect(!cluster.isJoined)
            let later = try await cluster.psql("select 2;")
            #expect(later.text == "2")
            await cluster.stop()
        }
    }

    @Test func aCommandStopsWaitingForAnotherCommandAfterItsTimeout() async throws {
        try await withScratch { scratch in
            let first = try await scratch.start(as: .command)
            var configuration = try scratch.configuration()
            configuration.patience = .milliseconds(100)
            await #expect(throws: EmbeddedPostgresError.inUse(path: scratch.data, holder: getpid(), kind: .command)) {
                _ = try await EmbeddedCluster.start(configuration, as: .command, logger: quiet)
            }
            await first.stop()
        }
    }

    @Test func aReleasedDataFolderCanBeLockedAgain() async throws {
        try await withScratch { scratch in
            try DataDirectory(path: scratch.data).make(user: .current())
            let socket = SocketDirectory(path: scratch.path)
            let path = scratch.data + "/service.lock"
            do {
                let lock = try #require(try ServiceLock.take(path, as: .service, socketDirectory: socket))
                #expect(ServiceLock.holder(path) == .init(pid: getpid(), kind: .service, socketDirectory: socket))
                #expect(try ServiceLock.take(path, as: .command, socketDirectory: socket) == nil)
                withExtendedLifetime(lock) {}
            }
            #expect(try ServiceLock.take(path, as: .command, socketDirectory: socket) != nil)
        }
    }
}

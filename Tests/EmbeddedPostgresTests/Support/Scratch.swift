import EmbeddedPostgres
import Foundation
import Logging
import TestSupport

/// A folder for one test's own cluster, which any user may pass through.
struct Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/tutti-scratch-\(UUID().uuidString.prefix(8))"
        try Folder.make(path, mode: 0o711)
    }

    init(path: String) { self.path = path }

    func remove() { Folder.remove(path) }

    var data: String { path + "/data" }

    /// What a program with this folder would be told.
    var surroundings: Surroundings {
        Surroundings(environment: [
            "TUTTI_DATA_DIR": data, "RUNTIME_DIRECTORY": path,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ])
    }

    /// - Parameter isDurable: as in production; else quicker.
    func configuration(isDurable: Bool = false) throws -> EmbeddedCluster.Configuration {
        var configuration = try EmbeddedCluster.Configuration(surroundings)
        configuration.guardExecutable = try TestCluster.guardExecutable
        configuration.settings.isDurable = isDurable
        configuration.settings.sharedBuffers = "16MB"
        return configuration
    }

    /// Starts a cluster in this folder: the one that is there, else a copy of one made earlier, since making one
    /// takes most of a test's time.
    func start(
        as kind: ServiceLock.Kind = .service, isDurable: Bool = false
    ) async throws -> EmbeddedCluster {
        if !FileManager.default.fileExists(atPath: data) {
            _ = try await ChildProcess.output(
                of: "/bin/cp", ["-a", try await Self.prepared.value, data], environment: [])
        }
        return try await startAsItIs(as: kind, isDurable: isDurable)
    }

    /// Starts a cluster in this folder, making it where there is none.
    func startAsItIs(
        as kind: ServiceLock.Kind = .service, isDurable: Bool = false
    ) async throws -> EmbeddedCluster {
        try await EmbeddedCluster.start(configuration(isDurable: isDurable), as: kind, logger: quiet)
    }
}

extension Scratch {
    /// A data folder with a stopped cluster, below the folder that the test run removes.
    private static let prepared = Task {
        _ = try await TestCluster.shared
        let scratch = Scratch(path: TestCluster.folder)
        try Folder.make(scratch.path + "/prepared", mode: 0o711)
        let cluster = try await Scratch(path: scratch.path + "/prepared").startAsItIs()
        await cluster.stop()
        return scratch.path + "/prepared/data"
    }
}

/// Runs `body` with a scratch folder and removes it.
func withScratch(_ body: (Scratch) async throws -> Void) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try await body(scratch)
}

/// Runs `body` with a cluster of its own and stops it.
func withCluster(
    isDurable: Bool = false, _ body: (EmbeddedCluster, Scratch) async throws -> Void
) async throws {
    try await withScratch { scratch in
        let cluster = try await scratch.start(isDurable: isDurable)
        do {
            try await body(cluster, scratch)
        } catch {
            await cluster.stop()
            throw error
        }
        await cluster.stop()
    }
}

let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

import EmbeddedPostgres
import Foundation
import Logging
import TestSupport

/// A folder for the cluster of one test, which any user may enter.
struct Scratch: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/tutti-scratch-\(UUID().uuidString.prefix(8))"
        try Folder.make(path, mode: 0o711)
    }

    init(path: String) { self.path = path }

    func remove() { Folder.remove(path) }

    var data: String { path + "/data" }

    /// The environment of a program with this folder.
    var folderEnvironment: FolderEnvironment {
        FolderEnvironment(environment: [
            "TUTTI_DATA_DIR": data, "RUNTIME_DIRECTORY": path,
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
        ])
    }

    /// - Parameter isDurable: whether commits are durable, as in production; otherwise the server is faster.
    func configuration(isDurable: Bool = false) throws -> EmbeddedCluster.Configuration {
        var configuration = try EmbeddedCluster.Configuration(folderEnvironment)
        configuration.guardExecutable = try TestCluster.guardExecutable
        configuration.settings.isDurable = isDurable
        configuration.settings.sharedBuffers = "16MB"
        return configuration
    }

    /// Starts the existing cluster of this folder, or else a copy of a prepared one, because creating a cluster takes
    /// most of a test's time.
    func start(
        as kind: ServiceLock.Kind = .service, isDurable: Bool = false
    ) async throws -> EmbeddedCluster {
        if !FileManager.default.fileExists(atPath: data) {
            _ = try await ChildProcess.output(
                of: "/bin/cp", ["-a", try await Self.prepared.value, data], environment: [])
        }
        return try await startAsItIs(as: kind, isDurable: isDurable)
    }

    /// Starts the cluster of this folder, which is created if it does not exist.
    func startAsItIs(
        as kind: ServiceLock.Kind = .service, isDurable: Bool = false
    ) async throws -> EmbeddedCluster {
        try await EmbeddedCluster.start(configuration(isDurable: isDurable), as: kind, logger: quiet)
    }
}

extension Scratch {
    /// A data folder with a stopped cluster, in the folder that is removed after the test run.
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

/// Runs `body` with a cluster, which is stopped afterwards.
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

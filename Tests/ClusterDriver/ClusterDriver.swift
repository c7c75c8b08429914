import EmbeddedPostgres
import Foundation
import Logging

/// `cluster-driver insert|nobody FOLDER`: runs an embedded cluster in a process of its own, with its data in FOLDER.
///
/// `insert` starts a durable server and a client that records each acknowledged commit in FOLDER, and then kills the process. `nobody` gives up
/// root's privileges, if there are any, and then starts, uses and stops a cluster; it exits with 0 if the cluster can be used.
@main
struct ClusterDriver {
    private let folder: String

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { Self.fail("usage: cluster-driver insert|nobody FOLDER") }
        let driver = ClusterDriver(folder: arguments[2])
        switch arguments[1] {
        case "insert": try await driver.insertUntilKilled()
        case "nobody": try await driver.runAsNobody()
        default: Self.fail("there is no use \(arguments[1])")
        }
    }

    private func insertUntilKilled() async throws {
        let cluster = try await start(isDurable: true)
        try "\(cluster.serverID ?? 0)".write(toFile: folder + "/server", atomically: true, encoding: .utf8)
        _ = try await output("create table t (n integer primary key);", cluster, .owner)
        let inserts = (1...20_000).map { "insert into t values (\($0)) returning n;" }.joined(separator: "\n")
        try inserts.write(toFile: folder + "/inserts", atomically: true, encoding: .utf8)
        let acknowledged = folder + "/acknowledged"
        // A shell is used for its redirections.
        _ = try ChildProcess.start(
            "/bin/sh",
            [
                "-c", "exec psql -X -q -A -t -f \"$1/inserts\" \"$2\" > \"$1/acknowledged\"", "sh", folder,
                cluster.conninfo(role: .owner),
            ], environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], .init(input: nil, output: nil, error: nil))
        let deadline = ContinuousClock.now + .seconds(120)
        while (try? String(contentsOfFile: acknowledged, encoding: .utf8).split(separator: "\n").count) ?? 0 < 50,
            .now < deadline
        { try await Task.sleep(for: .milliseconds(5)) }
        kill(getpid(), SIGKILL)
    }

    private func runAsNobody() async throws {
        if let nobody = SystemUser.named("nobody"), geteuid() == 0 {
            guard chown(folder, nobody.id, nobody.group) == 0, setgroups(0, nil) == 0, setgid(nobody.group) == 0,
                setuid(nobody.id) == 0
            else { Self.fail("the privileges were not given up: \(String(cString: strerror(errno)))") }
        }
        let cluster = try await start(isDurable: false)
        let answer = try await output("select current_user;", cluster, .runtime)
        await cluster.stop()
        guard answer == "app_rt\n", geteuid() != 0 else { Self.fail(answer) }
    }

    /// Returns the output of a script, or the error message of `psql`.
    private func output(
        _ script: String, _ cluster: EmbeddedCluster, _ role: Role
    ) async throws -> String {
        try await ChildProcess.output(
            of: "/usr/bin/env", ["psql", "-X", "-q", "-A", "-t", cluster.conninfo(role: role)],
            environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], input: script
        ).text
    }

    private func start(isDurable: Bool) async throws -> EmbeddedCluster {
        var configuration = try EmbeddedCluster.Configuration(
            FolderEnvironment(environment: [
                "TUTTI_DATA_DIR": folder + "/data", "RUNTIME_DIRECTORY": folder,
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            ]))
        guard configuration.user.isRoot || configuration.databaseUser == configuration.user else {
            Self.fail("the server would run as another user")
        }
        configuration.guardExecutable =
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/tutti"
        configuration.settings.isDurable = isDurable
        configuration.settings.sharedBuffers = "16MB"
        return try await EmbeddedCluster.start(
            configuration, as: .service, logger: Logger(label: "cluster-driver") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("\(reason)\n".utf8))
        exit(1)
    }
}

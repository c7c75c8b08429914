import EmbeddedPostgres
import Foundation

extension EmbeddedCluster {
    /// Returns the output of a script in one role, or the error message of `psql`.
    nonisolated func psql(_ script: String, user: String = "app_rt") async throws -> (text: String, status: Int32) {
        let result = try await ChildProcess.output(
            of: "/usr/bin/env", ["psql", "-X", "-q", "-A", "-t", conninfo(user: user, database: "tutti")],
            environment: ["PATH=/usr/bin:/bin", "LC_ALL=C"], input: script)
        return (result.text.trimmingCharacters(in: .newlines), result.status)
    }
}

/// Returns whether a process exists and is not a zombie.
func isAlive(_ process: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return status.split(separator: ")").last?.dropFirst().first != "Z"
}

import EmbeddedPostgres
import Foundation

/// Removes the folder of the test run after the process has ended. A shell waits for the end of its input, which only this process
/// holds open, and then for the server's guard.
struct Cleaner: Sendable {
    private static let prefix = "tutti-test-"
    private static let temporary = FileManager.default.temporaryDirectory.path

    /// The folder of this process.
    static var folder: String { "\(temporary)/\(prefix)\(ProcessInfo.processInfo.processIdentifier)" }

    /// Removes folders of earlier processes, whose shells may have been killed.
    static func sweep() {
        for name in Folder.names(in: temporary) where name.hasPrefix(prefix) {
            guard let id = pid_t(name.dropFirst(prefix.count)), kill(id, 0) != 0, errno == ESRCH else { continue }
            Folder.remove("\(temporary)/\(name)")
        }
    }

    init(after guardID: pid_t?) throws {
        let input = try SocketPair()
        // Closes inherited file descriptors, because other tests wait for their end.
        let script = """
            for path in /proc/$$/fd/*; do
                [ "${path##*/}" -gt 2 ] && eval "exec ${path##*/}>&-"
            done
            trap '' INT TERM HUP
            cat > /dev/null
            while kill -0 \(guardID ?? 0) 2> /dev/null; do sleep 0.1; done
            rm -rf -- '\(Self.folder)'
            """
        _ = try ChildProcess.start(
            "/bin/bash", ["-c", script], environment: ["PATH=/usr/bin:/bin"],
            .init(input: input.theirs, output: nil, error: nil))
        close(input.theirs)
    }
}

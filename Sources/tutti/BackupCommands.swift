import App
import ArgumentParser
import Foundation
import Synchronization
import Web

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Back up the whole installation to one file, while the server runs.",
        discussion: """
            The file is a tar archive with a pg_dump of the database, and manifest.json with checksums. The backup is a \
            consistent snapshot and is verified before the file gets its name. Only the owner can read the file. The \
            secret key and the settings are not in the backup.

            tutti backup /var/backups/hall.tar
            tutti backup --directory /var/backups/tutti --keep 14
            tutti backup --verify /var/backups/hall.tar
            """)

    @Argument(
        help: "The file to write, or to verify; an existing file is not overwritten.",
        completion: .file(extensions: ["tar"]))
    var file: String?

    @Option(help: "A folder to write to instead of FILE; the file name contains the time.", completion: .directory)
    var directory: String?

    @Option(help: "Number of backups to keep in --directory; older backups are removed.")
    var keep = 14

    @Flag(help: "Read FILE and compare it with its checksums; change nothing.")
    var verify = false

    mutating func validate() throws {
        guard (file == nil) != (directory == nil) else {
            throw ValidationError("give either FILE or --directory, but not both")
        }
        guard !verify || file != nil else {
            throw ValidationError("--verify requires FILE and cannot be used with --directory")
        }
        guard keep > 0 else { throw ValidationError("--keep must be at least 1, found \(keep)") }
    }

    mutating func run() async throws {
        let lines = ProgressLines()
        if verify, let file {
            let summary = try await Installation.verifyBackup(file, progress: lines.show)
            let rows = SentenceFormat.count(summary.rows, "row")
            print("\(file): valid; schema \(summary.schemaVersion), \(rows), taken at \(summary.takenAt)")
            return
        }
        let folder = directory.map { BackupFolder(path: $0, kept: keep) }
        let path = file ?? folder?.file() ?? ""
        let settings = try Settings.current()
        try await Installation.with(settings, migrating: false) { installation in
            let summary = try await installation.backUp(to: path, progress: lines.show)
            print("\(path): \(Self.contents(summary)), verified")
            for removed in try folder?.rotate() ?? [] { print("removed \(removed)") }
            Console.error("not in the backup: " + summary.leftOut.joined(separator: "; "))
        }
    }

    /// Returns a description of the contents, such as "12 rows in 1 table".
    static func contents(_ summary: Installation.BackupSummary) -> String {
        "\(SentenceFormat.count(summary.rows, "row")) in \(SentenceFormat.count(summary.tables, "table"))"
    }
}

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup into an empty data folder or an empty database.",
        discussion: """
            The command restores all data or none. After the restore, the command compares every table with its digest in the backup, and empties \
            the database if a table differs. The command refuses a database that already contains tables of Tutti.

            TUTTI_DATA_DIR=/srv/new tutti restore /var/backups/hall.tar
            """)

    @Argument(help: "The file that `tutti backup` wrote.", completion: .file(extensions: ["tar"]))
    var file: String

    mutating func run() async throws {
        let (file, lines) = (file, ProgressLines())
        // This check comes first, so that a bad file creates no data folder.
        try await Installation.checkForRestore(file, progress: lines.show)
        try await Installation.with(.current(), migrating: false, creating: true) { installation in
            let summary = try await installation.restore(from: file, progress: lines.show)
            print("restored \(BackupCommand.contents(summary)), as of \(summary.takenAt)")
            if !installation.isCurrent(summary) {
                print("the restored schema \(summary.schemaVersion) is older than this program: run `tutti migrate`")
            }
            Console.error("not in the backup: " + summary.leftOut.joined(separator: "; "))
        }
    }
}

/// A printer of the progress of a backup or a restore on standard error, with at most one line per second and none for the first report.
private final class ProgressLines: Sendable {
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    func show(_ progress: BackupProgress) {
        let isDue = last.withLock { last in
            if let last, last.duration(to: .now) < .seconds(1) { return false }
            defer { last = .now }
            return last != nil
        }
        guard isDue else { return }
        let done = String(progress.bytes >> 20)
        let text = progress.total.map { "\(done) of \($0 >> 20) MiB" } ?? "\(done) MiB"
        Console.error(progress.bytes > 0 ? "\(progress.step.rawValue): \(text)" : progress.step.rawValue)
    }
}

import EmbeddedPostgres
import Foundation
import Glibc
import MusicLibrary
import Observability

extension Installation {
    /// What upstream tokens are sealed by: the key of the settings or, beside a private PostgreSQL, one that is made once
    /// and lies in the data folder, closed to others. `nil` for a database of one's own without a key: its dump and its
    /// server's files go different ways, so that nobody but who runs it can say where the key may lie.
    func vault() throws(CommandFailure) -> TokenVault? {
        if let vault = settings.vault { return vault }
        guard cluster != nil else { return nil }
        let path = contentFolder + "/secret-key"
        do {
            try Self.makeKey(at: path)
            return try TokenVault(try SettingFile.text(path, isSecret: true))
        } catch let refusal as SettingFile.Refusal {
            throw CommandFailure("\(path) \(refusal.reason)")
        } catch {
            throw CommandFailure("\(path) \(error)")
        }
    }

    /// Makes the file where there is none; of two who do so at once one does.
    private static func makeKey(at path: String) throws(CommandFailure) {
        guard access(path, F_OK) != 0 else { return }
        // Whole or not at all: written aside, then linked to its name.
        let draft = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(path) cannot be created: \(String(cString: strerror(errno)))")
        }
        defer {
            Glibc.close(descriptor)
            unlink(draft)
        }
        let text = Array((TokenVault.makeKey() + "\n").utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0,
            link(draft, path) == 0 || errno == EEXIST
        else { throw CommandFailure("\(path) cannot be created: \(String(cString: strerror(errno)))") }
    }
}

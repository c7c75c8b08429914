import EmbeddedPostgres
import Foundation
import Glibc
import MusicLibrary
import Observability
import SoundCloud

extension Installation {
    /// Returns the vault that encrypts tokens and other secrets in the database, with the key from the settings or, with a private PostgreSQL, from a
    /// generated file in the data folder. Returns `nil` for an external database without a key: only the operator can keep the key separate from the
    /// dumps. Throws `CommandFailure` if the file cannot be created or read, or contains no valid key.
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

    /// Creates the file with a new key if it does not exist. Two processes that do so at the same time use the same key.
    private static func makeKey(at path: String) throws(CommandFailure) {
        guard access(path, F_OK) != 0 else { return }
        // The file is written under another name and then linked, so that no process reads an incomplete file.
        let draft = "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure(
                "\(path) cannot be created: \(String(cString: strerror(errno))); check the path and the permissions")
        }
        defer {
            Glibc.close(descriptor)
            unlink(draft)
        }
        let text = Array((TokenVault.makeKey() + "\n").utf8)
        guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0,
            link(draft, path) == 0 || errno == EEXIST
        else {
            throw CommandFailure(
                "\(path) cannot be created: \(String(cString: strerror(errno))); check the path and the permissions")
        }
    }
}

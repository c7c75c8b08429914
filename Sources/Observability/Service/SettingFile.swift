import Foundation
import Glibc

/// A file that holds the value of a setting, named by its `…_FILE` form.
///
/// A secret's file is read under the rule that libpq has for private keys (PostgreSQL manual, "SSL Support", client
/// certificates): the service's own, closed to group and others, or root's and at most readable by the group. The latter is
/// what systemd makes of a credential where it uses access lists (0440 root, systemd.exec(5)) and Kubernetes of a secret with
/// `fsGroup`. The value of any other setting may be read by everybody, and changed by nobody else: it is the service that
/// would be changed.
public enum SettingFile {
    /// Why a file is not read; the fix is part of it.
    public struct Refusal: Error, Sendable, Hashable {
        /// The rest of a sentence that begins with the file's name.
        public let reason: String
    }

    /// The longest value, in bytes.
    public static let limit = 64 * 1024

    /// The text of the file, without the white space round it. What is checked is what is read: the open file, not its name.
    public static func text(_ path: String, isSecret: Bool) throws(Refusal) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Refusal(reason: "cannot be read as text: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw Refusal(reason: "cannot be read as text: it is not a file; name a text file")
        }
        if let reason = obstacle(
            mode: status.st_mode & 0o777, owner: status.st_uid, user: geteuid(), isSecret: isSecret)
        {
            throw Refusal(reason: reason)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count <= limit {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Refusal(reason: "cannot be read as text: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(reason: "cannot be read as text: it must be UTF-8 and at most \(limit / 1024) KiB")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What speaks against a file of this mode and owner, with the fix; `nil` for nothing.
    static func obstacle(mode: mode_t, owner: uid_t, user: uid_t, isSecret: Bool) -> String? {
        let shown = "mode 0" + String(mode, radix: 8)
        guard isSecret else {
            return mode & 0o002 == 0 ? nil : "can be changed by everybody (\(shown)): run chmod o-w on it"
        }
        guard owner == user || owner == 0 else {
            return "holds a secret and belongs to another user: change its owner to the user that the service runs as"
        }
        // Root's file has a group because its reader is somebody else, whoever the service runs as.
        let open: mode_t = owner == 0 ? 0o037 : 0o077
        guard mode & open != 0 else { return nil }
        return
            "holds a secret and is open to \(mode & 0o007 != 0 ? "everybody" : "its group") (\(shown)): run"
            + " chmod \(owner == 0 ? "640" : "600") on it,"
            + " or mount it with mode 0400 (Kubernetes: defaultMode: 0400; Docker: mode: 0400)"
    }
}

import Foundation
import Glibc

/// A file that contains the value of a setting. The environment variable `…_FILE` of the setting gives the path.
///
/// The file of a secret must obey libpq's rule for private keys (PostgreSQL manual, "SSL Support"): either the service's user owns it, without access
/// for the group and others, or root owns it and the group may at most read it. The second form is that of systemd's credentials (0440 root,
/// systemd.exec(5)) and of Kubernetes' secrets with `fsGroup`. Files of other settings must not be writable by everybody.
public enum SettingFile {
    /// The error of a refused file.
    public struct Refusal: Error, Sendable, Hashable {
        /// The reason and the correction, as the rest of a sentence that begins with the path.
        public let reason: String
    }

    /// The maximum size of the file in bytes.
    public static let limit = 64 * 1024

    /// Returns the text of the file without surrounding white space. Throws `Refusal` if the file cannot be read, breaks the rules of
    /// `SettingFile`, has more than `limit` bytes, or is not UTF-8. The checks apply to the open file, so that it cannot be replaced after them.
    public static func text(_ path: String, isSecret: Bool) throws(Refusal) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Refusal(reason: "cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw Refusal(reason: "is a folder: name a text file")
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
                throw Refusal(reason: "cannot be read: \(String(cString: strerror(errno)))")
            }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= limit else {
            throw Refusal(reason: "must have at most \(limit / 1024) KiB: name a smaller file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal(reason: "is not valid UTF-8: save the file as UTF-8 text")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the reason why a file is refused, with the correction; `nil` if the file is accepted.
    static func obstacle(mode: mode_t, owner: uid_t, user: uid_t, isSecret: Bool) -> String? {
        let shown = "mode 0" + String(mode, radix: 8)
        guard isSecret else {
            return mode & 0o002 == 0 ? nil : "can be changed by everybody (\(shown)): run chmod o-w on the file"
        }
        guard owner == user || owner == 0 else {
            return
                "contains a secret but belongs to the user with the ID \(owner): change the owner to root or to the user of the service"
        }
        // The group may read a file of root, because the service runs as another user.
        let open: mode_t = owner == 0 ? 0o037 : 0o077
        guard mode & open != 0 else { return nil }
        return
            "contains a secret but is open to \(mode & 0o007 != 0 ? "everybody" : "its group") (\(shown)): run"
            + " chmod \(owner == 0 ? "640" : "600") on the file,"
            + " or mount it with mode 0400 (Kubernetes: defaultMode: 0400; Docker: mode: 0400)"
    }
}

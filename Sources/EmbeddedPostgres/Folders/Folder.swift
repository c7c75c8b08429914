import Glibc

/// The operations on folders and small files. Errors name the path.
package enum Folder {
    /// Creates the folder and its missing parents, each with `mode` less the umask. Leaves existing folders unchanged.
    package static func make(_ path: String, mode: mode_t) throws(EmbeddedPostgresError) {
        if mkdir(path, mode) == 0 || isFolder(path) { return }
        guard errno == ENOENT, let parent = parent(of: path) else { throw systemFailure("mkdir", path) }
        try make(parent, mode: mode)
        guard mkdir(path, mode) == 0 || isFolder(path) else { throw systemFailure("mkdir", path) }
    }

    /// Creates a folder that only `owner` may enter, or keeps an existing one. Throws `unsafeDirectory` if anything else is at the path.
    ///
    /// Uses `lstat`, because another user may have created a symbolic link with this name in a shared temporary folder.
    static func makePrivate(_ path: String, owner: SystemUser) throws(EmbeddedPostgresError) {
        if mkdir(path, 0o700) == 0 {
            guard chown(path, owner.id, owner.group) == 0 else { throw systemFailure("chown", path) }
            return
        }
        guard errno == EEXIST else { throw systemFailure("mkdir", path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw systemFailure("lstat", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .unsafeDirectory(path: path, reason: "the path is not a folder")
        }
        guard status.st_uid == owner.id else {
            throw .unsafeDirectory(path: path, reason: "user \(status.st_uid) owns the folder, not \(owner.name)")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .unsafeDirectory(path: path, reason: "other users have access to the folder")
        }
    }

    /// Returns whether `path` is a folder or a symbolic link to one. Preserves `errno` for the caller.
    static func isFolder(_ path: String) -> Bool {
        let saved = errno
        defer { errno = saved }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the names of the files and subfolders in a folder, including hidden ones, sorted; empty if the folder cannot be read.
    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with its contents, without following symbolic links. Leaves what cannot be removed, without an error.
    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove(path + "/" + name) }
            rmdir(path)
        } else {
            unlink(path)
        }
    }

    /// Returns the text of a small file; `nil` if the file cannot be opened. The text ends early at a read error.
    static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count <= 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Creates or replaces a file atomically, so that a reader sees either the old or the new text. The umask does not reduce `mode`.
    static func write(_ text: String, to path: String, mode: mode_t) throws(EmbeddedPostgresError) {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw systemFailure("open", draft) }
        defer { close(file) }
        let written = text.utf8.withContiguousStorageIfAvailable { Glibc.write(file, $0.baseAddress, $0.count) }
        // The umask may have removed permissions that the database user needs.
        guard written == text.utf8.count, fchmod(file, mode) == 0, fsync(file) == 0 else {
            throw systemFailure("write", draft)
        }
        guard rename(draft, path) == 0 else { throw systemFailure("rename", path) }
    }

    /// Makes renames in this folder survive a power failure. Ignores errors.
    static func sync(_ path: String) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Returns the folder that contains an absolute path; `nil` for the root.
    static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/"), path != "/" else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns `path` without a trailing slash and, if it is relative, preceded by the working folder. Does not resolve `..` or symbolic links.
    static func absolute(_ path: String) -> String {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if path.hasPrefix("/") { return path }
        guard let working = getcwd(nil, 0) else { return path }
        defer { free(working) }
        return String(cString: working) + "/" + path
    }
}

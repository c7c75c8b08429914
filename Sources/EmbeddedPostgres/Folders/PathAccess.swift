import Glibc

/// The check that the user of this process can enter a folder. The guard runs the check as the database user.
enum PathAccess {
    /// Returns the first folder on the way to `path`, including `path`, that is missing or that this process cannot enter; `nil` if there is none.
    static func obstacle(to path: String) -> String? {
        var folder = ""
        for part in Folder.absolute(path).split(separator: "/") {
            folder += "/" + part
            if access(folder, X_OK) != 0 { return folder }
        }
        return nil
    }
}

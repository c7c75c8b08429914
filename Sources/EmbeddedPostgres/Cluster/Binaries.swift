import Glibc

/// The folder of PostgreSQL's server programs, and their version.
public struct Binaries: Sendable, Hashable {
    public let path: String
    /// The major version, such as "15".
    public let major: String

    /// The folders in which Debian, and the PostgreSQL project's packages for Red Hat, install each version.
    static let versionFolders = [(folder: "/usr/lib/postgresql", prefix: ""), (folder: "/usr", prefix: "pgsql-")]

    /// Finds the programs (spec O1.1) in the configured folder or, without one, in the folder that `pg_config` names and in those of
    /// `versionFolders`. Programs that can read the existing data take precedence, so that a system upgrade does not stop the service. Throws
    /// `noBinaries`.
    ///
    /// - Parameter dataVersion: the major version of the existing data; `nil` without data.
    public static func find(
        _ folderEnvironment: FolderEnvironment, dataVersion: String?
    ) async throws(EmbeddedPostgresError) -> Binaries {
        if let path = folderEnvironment.binaryDirectory {
            guard let found = await at(path) else { throw .noBinaries(searched: [path]) }
            return found
        }
        var searched: [String] = []
        var found: [Binaries] = []
        let configured = await configuredFolder(folderEnvironment).map { [$0] } ?? []
        for path in configured + installedFolders() {
            searched.append(path)
            if let binaries = await at(path) { found.append(binaries) }
        }
        guard let best = found.first(where: { $0.major == dataVersion }) ?? found.first else {
            throw .noBinaries(searched: searched.isEmpty ? ["pg_config"] + versionFolders.map(\.folder) : searched)
        }
        return best
    }

    /// Returns the programs in one folder; `nil` if they cannot be executed.
    private static func at(_ path: String) async -> Binaries? {
        let path = Folder.absolute(path)
        guard access(path + "/initdb", X_OK) == 0, access(path + "/postgres", X_OK) == 0 else { return nil }
        let answer = try? await ChildProcess.output(of: path + "/postgres", ["--version"], environment: [])
        // For example "postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)". The version of a beta is, for example, "18beta1".
        guard let answer, answer.status == 0, let version = answer.text.split(separator: " ").dropFirst(2).first else {
            return nil
        }
        let major = version.prefix { $0.isNumber }
        return major.isEmpty ? nil : Binaries(path: path, major: String(major))
    }

    private static func configuredFolder(_ folderEnvironment: FolderEnvironment) async -> String? {
        for folder in folderEnvironment.path.split(separator: ":") {
            let program = "\(folder)/pg_config"
            guard access(program, X_OK) == 0 else { continue }
            let answer = try? await ChildProcess.output(
                of: program, ["--bindir"], environment: ["PATH=\(folderEnvironment.path)"])
            guard let answer, answer.status == 0 else { return nil }
            return answer.text.split(separator: "\n").first.map(String.init)
        }
        return nil
    }

    /// Returns the program folders of all installed versions: of Debian before Red Hat, and of each the highest version first.
    private static func installedFolders() -> [String] {
        versionFolders.flatMap { folder, prefix in
            Folder.names(in: folder)
                .filter { $0.hasPrefix(prefix) }
                .compactMap { name in Int(name.dropFirst(prefix.count)).map { (version: $0, name: name) } }
                .sorted { $0.version > $1.version }
                .map { "\(folder)/\($0.name)/bin" }
        }
    }
}

import Testing

@testable import EmbeddedPostgres

/// The location of the data folder (spec O1.2).
struct DataDirectoryTests {
    private static let user = SystemUser(name: "hall", id: 1000, group: 1000)
    private static let root = SystemUser(name: "root", id: 0, group: 0)

    @Test(arguments: [
        (["TUTTI_DATA_DIR": "/data", "STATE_DIRECTORY": "/var/lib/unit", "HOME": "/home/hall"], "/data"),
        (["TUTTI_DATA_DIR": "/data/", "HOME": "/home/hall"], "/data"),
        (
            ["TUTTI_DATA_DIR": "", "STATE_DIRECTORY": "/var/lib/unit:/var/lib/more", "HOME": "/home/hall"],
            "/var/lib/unit"
        ),
        (["XDG_DATA_HOME": "/home/hall/data", "HOME": "/home/hall"], "/home/hall/data/tutti"),
        (["HOME": "/home/hall"], "/home/hall/.local/share/tutti"),
    ])
    func theFirstVariableThatIsSetNamesTheDataFolder(environment: [String: String], path: String) throws {
        #expect(try DataDirectory(FolderEnvironment(environment: environment), user: Self.user).path == path)
    }

    @Test func theDataFolderOfRootIsInVarLib() throws {
        let folderEnvironment = FolderEnvironment(environment: [
            "HOME": "/home/root", "XDG_DATA_HOME": "/home/root/.local/share",
        ])
        #expect(try DataDirectory(folderEnvironment, user: Self.root).path == "/var/lib/tutti")
    }

    @Test func anEnvironmentThatNamesNoDataFolderIsAnError() {
        #expect(throws: EmbeddedPostgresError.self) {
            _ = try DataDirectory(FolderEnvironment(environment: [:]), user: Self.user)
        }
    }
}

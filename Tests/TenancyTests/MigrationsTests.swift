import Foundation
import Migrations
import Testing

/// Tests that the compiled-in migrations equal the files of the folder.
struct MigrationsTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("migrations/sql")

    @Test func theCompiledListOfMigrationsMatchesTheFolder() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(Migrations.files.map { $0.name + ".sql" } == names)
    }

    @Test(arguments: Migrations.files.indices)
    func eachCompiledMigrationMatchesItsFile(index: Int) throws {
        let file = Migrations.files[index]
        let text = try String(contentsOf: Self.folder.appendingPathComponent(file.name + ".sql"), encoding: .utf8)
        #expect(file.sql == text)
    }

    @Test func migrationNumbersBeginAtOneWithoutGaps() {
        #expect(Migrations.files.compactMap { Int($0.name.prefix(4)) } == Array(1...Migrations.files.count))
    }

    @Test(arguments: Migrations.files.map(\.name))
    func eachMigrationStatesItsReason(name: String) throws {
        let file = try #require(Migrations.files.first { $0.name == name })
        let comment = file.sql.split(separator: "\n").drop { $0 == "-- no-transaction" }.first
        #expect(comment?.hasPrefix("-- Why:") == true)
    }
}

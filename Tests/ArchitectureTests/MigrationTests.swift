import Testing

/// Migrations are numbered without gaps, and each begins with a comment that states its reason.
struct MigrationTests {
    static let files = PackageFiles.files(in: "migrations/sql")

    @Test func theMigrationsFolderIsNotEmpty() {
        #expect(!Self.files.isEmpty)
    }

    @Test func migrationNumbersHaveNoGaps() {
        let numbers = Self.files.map { $0.prefix { $0.isNumber } }
        let expected = (1...max(1, Self.files.count)).map { number in
            String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
        }
        #expect(numbers.map(String.init) == expected)
        #expect(Self.files.allSatisfy { $0.hasSuffix(".sql") && $0.dropFirst(4).first == "_" })
    }

    @Test(arguments: files)
    func everyMigrationBeginsWithItsReason(file: String) {
        var lines = PackageFiles.text(of: "migrations/sql/\(file)").split(separator: "\n")[...]
        if lines.first == "-- no-transaction" { lines.removeFirst() }
        #expect(lines.first?.hasPrefix("-- Why: ") == true, "\(file) starts with \(lines.first ?? "nothing")")
    }
}

/// The scripts of `deploy/citus` contain every table of the schema.
struct DistributionTests {
    /// Spec O3.10.
    @Test func everyTableIsInADistributionScript() {
        let script = [
            "distribute.sql", "distribute-0004.sql", "distribute-0007.sql", "distribute-0009.sql",
            "distribute-0011.sql", "distribute-0015.sql", "distribute-0017.sql",
            "distribute-0020.sql", "distribute-0029.sql", "distribute-0040.sql",
            "distribute-0041.sql", "distribute-0042.sql", "distribute-0044.sql", "distribute-0048.sql",
            "distribute-0050.sql", "distribute-0051.sql", "distribute-0053.sql", "distribute-0055.sql",
            "distribute-0057.sql", "distribute-0058.sql",
        ].map { PackageFiles.text(of: "deploy/citus/\($0)") }.joined()
        for file in MigrationTests.files {
            for line in PackageFiles.text(of: "migrations/sql/\(file)").split(separator: "\n") {
                guard line.hasPrefix("create table ") else { continue }
                let table = line.dropFirst("create table ".count).prefix { $0 != " " && $0 != "(" }
                #expect(script.contains("'\(table)'"), "\(file) makes \(table)")
            }
        }
    }
}

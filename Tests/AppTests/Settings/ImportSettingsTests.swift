import RadioImports
import Testing

@testable import App

@Suite struct ImportSettingsTests {
    @Test func theDefaultImportSettingsEqualTheLimitsOfTheImporter() throws {
        #expect(try Settings(environment: [:]).imports == ImportLimits())
    }

    @Test func theDisplayedDefaultsOfImportLimitsAreTheEffectiveDefaults() throws {
        let shown = Setting.all.filter { $0.name.hasPrefix("TUTTI_IMPORT_MAX_") }
        #expect(shown.count == 11)
        let environment = Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $0.standard ?? "") })
        #expect(try Settings(environment: environment).imports == ImportLimits())
    }

    @Test func importLimitsAreSetByTheirNames() throws {
        let limits = try Settings(environment: [
            "TUTTI_IMPORT_MAX_BODY": "2", "TUTTI_IMPORT_MAX_TEXT": "3", "TUTTI_IMPORT_MAX_SECONDS": "4",
            "TUTTI_IMPORT_MAX_NAMESPACES": "20",
        ]).imports
        #expect(limits.body == 2 << 20)
        #expect(limits.text == 3 << 10)
        #expect(limits.processorSeconds == 4)
        #expect(limits.namespaces == 20)
    }

    @Test(arguments: [
        ("TUTTI_IMPORT_MAX_BODY", "0"), ("TUTTI_IMPORT_MAX_ATTRIBUTES", "257"), ("TUTTI_IMPORT_MAX_DEPTH", "65"),
        ("TUTTI_IMPORT_MAX_SECONDS", "0"),
    ])
    func anImportLimitOutOfRangeIsRefused(name: String, value: String) throws {
        let error = #expect(throws: SettingsError.self) { try Settings(environment: [name: value]) }
        #expect(try #require(error).description.contains("\(name)=\(value) must be a whole number from "))
    }
}

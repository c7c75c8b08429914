import App
import ArgumentParser

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a concert, a glossary, or the data of radio stations.",
        subcommands: [
            ImportConcert.self, ImportGlossary.self, ImportRadio<RadioFormats.CRo>.self,
            ImportRadio<RadioFormats.WMUC>.self, ImportRadio<RadioFormats.Plays>.self,
            ImportRadio<RadioFormats.Tracklists>.self, ImportRadio<RadioFormats.EiBi>.self,
            ImportRadio<RadioFormats.SPI>.self, ImportRadio<RadioFormats.XMLTV>.self,
            ImportRadio<RadioFormats.M3U>.self, ImportRadio<RadioFormats.RSS>.self,
            ImportRadio<RadioFormats.OPML>.self,
        ])
}

struct ImportConcert: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "concert", abstract: "Import a programme folder with its pictures and app assets.",
        discussion:
            "Importing an unchanged folder again changes nothing, unless the concert was edited after the first import."
    )

    @Argument(help: "The folder that contains programme.json.", completion: .directory)
    var directory: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "After the import, put the concert on the air at measure 1 of its first piece.")
    var activate = false

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    func run(in installation: Installation) async throws {
        let lines = try await installation.importConcert(
            directory: directory, tenant: tenant, activates: activate, dryRun: dryRun)
        lines.forEach { print($0) }
    }
}

struct ImportGlossary: InstallationCommand {
    static let configuration = CommandConfiguration(
        commandName: "glossary", abstract: "Import a glossary from a TSV file or from the glossary.xml of the old app.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["tsv", "xml"]))
    var file: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    func run(in installation: Installation) async throws {
        let lines = try await installation.importGlossary(file: file, tenant: tenant, dryRun: dryRun)
        lines.forEach { print($0) }
    }
}

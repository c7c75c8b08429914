import App
import ArgumentParser

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import a concert, a glossary, or the data of radio stations.",
        subcommands: [
            ImportConcert.self, ImportGlossary.self, ImportCRo.self, ImportWMUC.self, ImportPlays.self,
            ImportTracklists.self, ImportEiBi.self, ImportSPI.self, ImportXMLTV.self, ImportM3U.self, ImportRSS.self,
            ImportOPML.self,
        ])
}

struct ImportConcert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "concert", abstract: "Import a programme folder with its pictures and screens.",
        discussion: "Importing the same folder again changes nothing.")

    @Argument(help: "The folder that contains programme.json.", completion: .directory)
    var directory: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "After the import, put the concert on the air at measure 1 of its first piece.")
    var activate = false

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    mutating func run() async throws {
        let (directory, tenant, activate, dryRun) = (directory, tenant, activate, dryRun)
        try await Installation.with(.current()) { installation in
            let lines = try await installation.importConcert(
                directory: directory, tenant: tenant, activates: activate, dryRun: dryRun)
            lines.forEach { print($0) }
        }
    }
}

struct ImportGlossary: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "glossary", abstract: "Import a glossary from a TSV file or from the glossary.xml of old phones.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["tsv", "xml"]))
    var file: String

    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "Check and report; write nothing.")
    var dryRun = false

    mutating func run() async throws {
        let (file, tenant, dryRun) = (file, tenant, dryRun)
        try await Installation.with(.current()) { installation in
            let lines = try await installation.importGlossary(file: file, tenant: tenant, dryRun: dryRun)
            lines.forEach { print($0) }
        }
    }
}

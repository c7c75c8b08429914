import App
import ArgumentParser

/// The options of every command that imports radio data.
struct ImportRadioOptions: ParsableArguments {
    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(help: "Compare and report; write nothing.")
    var dryRun = false

    @Flag(help: "Import nothing if there is any error; without --strict only the items with errors are left out.")
    var strict = false

    @Option(help: "The short name of the source, if the tenant has several sources of this format.")
    var source: String?

    @Option(help: "The short name of the channel, for tracklists; the default is the file name without its ending.")
    var channel: String?

    @Option(help: ArgumentHelp("The IANA time zone of the channels, if the source names none.", valueName: "zone"))
    var timeZone: String?

    /// Imports the file or folder at `path` and prints the report line by line; the progress is printed on standard error.
    func run(_ format: String, _ path: String) async throws {
        let options = RadioImportOptions(
            source: source, channel: channel, timeZone: timeZone, dryRun: dryRun, strict: strict)
        let tenant = tenant
        try await Installation.with(.current()) { installation in
            let progress = ImportProgressLines()
            let lines = try await installation.importRadio(format, path: path, tenant: tenant, options) {
                if let line = progress.line(at: .now, $0) { Console.error(line) }
            }
            if let line = progress.summary(at: .now) { Console.error(line) }
            lines.forEach { print($0) }
        }
    }
}

struct ImportCRo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cro", abstract: "Import the catalogue and schedule of Czech Radio: a folder of JSON:API pages.")

    @Argument(help: "The folder to import.", completion: .directory)
    var directory: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("cro", directory) }
}

struct ImportWMUC: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wmuc",
        abstract: "Import a station's weekly schedule: JSON with seven days for each channel, Sunday first.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["json"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("wmuc", file) }
}

struct ImportPlays: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plays",
        abstract: "Import a play log of several stations: CSV, with stations.json in the same folder.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["csv"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("plays", file) }
}

struct ImportTracklists: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tracklists", abstract: "Import the tracklists of a show: CSV.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["csv"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("tracklists", file) }
}

struct ImportEiBi: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "eibi", abstract: "Import a season of EiBi shortwave schedules: CSV.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["csv"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("eibi", file) }
}

struct ImportSPI: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spi", abstract: "Import RadioDNS service information or programme information: XML.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["xml"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("spi", file) }
}

struct ImportXMLTV: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "xmltv", abstract: "Import an XMLTV programme guide.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["xml"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("xmltv", file) }
}

struct ImportM3U: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "m3u", abstract: "Import channels from a list of stations: M3U, PLS or XSPF.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["m3u", "m3u8", "pls", "xspf"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("m3u", file) }
}

struct ImportRSS: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rss", abstract: "Import a show with its episodes from a feed: RSS 2.0.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["xml", "rss"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("rss", file) }
}

struct ImportOPML: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opml", abstract: "Import a list of feeds: OPML.")

    @Argument(help: "The file to import.", completion: .file(extensions: ["opml", "xml"]))
    var file: String

    @OptionGroup var options: ImportRadioOptions

    mutating func run() async throws { try await options.run("opml", file) }
}

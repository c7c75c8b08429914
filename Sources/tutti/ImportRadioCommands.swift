import App
import ArgumentParser

/// The options of every command that imports radio data.
struct ImportRadioOptions: ParsableArguments {
    @Option(help: "The tenant's short name.")
    var tenant: String

    @Flag(
        help:
            "Report what the import would change, without changing the station's data. The report is kept in the list of imports."
    )
    var dryRun = false

    @Flag(help: "Import nothing if there is any error; without --strict, the items without errors are imported.")
    var strict = false

    @Option(help: "The short name of the source, if the tenant has several sources of this format.")
    var source: String?

    @Option(help: "The short name of the channel, for tracklists; the default is the file name without its ending.")
    var channel: String?

    @Option(
        help: ArgumentHelp("The IANA time zone of the channels, if the source does not name one.", valueName: "zone"))
    var timeZone: String?

    var values: RadioImportOptions {
        RadioImportOptions(source: source, channel: channel, timeZone: timeZone, dryRun: dryRun, strict: strict)
    }
}

/// A format of radio data that a command imports.
protocol RadioImportFormat {
    /// The format's name in `ImportFormats` and on the command line.
    static var name: String { get }
    static var abstract: String { get }
    /// The endings of the format's files; empty for a format whose data is a folder.
    static var fileNameEndings: [String] { get }
}

/// The command that imports radio data of one format and prints the report. Progress lines go to standard error.
struct ImportRadio<Format: RadioImportFormat>: InstallationCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Format.name, abstract: Format.abstract)
    }

    @Argument(
        help: Self.isFolder
            ? ArgumentHelp("The folder to import.", valueName: "directory")
            : ArgumentHelp("The file to import.", valueName: "file"),
        completion: Self.isFolder ? .directory : .file(extensions: Format.fileNameEndings))
    var path: String

    @OptionGroup var options: ImportRadioOptions

    private static var isFolder: Bool { Format.fileNameEndings.isEmpty }

    func run(in installation: Installation) async throws {
        let progress = ImportProgressLines()
        let lines = try await installation.importRadio(
            Format.name, path: path, tenant: options.tenant, options.values
        ) {
            if let line = progress.line(at: .now, $0) { Console.error(line) }
        }
        if let line = progress.summary(at: .now) { Console.error(line) }
        lines.forEach { print($0) }
    }
}

/// The formats of radio data that the command line imports.
enum RadioFormats {
    enum CRo: RadioImportFormat {
        static let name = "cro"
        static let abstract = "Import the catalogue and schedule of Czech Radio: a folder of JSON:API pages."
        static let fileNameEndings: [String] = []
    }

    enum WMUC: RadioImportFormat {
        static let name = "wmuc"
        static let abstract =
            "Import a station's weekly schedule: JSON with seven days for each channel, Sunday first."
        static let fileNameEndings: [String] = ["json"]
    }

    enum Plays: RadioImportFormat {
        static let name = "plays"
        static let abstract = "Import a play log of several stations: CSV, with stations.json in the same folder."
        static let fileNameEndings: [String] = ["csv"]
    }

    enum Tracklists: RadioImportFormat {
        static let name = "tracklists"
        static let abstract = "Import the tracklists of a show: CSV."
        static let fileNameEndings: [String] = ["csv"]
    }

    enum EiBi: RadioImportFormat {
        static let name = "eibi"
        static let abstract = "Import a season of EiBi shortwave schedules: CSV."
        static let fileNameEndings: [String] = ["csv"]
    }

    enum SPI: RadioImportFormat {
        static let name = "spi"
        static let abstract = "Import RadioDNS service information or programme information: XML."
        static let fileNameEndings: [String] = ["xml"]
    }

    enum XMLTV: RadioImportFormat {
        static let name = "xmltv"
        static let abstract = "Import an XMLTV programme guide."
        static let fileNameEndings: [String] = ["xml"]
    }

    enum M3U: RadioImportFormat {
        static let name = "m3u"
        static let abstract = "Import channels from a list of stations: M3U, PLS or XSPF."
        static let fileNameEndings: [String] = ["m3u", "m3u8", "pls", "xspf"]
    }

    enum RSS: RadioImportFormat {
        static let name = "rss"
        static let abstract = "Import a show with its episodes from a feed: RSS 2.0."
        static let fileNameEndings: [String] = ["xml", "rss"]
    }

    enum OPML: RadioImportFormat {
        static let name = "opml"
        static let abstract = "Import a list of feeds: OPML."
        static let fileNameEndings: [String] = ["opml", "xml"]
    }
}

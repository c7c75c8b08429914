import Tenancy

/// A format that is read: its name, what it says of what it does not list, and how its files are found and read.
public struct ImportFormat: Sendable {
    /// What a source says of what it does not list (decision 0028).
    public enum Coverage: Sendable, Hashable {
        /// Nothing: a page, a day, a log.
        case part
        /// From the first to the last broadcast that it lists of a channel there are no others.
        case span
        /// It lists all it has: what it does not list any more has ended.
        case whole
    }

    /// As in the command and in the record: "cro".
    public let name: String
    public let coverage: Coverage
    /// The last parts of the names of files that are read of a folder, in lower case.
    public let endings: [String]
    /// Names of files that are read, too, where they lie beside the one that is named.
    public let companions: [String]
    let reader: @Sendable (ImportOptions) -> any StationReader

    public init(
        _ name: String, coverage: Coverage = .part, endings: [String], companions: [String] = [],
        reader: @escaping @Sendable (ImportOptions) -> any StationReader
    ) {
        self.name = name
        self.coverage = coverage
        self.endings = endings
        self.companions = companions
        self.reader = reader
    }
}

/// What whoever brings a file in says of it.
public struct ImportOptions: Sendable, Hashable {
    /// Where a tenant has several sources of one format, which it is: "morning-talks". Lower-case letters, digits, hyphens.
    public var source: String?
    /// The channel that a file is about that names none.
    public var channel: String?
    /// The clock of channels whose source names none; the format's own, else the tenant's.
    public var timeZone: String?
    /// The source's channels as earlier imports left them; the import fills it in.
    var known = KnownChannels()

    public init(source: String? = nil, channel: String? = nil, timeZone: String? = nil) {
        self.source = source
        self.channel = channel
        self.timeZone = timeZone
    }

    /// Whether a name can be that of a source.
    public static func isSource(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }
}

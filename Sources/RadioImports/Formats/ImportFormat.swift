import Tenancy

/// A file format that can be imported, with its reader.
public struct ImportFormat: Sendable {
    /// The meaning of an item's absence in a source (decision 0028).
    public enum Coverage: Sendable, Hashable {
        /// The source is a page, a day or a log: items that it does not list may still exist.
        case part
        /// The source lists all broadcasts of a channel from the first listed one to the last: any other broadcast in between no longer takes place.
        case span
        /// The source lists everything: items that it no longer lists have ended.
        case whole
    }

    /// The name on the command line and in records, such as "cro".
    public let name: String
    public let coverage: Coverage
    /// The endings of the file names to read from a folder, in lower case.
    public let endings: [String]
    /// The names of companion files, which are read first if they are beside the imported file.
    public let related: [String]
    /// The function that creates the reader for all files of an import from its options.
    let reader: @Sendable (ImportOptions) -> any StationReader

    public init(
        _ name: String, coverage: Coverage = .part, endings: [String], related: [String] = [],
        reader: @escaping @Sendable (ImportOptions) -> any StationReader
    ) {
        self.name = name
        self.coverage = coverage
        self.endings = endings
        self.related = related
        self.reader = reader
    }
}

/// The options of an import.
public struct ImportOptions: Sendable, Hashable {
    /// The source name, such as "morning-talks", by which a tenant distinguishes several sources of one format; `nil` for the unnamed source.
    public var source: String?
    /// The slug of the channel for a file that names none; `nil` for the name of the file up to the first dot.
    public var channel: String?
    /// The time zone of new channels for which neither the file nor the format gives one; `nil` for that of the tenant. In the format "wmuc", it is
    /// the time zone of all channels; `nil` for that of the station.
    public var timeZone: String?
    /// The channels with bearers from earlier imports of the source. `StationImport` sets this property.
    var known = KnownChannels()

    public init(source: String? = nil, channel: String? = nil, timeZone: String? = nil) {
        self.source = source
        self.channel = channel
        self.timeZone = timeZone
    }

    /// Returns whether a text is a source name: 1 to 100 lower-case letters (a to z), digits and hyphens.
    public static func isSource(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }
}

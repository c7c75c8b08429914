import Tenancy

/// An import format: its name, its coverage, the names of its files, and its reader.
public struct ImportFormat: Sendable {
    /// The meaning of an item's absence in a source (decision 0028).
    public enum Coverage: Sendable, Hashable {
        /// The source is incomplete, such as a page, a day or a log: items that the source does not list may still exist.
        case part
        /// The source is complete for a period: a channel has no other broadcasts between the first and the last listed broadcast.
        case span
        /// The source is complete: items that the source no longer lists have ended.
        case whole
    }

    /// The name on the command line and in records, such as "cro".
    public let name: String
    public let coverage: Coverage
    /// The endings of the file names to read from a folder, in lower case.
    public let endings: [String]
    /// The names of companion files, which are also read if they are in the folder of the imported file.
    public let related: [String]
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
    /// The source name, such as "morning-talks": lower-case letters, digits and hyphens. A tenant with several sources
    /// of one format distinguishes them by name. `nil` for the only source.
    public var source: String?
    /// The channel for a file that contains no channel; `nil` if the client names no channel.
    public var channel: String?
    /// The time zone of channels for which the source gives no time zone; `nil` for the time zone of the format, or else of
    /// the tenant.
    public var timeZone: String?
    /// The channels from earlier imports of the source. The import sets this property.
    var known = KnownChannels()

    public init(source: String? = nil, channel: String? = nil, timeZone: String? = nil) {
        self.source = source
        self.channel = channel
        self.timeZone = timeZone
    }

    /// Returns whether a text is a valid source name.
    public static func isSource(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 100
            && name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D }
    }
}

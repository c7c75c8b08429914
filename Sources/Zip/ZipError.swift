/// The reason why a zip archive or an entry is refused. Section numbers refer to PKWARE's APPNOTE 6.3.
public enum ZipError: Error, Sendable, Hashable {
    /// The archive is empty, incomplete or inconsistent, or is not a zip archive, for this reason.
    case damaged(String)
    /// The archive uses a feature that the reader does not support: encryption, ZIP64, several disks, or a compression method other than stored and
    /// deflated. The text names the feature and continues a sentence that begins with "the zip archive".
    case unsupported(String)
    /// The name of an entry, given first, breaks the rule given second (APPNOTE §4.4.17).
    case name(String, String)
    /// The archive exceeds a limit of the reader. The text names the limit and continues a sentence that begins with "the zip archive".
    case limit(String)
    /// The content of the entry with this name does not match its checksum (APPNOTE §4.4.7).
    case checksum(String)
    case outOfMemory
}

extension ZipError: CustomStringConvertible {
    /// A sentence for the person who sent the archive.
    public var description: String {
        switch self {
        case .damaged(let reason): "the zip archive is damaged: \(reason); send an intact copy"
        case .unsupported(let feature):
            "the zip archive \(feature), which is not supported; write the archive without this feature"
        case .name(let name, let rule): "the zip archive has an entry \"\(Self.shown(name))\"; \(rule)"
        case .limit(let limit): "the zip archive \(limit)"
        case .checksum(let name):
            "the content of \"\(Self.shown(name))\" in the zip archive does not match its checksum; send an intact copy"
        case .outOfMemory: "the server does not have enough memory to unpack the zip archive"
        }
    }

    /// Returns at most the first 80 scalars of a name for messages, with escapes for invisible characters, and "…" after a longer name.
    static func shown(_ name: String) -> String {
        let scalars = name.unicodeScalars.prefix(80).map { scalar -> String in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: String(Character(scalar))
            }
        }
        return scalars.joined() + (name.unicodeScalars.count > 80 ? "…" : "")
    }
}

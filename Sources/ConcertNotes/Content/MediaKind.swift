/// The types of files that a concert may have. The first bytes determine the type, and the ending of the name must match (spec S1.17, I6).
public enum MediaKind: String, Sendable, Hashable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case pdf = "application/pdf"

    /// Creates the type that the first bytes of a file show; `nil` for any other content.
    public init?(magicOf content: [UInt8]) {
        if content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if content.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if content.starts(with: Array("GIF87a".utf8)) || content.starts(with: Array("GIF89a".utf8)) {
            self = .gif
        } else if content.starts(with: Array("%PDF-".utf8)) {
            self = .pdf
        } else {
            return nil
        }
    }

    /// Creates the type that the ending of a file name shows, in lower case only; `nil` for any other ending.
    public init?(endingOf name: some StringProtocol) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[name.index(after: dot)...] {
        case "png": self = .png
        case "jpg", "jpeg": self = .jpeg
        case "gif": self = .gif
        case "pdf": self = .pdf
        default: return nil
        }
    }

    /// Returns whether a file name has the ending of a picture in lower case.
    static func isPicture(endingOf name: some StringProtocol) -> Bool {
        MediaKind(endingOf: name).map { $0 != .pdf } ?? false
    }

    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .pdf: "PDF"
        }
    }
}

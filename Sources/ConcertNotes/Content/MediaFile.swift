import Cryptography

/// A file of a concert with its public name: a picture, a screen of the app, or the programme book.
public struct MediaFile: Sendable, Hashable {
    public let name: String
    public let kind: MediaKind
    /// The bytes of the file; empty if the file is a reference to stored content.
    public let content: [UInt8]
    /// The SHA-256 hash of the content. A tenant stores each content once, under this hash.
    public let sha256: [UInt8]

    public init(name: String, kind: MediaKind, content: [UInt8]) {
        self.name = name
        self.kind = kind
        self.content = content
        sha256 = Array(SHA256.hash(data: content))
    }

    /// Creates a reference to a file whose content is stored already, so that the content need not be read.
    package init(name: String, kind: MediaKind, storedAs sha256: [UInt8]) {
        self.name = name
        self.kind = kind
        content = []
        self.sha256 = sha256
    }

    /// Whether `content` is missing because it is stored already. No valid file is empty.
    var isReference: Bool { content.isEmpty }

    /// Returns the file, or the first rule that it breaks: at most `byteLimit` bytes, a type that matches the ending of the name, and for a picture
    /// a valid header and at most `PixelSize.areaLimit` pixels (spec S1.17, I6). The rest of the name is not checked (`isSafe(name:)`).
    public static func checked(name: String, content: [UInt8]) -> Result<MediaFile, ContentProblem> {
        guard content.count <= byteLimit else {
            return .failure(
                ContentProblem(
                    "the file has \(content.count) bytes", fix: "reduce the file to \(byteLimit) bytes at most"))
        }
        guard let kind = MediaKind(magicOf: content) else {
            return .failure(
                ContentProblem(
                    "the file is not a PNG, JPEG, GIF or PDF",
                    fix: "save the file in the format that its name indicates"))
        }
        guard kind == MediaKind(endingOf: name) else {
            return .failure(
                ContentProblem(
                    "the file is a \(kind.name), but its name has another ending",
                    fix: "save the file in the format that its name indicates"))
        }
        if kind != .pdf {
            guard let size = PixelSize(headerOf: content, kind: kind) else {
                return .failure(
                    ContentProblem(
                        "the header of the picture is invalid", fix: "save the picture again in an image editor"))
            }
            guard size.area <= PixelSize.areaLimit else {
                return .failure(
                    ContentProblem(
                        "the picture has \(size.width) x \(size.height) pixels",
                        fix: "scale the picture down to at most \(PixelSize.areaLimit / 1_000_000) million pixels"))
            }
        }
        return .success(MediaFile(name: name, kind: kind, content: content))
    }

    public static func == (left: Self, right: Self) -> Bool { left.name == right.name && left.sha256 == right.sha256 }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(sha256)
    }

    /// The largest size of a file, 16 MiB, in bytes.
    public static let byteLimit = 16 << 20

    /// Returns whether a name is safe in a web address, a header field and a file system: 1 to 105 ASCII letters, digits, `_`, `.` and `-`, where
    /// the first character is neither `.` nor `-`.
    public static func isSafe(name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 105 else { return false }
        return isStem(first)
            && name.utf8.allSatisfy { isStem($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func isStem(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
    }
}

import Web

/// A picture with its description, credit and sizes.
public struct Art: Sendable, Hashable {
    /// The ID of a picture, unique within the installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// A size of the picture.
    public struct Image: Sendable, Hashable {
        /// An absolute URL on another server, or a path on this server.
        public let url: String
        /// The width and height in pixels; 0 if unknown.
        public let width: Int32
        public let height: Int32
        /// The media type; empty if unknown.
        public let mediaType: String

        public init(url: String, width: Int32, height: Int32, mediaType: String) {
            self.url = url
            self.width = width
            self.height = height
            self.mediaType = mediaType
        }
    }

    public let id: ID
    public let alt: String
    public let credit: String
    /// The sizes in order of position; empty if there is no file yet.
    public let images: [Image]

    /// Returns the path of a size that is stored on this server. `version` is the first 16 hexadecimal digits of the hash of the bytes; with it, apps
    /// may cache the picture for a year. `nil` gives the path without a version.
    public static func path(of art: ID, at position: Int32, version: String? = nil) -> String {
        "/api/v1/art/\(art)/\(position)" + (version.map { "?v=\($0)" } ?? "")
    }
}

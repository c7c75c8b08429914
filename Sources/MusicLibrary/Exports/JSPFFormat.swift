import SoundCloud

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The JSPF format (xspf.org/jspf), which is XSPF as JSON with locations and identifiers as arrays. ListenBrainz can read JSPF.
struct JSPFFormat: PlaylistFormat {
    static let suffix = "jspf"
    static let mediaType = "application/jspf+json"

    private struct Track: Encodable {
        let location: [String]?
        let identifier: [String]
        let title: String
        let creator: String
        let image: String?
        let album: String?
        let duration: Int64?
        let `extension`: [String: [Filing]]
    }

    private struct Filing: Encodable {
        let uploader: String
        let uploaderUrn: String
        let label: String?
        let source: String
        let confidence: String
        let access: String
    }

    func head(title: String) throws -> [UInt8] {
        Array(#"{"playlist":{"title":"#.utf8) + (try Self.json(title)) + Array(#","track":["#.utf8)
    }

    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8] {
        guard !tracks.isEmpty else { return [] }
        // Without its brackets, the JSON array continues the array of the previous part.
        let list = try Self.json(tracks.map(Self.track)).dropFirst().dropLast()
        return Array((isFirst ? "\n" : ",\n").utf8) + list
    }

    func tail() -> [UInt8] { Array("]}}\n".utf8) }

    private static func track(_ track: ExportedTrack) -> Track {
        let item = track.item
        return Track(
            location: item.permalink.asAddress.map { [$0] }, identifier: [item.urn.description], title: track.title,
            creator: track.artist, image: item.artwork.asAddress, album: track.album,
            duration: item.durationMs > 0 ? item.durationMs : nil,
            extension: [
                XSPFFormat.extensionName: [
                    Filing(
                        uploader: item.uploader, uploaderUrn: item.uploaderURN.description, label: track.label,
                        source: track.source,
                        confidence: XSPFFormat.text(track.confidence), access: item.access)
                ]
            ])
    }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}

import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The position as a response that is encoded once and sent to all clients.
enum LiveAnswer {
    /// Returns the response to `GET /api/v1/live`, or `nil` off the air. Its entity tag begins with the revision; clients send the tag back in
    /// `If-Match`.
    static func representation(_ snapshot: LiveSnapshot) -> Representation? {
        guard let onAir = snapshot.onAir else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(onAir.position) else { return nil }
        return Representation(
            mediaType: "application/json", identity: Array(bytes), compress: false,
            // The key of the concert, because two tenants may have the same revision (spec S1.6).
            entityTag: "\"\(snapshot.revision)-\(onAir.concert)-\(onAir.contentRevision)\"",
            lastModified: onAir.position.at.milliseconds / 1000, fields: ["Cache-Control": "no-cache"],
            statesTime: true)
    }

    /// Returns the revision with which an entity tag begins; `nil` for another text.
    static func revision(ofEntityTag tag: String) -> Int64? {
        guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 2 else { return nil }
        return Int64(digits: tag.dropFirst().prefix { $0 != "-" && $0 != "\"" })
    }
}

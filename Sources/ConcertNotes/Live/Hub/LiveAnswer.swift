import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The position as bytes that are made once and sent to everyone who asks.
enum LiveAnswer {
    /// `nil` off the air. The entity tag names the revision first: `If-Match` carries it back.
    static func representation(_ snapshot: LiveSnapshot) -> Representation? {
        guard let onAir = snapshot.onAir else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(onAir.position) else { return nil }
        return Representation(
            mediaType: "application/json", identity: Array(bytes), compress: false,
            // The concert's key is in it because two tenants may be at one revision (spec S1.6).
            entityTag: "\"\(snapshot.revision)-\(onAir.concert)-\(onAir.contentRevision)\"",
            lastModified: onAir.position.at.milliseconds / 1000, fields: ["Cache-Control": "no-cache"])
    }

    /// The revision that an entity tag of ours names; `nil` for any other.
    static func revision(ofEntityTag tag: String) -> Int64? {
        guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 2 else { return nil }
        return Int64(digits: tag.dropFirst().prefix { $0 != "-" && $0 != "\"" })
    }
}

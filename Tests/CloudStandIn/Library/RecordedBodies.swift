import Foundation
import HTTP

/// A folder of recorded bodies: `me_likes_tracks_p2.json` is the second page of `/me/likes/tracks`, `me.json` is `/me`.
enum RecordedBodies {
    static func read(_ folder: String) throws -> [String: [UInt8]] {
        var bodies: [String: [UInt8]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json") {
            let stem = name.dropLast(5)
            let parts = stem.split(separator: "_")
            let isPage = parts.last?.first == "p" && Int(parts.last?.dropFirst() ?? "") != nil
            let path = "/" + (isPage ? parts.dropLast() : parts[...]).joined(separator: "/")
            let page = isPage ? parts.last?.dropFirst() ?? "1" : "1"
            let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
            bodies["\(path) \(page)"] = Array(data)
        }
        return bodies
    }

    static func key(_ request: Request) -> String {
        let cursor = (request.query ?? "").split(separator: "&").first { $0.hasPrefix("cursor=page") }
        return "\(request.path) \(cursor?.dropFirst("cursor=page".count) ?? "1")"
    }
}

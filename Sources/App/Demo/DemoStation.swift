import Foundation
import HTTP
import Tenancy
import Web

/// The demo's radio, made for this project (`Resources/Demo/radio`): channels with shows, people, a schedule, episodes and editorial lists.
///
/// `station.json` lists the requests in order. If the channel named by `marker` exists, nothing is loaded, so that changes to the station are not
/// overwritten.
struct DemoStation {
    private let client: DemoClient
    private let base: String
    private let now: Instant

    /// Creates the loader.
    ///
    /// - Parameters:
    ///   - base: the scheme, host and port of the demo's own audio, such as "http://127.0.0.1:8080".
    ///   - now: the time from which the days in the file are counted.
    init(_ client: DemoClient, base: String, now: Instant = .now) {
        self.client = client
        self.base = base
        self.now = now
    }

    /// Loads the station and returns the lines to print; none if it was loaded before. Throws `DemoRefusal` if the server refuses a request, and
    /// `CommandFailure` if a file of the demo is missing or damaged; the objects created before the error remain.
    func load() async throws -> [String] {
        let file = try DemoStationFile.read()
        let there = try await client.send(.get, "/api/v1/admin/channels?limit=200", as: Role.admin.rawValue).items
        guard !there.contains(where: { $0["slug"] as? String == file.marker }) else { return [] }
        var names: [String: String] = [:]
        for step in file.steps {
            let path = try resolved(step.path, names)
            let body = try step.body.map { try DemoClient.json(try resolved($0, names)) }
            let answer = try await client.send(step.method, path, json: body, as: step.login)
            guard let id = answer.members["id"] as? String else { continue }
            if let name = step.name { names[name] = id }
            if let image = step.image {
                _ = try await client.send(
                    .put, "\(path)/\(id)/images/0", bytes: try DemoStationFile.picture(image), as: step.login)
            }
        }
        let count = { (prefix: String) in names.keys.count { $0.hasPrefix(prefix) } }
        return [
            """
            the demo's radio has \(SentenceFormat.count(count("channel-"), "channel")) and \(SentenceFormat.count(count("show-"), "show"))
            """
        ]
    }

    /// Replaces "@name" with the identifier that the step of that name created, "@zone" with the demo's time zone, "@day -14" and "@instant -2 12:00"
    /// with a date and time counted from today, and "@stream lantern-wave" and "@recording second-desk-1" with the URLs of the demo's own audio.
    private func resolved(_ members: [String: Any], _ names: [String: String]) throws -> [String: Any] {
        try members.mapValues { try resolved(value: $0, names) }
    }

    private func resolved(value: Any, _ names: [String: String]) throws -> Any {
        switch value {
        case let members as [String: Any]: try resolved(members, names)
        case let elements as [Any]: try elements.map { try resolved(value: $0, names) }
        case let text as String where text.hasPrefix("@"): try word(text, names)
        default: value
        }
    }

    /// Replaces the references to earlier objects in a URL path.
    private func resolved(_ path: String, _ names: [String: String]) throws -> String {
        try path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("@") ? try word(String($0), names) : String($0) }.joined(separator: "/")
    }

    private func word(_ text: String, _ names: [String: String]) throws -> String {
        let words = text.dropFirst().split(separator: " ").map(String.init)
        switch (words[0], words.count) {
        case ("zone", 1): return client.tenant.timeZone
        case ("stream", 2): return base + DemoRadioRoutes.path(ofChannel: words[1])
        case ("recording", 2): return base + DemoRadioRoutes.path(ofRecording: words[1])
        case ("day", 2): return day(Int(words[1]) ?? 0).description
        case ("instant", 3):
            let zone = TimeZone(identifier: client.tenant.timeZone) ?? .gmt
            guard let wall = Instant(rfc3339: "\(day(Int(words[1]) ?? 0))T\(words[2]):00Z") else { break }
            return wall.advanced(byMs: -Int64(zone.secondsFromGMT(for: wall.date)) * 1000).description
        default:
            if let id = names[words[0]] { return id }
        }
        throw CommandFailure(
            "the demo's radio data is damaged: station.json contains \(text), which is not a time, an address or the name of a step; "
                + "install tutti_App.resources again")
    }

    /// Returns the date `offset` days from today in the demo's time zone, such as "2026-01-31".
    private func day(_ offset: Int) -> String {
        let zone = TimeZone(identifier: client.tenant.timeZone) ?? .gmt
        let wall = now.advanced(byMs: Int64(zone.secondsFromGMT(for: now.date)) * 1000 + Int64(offset) * 86_400_000)
        return String(wall.description.prefix(10))
    }
}

/// The contents of `Resources/Demo/radio/station.json`.
struct DemoStationFile {
    /// The slug of a channel of the station, which shows that the station was loaded before.
    let marker: String
    let steps: [Step]
    let playout: DemoPlayout
    /// The sound of each channel, and the recordings.
    let sound: DemoBroadcast.Plan

    /// A request to the API, as one step of loading the station.
    struct Step {
        /// The name by which later steps refer to the new object; `nil` for none.
        let name: String?
        let method: HTTP.Method
        let path: String
        /// The JSON object to send; `nil` for no content.
        let body: [String: Any]?
        /// The file name of the picture for the new object; `nil` for no picture.
        let image: String?
        /// The login of the account that sends the request; an administrator's by default.
        let login: String
    }

    static func read() throws -> DemoStationFile {
        let data = try contents("station.json")
        guard let file = try JSONSerialization.jsonObject(with: data) as? [String: Any],
            let marker = file["marker"] as? String, let steps = file["steps"] as? [[String: Any]],
            let playout = file["playout"], let sound = file["sound"]
        else {
            throw CommandFailure(
                "the demo's radio data is damaged: station.json must contain marker, steps, playout and sound; "
                    + "install tutti_App.resources again")
        }
        return DemoStationFile(
            marker: marker, steps: try steps.map(step), playout: try decoded(playout), sound: try decoded(sound))
    }

    private static func decoded<Value: Decodable>(_ object: Any) throws -> Value {
        try JSONDecoder().decode(Value.self, from: try JSONSerialization.data(withJSONObject: object))
    }

    static func picture(_ name: String) throws -> [UInt8] { Array(try contents("art/\(name)")) }

    private static func step(_ members: [String: Any]) throws -> Step {
        guard let path = (members["post"] ?? members["put"]) as? String else {
            throw CommandFailure(
                "the demo's radio data is damaged: a step of station.json has no path; install tutti_App.resources again"
            )
        }
        return Step(
            name: members["as"] as? String, method: members["post"] == nil ? .put : .post, path: path,
            body: members["body"] as? [String: Any], image: members["image"] as? String,
            login: members["login"] as? String ?? Role.admin.rawValue)
    }

    /// Returns a file of the folder `radio`. Throws `CommandFailure` if the file is missing.
    static func contents(_ name: String) throws -> Data {
        guard let folder = Bundle.module.url(forResource: "Demo", withExtension: nil),
            let data = FileManager.default.contents(atPath: folder.appending(path: "radio/\(name)").path)
        else {
            throw CommandFailure(
                "the demo's file radio/\(name) is missing: tutti_App.resources must be in the same folder as the program"
            )
        }
        return data
    }
}

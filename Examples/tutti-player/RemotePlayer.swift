import Foundation
import PlayerCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A simulated device of a listener's player on a server. The device follows the player but plays no audio.
actor RemotePlayer: ControlledPlayer {
    /// The members of the server's `Player` schema that the program uses.
    private struct Player: Decodable {
        struct Track: Decodable {
            let id, title: String
            let artist, artworkUrl: String?
            let isLive: Bool?
        }
        struct Queue: Decodable { let index, length: Int }
        let state: PlayerState
        let audio: PlayerAudio
        let attempt: Int
        let track: Track?
        let positionMs, durationMs: Int64?
        let queue: Queue
        let shuffle: Bool
        let `repeat`: RepeatMode
        let rate: Double
        let device: String?
    }

    private struct Problem: Decodable {
        let detail: String
        let allowedEvents: [String]?
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let server: URL
    private let device: String
    private let token: String
    private var player: Player?
    private var tag: String?
    private var readAt = ContinuousClock.now
    /// The number of requests that were begun, and the number of the request whose response is in `player`.
    private var (begun, taken) = (0, 0)
    /// The last attempts for which the device has reported the start (`answered`) and the end of the track (`ended`).
    private var (answered, ended) = (0, 0)

    init(_ server: URL, device: String, token: String) {
        (self.server, self.device, self.token) = (server, device, token)
    }

    /// Signs in and returns an access token.
    static func token(_ server: URL, login: String, password: String, device: String) async throws -> String {
        struct Answer: Decodable { let accessToken: String }
        let body = ["login": login, "password": password, "device": device]
        let (data, _) = try await send("POST", server.appending(path: "api/v1/sessions"), body, token: nil)
        return try JSONDecoder().decode(Answer.self, from: data).accessToken
    }

    func register(name: String) async throws {
        _ = try await request("PUT", "devices/\(device)", ["name": name])
    }

    /// Sends an event. Returns the server's reason for a refused event, otherwise `nil`.
    func send(_ event: PlayerEvent) async throws -> String? {
        var body: [String: any Sendable] = ["event": event.kind.rawValue, "device": device]
        switch event {
        case .select(let index, let play): (body["index"], body["play"]) = (index, play)
        case .next(let play), .previous(let play): body["play"] = play
        case .seek(let position): body["positionMs"] = position
        case .setShuffle(let on, let seed): (body["on"], body["seed"]) = (on, seed)
        case .setRepeat(let mode): body["mode"] = mode.rawValue
        case .setRate(let rate): body["rate"] = Double(rate) / 1000
        case .transfer(let to, _): body["to"] = to
        default: if let attempt = event.attempt { body["attempt"] = attempt }
        }
        return try await take(request("POST", "events", body))
    }

    func play(context: String) async throws -> String? {
        try await take(request("PUT", "play", ["context": context, "device": device]))
    }

    /// Reads the player. If the player is on this device, answers a new attempt or reports the end of the track.
    func tick() async throws {
        _ = try await take(request("GET", ""))
        guard let player, player.device == device else { return }
        if player.audio == .loading, player.attempt > answered {
            answered = player.attempt
            _ = try await send(.streamReady(attempt: player.attempt))
        } else if player.audio == .playing, let duration = player.durationMs, positionMs >= duration,
            player.attempt > ended
        {
            ended = player.attempt
            _ = try await send(.trackEnded(attempt: player.attempt))
        }
    }

    var snapshot: PlayerSnapshot? {
        guard let player else { return nil }
        let track = player.track.map { track in
            PlayerSnapshot.Track(
                id: track.id, title: track.title, artist: track.artist,
                artworkURL: track.artworkUrl.flatMap { URL(string: $0, relativeTo: server)?.absoluteString },
                durationMs: player.durationMs, isLive: track.isLive ?? false)
        }
        return PlayerSnapshot(
            state: player.state, audio: player.audio, track: track, positionMs: positionMs,
            index: player.queue.index, count: player.queue.length, isShuffled: player.shuffle,
            repeatMode: player.repeat, rate: Int64((player.rate * 1000).rounded()), attempt: player.attempt,
            device: player.device)
    }

    /// The position in milliseconds, estimated from the last response and the time since.
    private var positionMs: Int64 {
        guard let player, let known = player.positionMs else { return 0 }
        let passed = player.audio == .playing ? ContinuousClock.now - readAt : .zero
        let position = known + Int64(passed / .milliseconds(1) * player.rate)
        return min(position, player.durationMs ?? .max)
    }

    /// Keeps the player of a response. Returns the server's reason for a refused request, otherwise `nil`. The response to a request that was begun
    /// before the last kept one changes nothing, because responses can overtake each other.
    private func take(_ answer: Answer) throws -> String? {
        switch answer.response.statusCode {
        case 200:
            guard answer.number > taken else { return nil }
            taken = answer.number
            player = try JSONDecoder().decode(Player.self, from: answer.data)
            tag = answer.response.value(forHTTPHeaderField: "ETag")
            readAt = .now
            return nil
        case 304: return nil
        default:
            let problem = try JSONDecoder().decode(Problem.self, from: answer.data)
            return problem.detail + (problem.allowedEvents.map { " (\($0.joined(separator: ", ")))" } ?? "")
        }
    }

    private struct Answer {
        let number: Int
        let data: Data
        let response: HTTPURLResponse
    }

    private func request(
        _ method: String, _ path: String, _ body: [String: any Sendable]? = nil
    ) async throws -> Answer {
        begun += 1
        let number = begun
        var url = server.appending(path: "api/v1/me/player")
        if !path.isEmpty { url.append(path: path) }
        let tag = method == "GET" ? tag : nil
        let (data, response) = try await Self.send(method, url, body, token: token, tag: tag)
        return Answer(number: number, data: data, response: response)
    }

    private static func send(
        _ method: String, _ url: URL, _ body: [String: any Sendable]?, token: String?, tag: String? = nil
    ) async throws -> (Data, HTTPURLResponse) {
        var request = URLRequest(url: url)
        request.httpMethod = method
        if let body {
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let tag { request.setValue(tag, forHTTPHeaderField: "If-None-Match") }
        request.cachePolicy = .reloadIgnoringLocalCacheData
        let (data, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw Failure(description: "no HTTP response") }
        guard response.statusCode < 500, response.statusCode != 401 else {
            throw Failure(description: "\(method) \(url.path): status \(response.statusCode)")
        }
        return (data, response)
    }
}

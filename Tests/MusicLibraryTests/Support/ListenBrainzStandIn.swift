import Foundation
import HTTP
import Logging
import Synchronization
import WebTestSupport

/// A server that behaves like the part of ListenBrainz's API that this program uses, and refuses everything that the public
/// documentation does not allow: unknown members, wrong types, times before October 2002 and wrong list types.
final class ListenBrainzStandIn: Responder {
    /// An error that replaces the answer to a request.
    struct Fault: Sendable {
        var status: Int
        var fields: Fields = [:]
        /// Whether the listens are stored although the answer is an error, as when the connection breaks.
        var stores = false
    }

    private struct State {
        var token = "user-token"
        var faults: [Fault] = []
        var fieldsOfSuccess: Fields = [:]
        var requests: [String] = []
        var listens: [String] = []
        var playing: [String] = []
        var problems: [String] = []
        /// The title of the track whose listens are refused; `nil` for none.
        var refusedTitle: String?
    }

    private let state = Mutex(State())
    private let port = Atomic<Int>(0)

    var address: String { "http://127.0.0.1:\(port.load(ordering: .relaxed))" }
    /// The requests, in order: "validate", or the list type and the number of listens, as in "import 2". Submissions with a wrong token or an invalid
    /// body are left out.
    var requests: [String] { state.withLock { $0.requests } }
    /// The stored listens, as "1781517600 Artist – Title".
    var listens: [String] { state.withLock { $0.listens } }
    /// The announced tracks, as "Artist – Title".
    var playing: [String] { state.withLock { $0.playing } }
    /// The reasons of refusals.
    var problems: [String] { state.withLock { $0.problems } }

    func plan(_ faults: Fault...) { state.withLock { $0.faults = faults } }
    func answerSuccess(with fields: Fields) { state.withLock { $0.fieldsOfSuccess = fields } }
    func replaceToken() { state.withLock { $0.token = "another-token" } }
    func refuse(title: String) { state.withLock { $0.refusedTitle = title } }

    static func with(_ body: (ListenBrainzStandIn) async throws -> Void) async throws {
        let standIn = ListenBrainzStandIn()
        let server = Server(
            Server.Configuration(host: "127.0.0.1", port: 0, queues: Server.queues(1)), responder: standIn,
            observer: nil, logger: RouteStage.silence)
        try await server.start()
        standIn.port.store(server.port, ordering: .relaxed)
        do {
            try await body(standIn)
        } catch {
            await server.stop(grace: 0, idleGrace: 0)
            throw error
        }
        await server.stop(grace: 0, idleGrace: 0)
    }

    func answerFromMemory(_ request: borrowing RequestView) -> MemoryAnswer? { nil }

    func bodyLimit(method: HTTP.Method, path: String) -> Int { 1 << 20 }

    func respond(to request: Request) async -> Response {
        state.withLock { state in
            let isKnown = request.fields["Authorization"] == "Token \(state.token)"
            switch (request.method, request.path) {
            case (.get, "/1/validate-token"):
                state.requests.append("validate")
                if !state.faults.isEmpty { return Self.answer(state.faults.removeFirst()) }
                return Self.json(
                    isKnown
                        ? #"{"code": 200, "message": "Token valid.", "valid": true, "user_name": "listener-lb"}"#
                        : #"{"code": 200, "message": "Token invalid.", "valid": false}"#)
            case (.post, "/1/submit-listens"): return Self.submit(request, isKnown, &state)
            default: return Self.json(#"{"code": 404, "error": "not found"}"#, 404)
            }
        }
    }

    private static func submit(_ request: Request, _ isKnown: Bool, _ state: inout State) -> Response {
        guard isKnown else {
            return json(#"{"code": 401, "error": "Invalid authorization token."}"#, 401)
        }
        let found: (type: String, listens: [String])
        do {
            found = try check(request)
        } catch {
            state.problems.append(error.reason)
            return json(#"{"code": 400, "error": "\#(error.reason)"}"#, 400)
        }
        state.requests.append("\(found.type) \(found.listens.count)")
        if let title = state.refusedTitle, found.listens.contains(where: { $0.hasSuffix("– " + title) }) {
            return json(#"{"code": 400, "error": "a listen is spam"}"#, 400)
        }
        let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
        if found.type == "playing_now" {
            if fault == nil { state.playing += found.listens }
        } else if fault == nil || fault?.stores == true {
            // The service recognises a listen by its time, user and track.
            state.listens += found.listens.filter { !state.listens.contains($0) }
        }
        if let fault { return answer(fault) }
        return json(#"{"status": "ok"}"#, fields: state.fieldsOfSuccess)
    }

    private struct Problem: Error { let reason: String }

    private static func check(_ request: Request) throws(Problem) -> (type: String, listens: [String]) {
        guard request.fields["Content-Type"] == "application/json" else { throw Problem(reason: "not JSON") }
        guard let root = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any],
            Set(root.keys) == ["listen_type", "payload"], let type = root["listen_type"] as? String,
            let payload = root["payload"] as? [[String: Any]], !payload.isEmpty, payload.count <= 1_000
        else { throw Problem(reason: "wrong members") }
        let isPlaying = type == "playing_now"
        guard type == "import" || (type == "single" || isPlaying) && payload.count == 1 else {
            throw Problem(reason: "wrong list type")
        }
        var listens: [String] = []
        for listen in payload {
            let time = listen["listened_at"] as? Int
            guard Set(listen.keys) == (isPlaying ? ["track_metadata"] : ["listened_at", "track_metadata"]),
                isPlaying || time ?? 0 >= 1_033_430_400
            else { throw Problem(reason: "wrong listened_at") }
            guard let track = listen["track_metadata"] as? [String: Any],
                Set(track.keys).isSubset(of: ["artist_name", "track_name", "release_name", "additional_info"]),
                let artist = track["artist_name"] as? String, !artist.isEmpty,
                let title = track["track_name"] as? String, !title.isEmpty,
                track["release_name"] == nil || track["release_name"] is String
            else { throw Problem(reason: "wrong track_metadata") }
            let known: [String: (Any) -> Bool] = [
                "origin_url": { $0 is String }, "duration_ms": { $0 is Int }, "music_service": { $0 is String },
                "media_player": { $0 is String }, "submission_client": { $0 is String },
            ]
            for (name, value) in track["additional_info"] as? [String: Any] ?? [:] {
                guard known[name]?(value) == true else { throw Problem(reason: "wrong additional_info \(name)") }
            }
            listens.append("\(time.map { "\($0) " } ?? "")\(artist) – \(title)")
        }
        return (type, listens)
    }

    private static func answer(_ fault: Fault) -> Response {
        json(#"{"code": \#(fault.status), "error": "fault"}"#, fault.status, fields: fault.fields)
    }

    private static func json(_ text: String, _ status: Int = 200, fields: Fields = [:]) -> Response {
        var response = Response.bytes(Array(text.utf8), mediaType: "application/json", status: Status(status))
        for field in fields.lines { response.fields[field.name] = field.value }
        return response
    }
}

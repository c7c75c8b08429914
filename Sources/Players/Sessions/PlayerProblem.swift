import HTTP
import PlayerCore
import Web

/// The 409 problem details of a refused event, with the state of the player and the events that are allowed in this state.
struct PlayerProblem: Encodable, Sendable {
    let type: String
    let title: String
    let status: Int
    let detail: String
    let code: String
    let state: String
    let allowedEvents: [String]

    init(_ refused: PlayerRefused) {
        let error = Self.error(refused.refusal, refused.session)
        (type, code) = (error.code.problemType, error.code.rawValue)
        (title, status, detail) = ("Conflict", error.status.code, error.detail)
        state = refused.session.state.rawValue
        allowedEvents = refused.session.allowedEvents.filter(\.isSent).map(\.rawValue)
    }

    func response() throws -> Response {
        try .json(
            self, status: .conflict, fields: ["Cache-Control": "no-store"], mediaType: "application/problem+json")
    }

    private static func allowed(in session: PlayerSession) -> String {
        let events = session.allowedEvents.filter(\.isSent).map(\.rawValue)
        return events.isEmpty ? "no event is allowed" : "allowed: \(SentenceFormat.list(events))"
    }

    static func error(_ refusal: PlayerRefusal, _ session: PlayerSession) -> APIError {
        switch refusal {
        case .notAllowed(let event, let state):
            APIError(
                .conflict, code: .eventNotAllowed,
                "the event \(event.rawValue) is not allowed in the state \(state.rawValue); \(allowed(in: session))")
        case .emptyQueue:
            APIError(.conflict, code: .emptyQueue, "the queue is empty: add tracks to the queue first")
        case .noSuchIndex(let index, let count):
            APIError(
                .conflict, code: .noSuchIndex,
                "the queue has no track at the index \(index): the queue has \(SentenceFormat.count(count, "track")), and the first track "
                    + "has the index 0"
            )
        case .tooManyItems(let count):
            APIError(
                .conflict, code: .queueFull,
                "a queue has at most \(PlayerQueue.limit) tracks, and this queue would have \(count): send fewer tracks"
            )
        case .notLive:
            APIError(
                .conflict, code: .notLive, "the current track is a recording: send the event seek with positionMs")
        case .notFixed:
            APIError(
                .conflict, code: .isLive,
                "the current track is a live stream: send the event goLive, or seek with behindMs")
        case .noSuchRate(let rate):
            APIError.invalid("/rate", "must be from 0.25 to 4 times the normal speed, found \(Double(rate) / 1000)")
        }
    }
}

import FoundationEssentials
import PlayerCore
import Postgres
import Web

/// A link by which listeners of the same tenant join a shared session. The server stores only the hash of the secret.
package struct SharedInvitation: Sendable {
    /// The secret, which is known only when the invitation is made.
    package let secret: SecretKey
    package let expiresAt: Instant

    /// The path of the page on which a listener joins the session.
    package var path: String { Self.path(secret) }

    /// Returns the path of the page on which a listener joins the session with this secret.
    package static func path(_ secret: SecretKey) -> String { "/player/join/\(secret.text)" }

    /// The longest validity in minutes: 1 week.
    static let longestMinutes = 10_080
    /// The validity in minutes if the request gives none: 1 day.
    package static let usualMinutes = 1440
    /// The maximum number of valid invitations of a session.
    static let limit = 20

    /// Parses the secret of an invitation. Throws 404 for a text that cannot be a secret.
    package static func key(_ text: String) throws(APIError) -> SecretKey {
        guard let key = SecretKey(text) else { throw .noSuchInvitation }
        return key
    }
}

extension APIError {
    /// The 404 error for a listener without a shared session.
    package static let noSharedSession = APIError(
        .notFound, code: .noSharedSession,
        "you are not in a shared session: create a shared session, or join one with an invitation")

    /// The 409 error for a listener who must leave a shared session first.
    static let inSharedSession = APIError(
        .conflict, code: .inSharedSession,
        "you are in a shared session: leave the session first; until then, your own player is paused")

    /// The 404 error for an unknown secret.
    static let noSuchInvitation = APIError(
        .notFound, code: .noSuchInvitation,
        "this invitation is unknown: check that the link is complete, or ask for a new invitation")

    /// The 410 error for an invitation whose session has ended.
    static let sessionEnded = APIError(
        .gone, code: .sessionEnded, "the shared session has ended: ask for an invitation to another session")

    /// Creates the error for an action that a shared session refuses. `player` is the session's player, whose allowed events the error lists.
    init(_ refusal: SharedRefusal, _ player: PlayerSession) {
        self =
            switch refusal {
            case .notAMember: .noSharedSession
            case .ownerOnly:
                APIError(
                    .forbidden, code: .ownerOnly,
                    "only the owner of the session may do this: ask the owner")
            case .notYourTurn(let name):
                APIError(.conflict, code: .notYourTurn, "\(name) has the turn to add a track: wait for your turn")
            case .oneItemATurn(1): APIError.invalid("/at", "must be \"last\" under the rule turns, found \"next\"")
            case .oneItemATurn(let count):
                APIError.invalid("/tracks", "must contain exactly 1 track under the rule turns, found \(count)")
            case .notInRule(let rule):
                APIError(
                    .conflict, code: .eventNotAllowed,
                    "the rule \(rule.rawValue) of the session does not allow this: ask the owner")
            case .anotherItem:
                APIError(
                    .conflict, code: .changedMeanwhile,
                    "the current track has changed: check the session and send the event again")
            case .noSuchMember:
                APIError(
                    .notFound, code: .noSuchMember,
                    "the session has no other member with this ID: members lists the members of the session")
            case .nameTaken:
                APIError(
                    .conflict, code: .nameTaken, "another member of the session has this name: choose another name")
            case .full:
                APIError(
                    .conflict, code: .sharedSessionFull,
                    "the session has \(SharedSession.memberLimit) members, the maximum: ask a member to leave, or create another session"
                )
            case .queueFull(let count):
                APIError(
                    .conflict, code: .queueFull,
                    "a shared queue has at most \(SharedSession.queueLimit) tracks, and this queue would have \(count): send fewer tracks"
                )
            case .isLive:
                APIError(
                    .conflict, code: .isLive,
                    "a shared queue cannot contain live streams: add recordings instead"
                )
            case .player(let refusal): PlayerProblem.error(refusal, player)
            }
    }
}

import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The endpoints of the buttons in rows (spec L6, L22, L28). Each redirects to the library page in the field `next`, or to `/library`.
struct CloudActionRoutes: Sendable {
    let cloud: MusicCloud?
    let database: TenantDatabase
    let filing: FilingResources

    var routes: [Route] {
        [
            .accountForm("postLibraryLike", "/library/likes", bodyLimit: 16 * 1024, endpoint: postLibraryLike),
            .accountForm(
                "postLibraryFollowing", "/library/following", bodyLimit: 16 * 1024, endpoint: postLibraryFollowing),
            .accountForm(
                "postLibraryAddition", "/library/additions", bodyLimit: 16 * 1024, endpoint: postLibraryAddition),
        ]
    }

    /// The name of a button's form field, the change that the button makes, and the notice after the change.
    private typealias Press = (name: String, action: CloudWrite.Action, notice: LibraryNotice)

    /// Answers `postLibraryLike`: a redirect to the row after a track or playlist was liked or unliked on this server and the change was queued for
    /// SoundCloud; 404 for an item that does not exist, 422 unless the form has exactly one of the fields `like` and `unlike`. A missing connection
    /// or an unavailable SoundCloud is shown as a notice.
    func postLibraryLike(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(
            [("like", .like, .liked), ("unlike", .unlike, .unliked)], [.track, .playlist], request, context)
    }

    /// Answers `postLibraryFollowing` for a user and the fields `follow` and `unfollow`, in the same way as `postLibraryLike`.
    func postLibraryFollowing(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await perform(
            [("follow", .follow, .followed), ("unfollow", .unfollow, .unfollowed)], [.user], request, context)
    }

    private func perform(
        _ presses: [Press], _ kinds: [CloudURN.Kind], _ request: Request, _ context: RequestContext
    ) async throws -> Response {
        let (listener, fields) = (try context.listener, try request.form())
        let next = try fields.optional("next")
        let pressed = try presses.compactMap { press in try fields.optional(press.name).map { (press, $0) } }
        guard pressed.count == 1, let (press, text) = pressed.first else {
            throw APIError.invalid(
                presses[0].name,
                pressed.isEmpty
                    ? "is missing: send \"\(presses[0].name)\" or \"\(presses[1].name)\""
                    : "cannot be combined with \"\(presses[1].name)\": send only one of them")
        }
        guard let urn = CloudURN(text), kinds.contains(urn.kind) else { throw CloudError.notFound.problem() }
        do {
            _ = try await CloudWriteRoutes(cloud: cloud, database: database).perform(
                press.action, on: urn, by: listener)
            return .seeOther(LibraryPath.back(next, press.notice, at: urn))
        } catch let error as APIError {
            guard let notice = LibraryNotice(error) else { throw error }
            return .seeOther(LibraryPath.back(next, notice))
        }
    }

    /// Answers `postLibraryAddition`: a redirect to the track's row after the track was added to the library, unless the listener already has the
    /// track in the library or the podcasts; 404 for an unknown track, 503 if SoundCloud does not answer or other changes to the library interfere.
    /// Changes nothing on SoundCloud.
    func postLibraryAddition(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (listener, fields) = (try context.listener, try request.form())
        let next = try fields.optional("next")
        guard let urn = CloudURN(try fields("add"), of: .track) else { throw CloudError.notFound.problem() }
        let isNew = try await TrackAddition(database: database, cloud: cloud, filing: filing).add(urn, by: listener)
        return .seeOther(LibraryPath.back(next, isNew ? .added : .alreadyThere, at: urn))
    }
}

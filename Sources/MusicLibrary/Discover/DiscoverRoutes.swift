import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of Discover (spec L23-L26).
public struct DiscoverRoutes: Sendable {
    private let seedChange: DiscoverSeedChange
    private let items: CloudItemStore
    private let marks: ListenerMarkStore

    /// Creates the endpoints. Without a SoundCloud application, the stored set can still be read, and `setDiscover` answers 503.
    public init(cloud: MusicCloud?, database: TenantDatabase) {
        seedChange = DiscoverSeedChange(cloud: cloud, database: database)
        items = CloudItemStore(database: database)
        marks = ListenerMarkStore(database: database)
    }

    public var routes: [Route] {
        let path = "/api/v1/me/discover"
        return [
            Route("getDiscover", .get, path, access: .account, endpoint: getDiscover),
            Route("setDiscover", .put, path, access: .account, bodyLimit: 8 * 1024, endpoint: setDiscover),
            Route(
                "setDiscoverResume", .put, path + "/resume", access: .account, bodyLimit: 8 * 1024,
                endpoint: setDiscoverResume),
        ]
    }

    private struct Choice: Decodable { let track: String }

    private struct ResumeBody: Decodable {
        let index: Int64
        let positionMs: Int64
        let seed: String?
    }

    /// Answers `getDiscover`: the stored set, which is empty if no starting track is chosen, and the listening position, with an entity tag; 304 if
    /// the client's copy is current.
    func getDiscover(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let answer = try await answer(try await seedChange.store.set(of: listener), to: listener)
        if let tag = answer.fields["ETag"], request.has(entityTag: tag) {
            return Response(.notModified, fields: ["ETag": tag, "Cache-Control": "private, no-cache"])
        }
        return answer
    }

    /// Answers `setDiscover`: replaces the set by the tracks related to the chosen track, resets the listening position, and returns the set. If the
    /// track already is the starting track, nothing changes. 409 if SoundCloud sends no usable related track, 412 if `If-Match` names another
    /// revision, 422 if the text is not the URN of a track.
    func setDiscover(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let choice = try request.json(as: Choice.self)
        guard let seed = CloudURN(choice.track, of: .track) else { throw Self.noTrack(choice.track) }
        let (set, unreadable) = try await seedChange.choose(seed, if: IfMatch(request), for: listener)
        return try await answer(set, unreadable: unreadable, to: listener)
    }

    /// Answers `setDiscoverResume`: stores the listening position and returns it with the new revision; 409 if another starting track or none is
    /// chosen, 412 if `If-Match` names another revision, 422 for an invalid seed, index or position.
    func setDiscoverResume(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let body = try request.json(as: ResumeBody.self)
        let seed = try body.seed.map { text throws(APIError) -> CloudURN in
            guard let seed = CloudURN(text, of: .track) else {
                throw .invalid(
                    "/seed",
                    "must be the URN of the starting track, such as soundcloud:tracks:123, found \"\(text.prefix(100))\""
                )
            }
            return seed
        }
        guard let index = Int32(exactly: body.index), index >= 0 else {
            throw Self.noIndex(body.index, RelatedTracks.most)
        }
        guard let position = Int32(exactly: body.positionMs), position >= 0 else {
            throw APIError.invalid(
                "/positionMs", "must be from 0 to \(Int32.max) milliseconds, found \(body.positionMs)")
        }
        let resume = DiscoverSet.Resume(index: index, positionMs: position)
        do {
            let revision = try await seedChange.store.stop(at: resume, in: seed, if: IfMatch(request), of: listener)
            return try .json(
                DiscoverResumeView(index: Int64(index), positionMs: Int64(position), revision: Int64(revision)),
                fields: ["Cache-Control": "private, no-cache", "ETag": DiscoverTag.text(revision, of: listener)])
        } catch let refusal as DiscoverStore.Refusal {
            switch refusal {
            case .noSet:
                throw APIError(
                    .conflict, code: .nothingChosen, "no starting track is chosen: choose a starting track first")
            case .anotherSeed:
                throw APIError(
                    .conflict, code: .anotherSeed, "another starting track was chosen: load Discover again")
            case .beyond(let count): throw Self.noIndex(body.index, count)
            }
        }
    }

    private static func noTrack(_ text: String) -> APIError {
        .invalid(
            "/track",
            "must be the URN of a SoundCloud track, such as soundcloud:tracks:123, found \"\(text.prefix(100))\"")
    }

    private static func noIndex(_ index: Int64, _ count: Int) -> APIError {
        .invalid("/index", "must be the index of a track, at least 0 and less than \(count), found \(index)")
    }

    private func answer(
        _ set: DiscoverSet?, unreadable: Int? = nil, to listener: Listener
    ) async throws -> Response {
        let known = try await items.items(tracks: (set.map { [$0.seedKey] } ?? []) + (set?.tracks ?? []), for: listener)
        let view = DiscoverView(set, known, try await marks.marks(of: known, for: listener), unreadable: unreadable)
        return try Response.json(view).tagged(set?.revision ?? 0, of: listener)
    }
}

import HTTP
import Tenancy
import Web

/// The API routes for starting, renewing and ending streams. A listener without a subscription is refused as at sign-in (spec R4).
public struct StreamLeaseRoutes: Sendable {
    private let streams: StreamLeaseStore
    private let subscriptions: SubscriptionStore
    private let help: LoginHelpStore
    private let contentRevision: @Sendable (TenantID) async throws -> Int32?

    /// The response field for the newest revision of the tenant's catalogue (spec R7).
    public static let contentRevisionField = "X-Content-Revision"

    /// Creates the routes.
    ///
    /// - Parameter contentRevision: returns the newest announced revision of a tenant's catalogue; `nil` if there is none.
    public init(database: TenantDatabase, contentRevision: @escaping @Sendable (TenantID) async throws -> Int32?) {
        self.contentRevision = contentRevision
        streams = StreamLeaseStore(database: database)
        subscriptions = SubscriptionStore(database: database)
        help = LoginHelpStore(database: database)
    }

    public var routes: [Route] {
        [
            Route("findStreams", .get, "/api/v1/me/streams", access: .account, endpoint: findStreams),
            Route("createStream", .post, "/api/v1/me/streams", access: .account, endpoint: createStream),
            Route("renewStream", .put, "/api/v1/me/streams/{stream}", access: .account, endpoint: renewStream),
            Route("deleteStream", .delete, "/api/v1/me/streams/{stream}", access: .account, endpoint: deleteStream),
        ]
    }

    /// Answers `findStreams` with the streams that the caller's account is playing, oldest first.
    func findStreams(_ request: Request, _ context: RequestContext) async throws -> Response {
        let user = try Self.user(context)
        return try .json(ListView(await streams.streams(of: user, in: context.tenant.id).map(StreamLeaseView.init)))
    }

    private struct Body: Decodable {
        /// The name of the device, for the list of streams.
        let device: String?
        /// Whether to end the oldest streams if the limit is reached.
        let takeOver: Bool?
    }

    /// Answers `createStream` with 201 and the new stream, with `contentRevisionField` if a content update was announced; 403 for a listener without
    /// a subscription, 409 with the current streams if the account has reached its limit, or 422 for an invalid device name. With `takeOver`, the
    /// oldest streams end instead of the 409. If the revision cannot be read, the response is an error, but the new stream stays until it expires.
    func createStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let body = try request.json(as: Body.self)
        let device = body.device ?? ""
        let length = device.unicodeScalars.count
        guard length <= StreamLease.deviceLimit else {
            throw APIError.invalid(
                "/device", "must have at most \(StreamLease.deviceLimit) characters, found \(length)")
        }
        guard device.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw APIError.invalid("/device", "must not contain control characters")
        }
        let user = try Self.user(context)
        try await requireSubscription(context)
        let outcome = try await streams.start(
            device: device, takesOver: body.takeOver ?? false, of: user, in: context.tenant.id)
        switch outcome {
        case .started(let stream):
            let revision = try await contentRevision(context.tenant.id)
            return try .json(
                StreamLeaseView(stream), status: .created,
                fields: revision.map { [Self.contentRevisionField: "\($0)"] } ?? [:])
        case .refused(let playing):
            return try StreamConflictView(playing, await help.help(in: context.tenant.id).texts).response()
        }
    }

    /// Answers `renewStream` with the stream, 404 if it has ended or was taken over, or 403 for a listener without a subscription.
    func renewStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        let user = try Self.user(context)
        try await requireSubscription(context)
        guard let id = StreamLease.ID(try request.parameter("stream")),
            let stream = try await streams.renew(id, of: user, in: context.tenant.id)
        else { throw Self.noSuchStream }
        return try .json(StreamLeaseView(stream))
    }

    /// Answers `deleteStream` with 204, or 404 if the account has no such stream.
    func deleteStream(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let id = StreamLease.ID(try request.parameter("stream")),
            try await streams.end(id, of: Self.user(context), in: context.tenant.id)
        else {
            throw APIError(
                .notFound, code: .noSuchStream,
                "this stream is unknown, has already ended or has been taken over; there is nothing to end")
        }
        return .noContent
    }

    private func requireSubscription(_ context: RequestContext) async throws {
        guard let caller = context.caller else { throw APIError.notLoggedIn }
        try await subscriptions.requireSubscription(of: caller, in: context.tenant.id)
    }

    private static func user(_ context: RequestContext) throws(APIError) -> User.ID {
        guard let caller = context.caller else { throw .notLoggedIn }
        return User.ID(rawValue: caller.userID)
    }

    private static let noSuchStream = APIError(
        .notFound, code: .noSuchStream,
        "this stream is unknown, has ended or has been taken over; start a new stream")
}

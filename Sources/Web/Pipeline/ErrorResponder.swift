import HTTP
import Logging
import Postgres
import Tenancy

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The converter of errors into responses.
struct ErrorResponder: Sendable {
    /// The tenants' sign-in page, to which visitors without a session are sent; `nil` shows an error page instead.
    let loginPath: LocalPath?

    /// A failed request, with the data that determine the error response.
    struct FailedRequest {
        let request: Request
        let requestID: String
        let style: Route.ErrorStyle
        let tenant: Tenant?
        let logger: Logger
        /// Whether the route belongs to the platform, which has a separate sign-in page.
        var isPlatform = false
        /// The caller; `nil` if no account of the tenant was authenticated.
        var caller: Caller?
        var platform: PlatformCaller?
        var navigation = Navigation.none
    }

    private static let platformLoginPath: LocalPath = "/platform/login"

    /// Returns the response to an error.
    ///
    /// An `APIError` other than a 500 and the refusal of a gate are shown unchanged, except that a 401 for a page becomes a redirect to the sign-in
    /// page, if there is one. A method that the path does not allow gets 405, an exceeded storage limit 413, a full disk 507, a NUL byte 400, and an
    /// unavailable database or a cancelled request 503. Any other error becomes a 500 with the request ID. A full disk, an unavailable database and a
    /// 500 are logged here, once.
    func response(to error: any Error, in failed: FailedRequest) -> Response {
        if let error = error as? MethodNotAllowed {
            var response = view(of: error.shown, in: failed)
            response.fields["Allow"] = error.allow
            return response
        }
        if let error = error as? GateRefusal {
            var response = view(of: error.error, in: failed)
            for (name, value) in error.fields.lines { response.fields.append(name, value) }
            return response
        }
        let shown = Self.translated(error, in: failed)
        if shown.status == .unauthorized, failed.style == .page, let login = login(for: failed) { return login }
        return view(of: shown, in: failed)
    }

    /// Returns the problem response in place of an event stream that was refused, with the other header fields of the stream's response.
    func response(to refusal: StreamRefusal, inPlaceOf response: Response) -> Response {
        let requestID = response.fields["X-Request-ID"] ?? ""
        let problem = ProblemView(Self.translated(refusal), requestID: requestID)
        var answer = problem.response(fields: ["Retry-After": String(refusal.retryAfter)])
        // Several lines may have the same name, such as two lines `Vary`.
        let kept = response.fields.lines.filter { answer.fields[$0.name] == nil }
        for (name, value) in kept { answer.fields.append(name, value) }
        answer.route = response.route
        answer.realm = response.realm
        return answer
    }

    private static func translated(_ refusal: StreamRefusal) -> APIError {
        switch refusal {
        case .address:
            APIError(
                .tooManyRequests, code: .tooManyStreams,
                "too many event streams are open from this IP address; close one, or try again in \(refusal.retryAfter) s",
                retryAfter: refusal.retryAfter)
        case .realm:
            APIError(
                .serviceUnavailable, code: .streamsExhausted,
                "the tenant's limit of open event streams is reached; try again in \(refusal.retryAfter) s, "
                    + "or poll GET /api/v1/live for the live position",
                retryAfter: refusal.retryAfter)
        }
    }

    private static func translated(_ error: any Error, in failed: FailedRequest) -> APIError {
        if let error = error as? APIError, error.status != .internalServerError { return error }
        if let error = error as? StorageExceeded { return .exceeding(error) }
        if isDiskFull(error) {
            failed.logger.error(
                "the disk is full",
                metadata: ["error": "\((error as? PostgresError)?.withoutData ?? String(reflecting: error))"])
            return APIError(
                .insufficientStorage, code: .diskFull,
                "the server's disk is full and nothing was saved; ask the administrator to free space", retryAfter: 30
            )
        }
        if let error = error as? PostgresError, error.isOutage {
            failed.logger.warning("database unavailable", metadata: ["error": "\(error.withoutData)"])
            return APIError(
                .serviceUnavailable, code: .databaseUnavailable, "the database is not available; try again in 2 s",
                retryAfter: 2)
        }
        if let error = error as? PostgresError, case .nulByte = error {
            return APIError(
                .badRequest, code: .nulByte,
                "a value contains the character U+0000, which cannot be stored; remove the character")
        }
        if error is CancellationError {
            return APIError(
                .serviceUnavailable, code: .cancelled, "the request was cancelled; try again", retryAfter: 1)
        }
        let errorText = (error as? PostgresError)?.withoutData ?? String(reflecting: error)
        failed.logger.error("request failed", metadata: ["error": "\(errorText)"])
        return APIError(
            .internalServerError, code: .internalError,
            "an error occurred on the server; if the error occurs again, report the request ID \(failed.requestID) to the administrator"
        )
    }

    /// Returns whether the error means that a disk is full (ENOSPC): the database's disk or this server's.
    private static func isDiskFull(_ error: any Error) -> Bool {
        if let error = error as? PostgresError { return error.isDiskFull }
        return (error as? POSIXError)?.code == .ENOSPC || (error as? CocoaError)?.code == .fileWriteOutOfSpace
    }

    private func login(for failed: FailedRequest) -> Response? {
        guard let loginPath = failed.isPlatform ? Self.platformLoginPath : loginPath else { return nil }
        let next = failed.request.method == .get || failed.request.method == .head ? failed.request.target : nil
        let query = next.map { "?next=" + $0.percentEncoded } ?? ""
        // A target that is too long is dropped; the visitor can still sign in.
        return .seeOther(LocalPath(loginPath.text + query) ?? loginPath)
    }

    private func view(of error: APIError, in failed: FailedRequest) -> Response {
        var fields: Fields = ["Cache-Control": "no-store"]
        if let seconds = error.retryAfter { fields["Retry-After"] = String(seconds) }
        if error.status == .unauthorized { fields["WWW-Authenticate"] = "Bearer" }
        // RFC 9110 §15.5.22 requires this field. The app must be replaced here, not the protocol, so the field names the protocol in use.
        if error.status == .upgradeRequired { fields["Upgrade"] = "HTTP/1.1" }
        switch failed.style {
        case .problem: return ProblemView(error, requestID: failed.requestID).response(fields: fields)
        case .plain: return .text(error.detail + "\n", status: error.status, fields: fields)
        case .page:
            return ErrorPage(
                error: error, tenant: failed.tenant, isPlatform: failed.isPlatform, caller: failed.caller,
                platform: failed.platform, navigation: failed.navigation
            ).response(fields: fields)
        }
    }
}

/// The error for a path that does not allow the method. The response needs the field `Allow` (RFC 9110 §15.5.6).
struct MethodNotAllowed: Error {
    let allow: String

    fileprivate var shown: APIError {
        APIError(
            .methodNotAllowed, code: .methodNotAllowed,
            "this path does not allow this method: the allowed methods are \(allow)")
    }
}

extension PostgresError {
    /// Whether the database was not available, was read-only or lacked resources, or the statement was cancelled, so that the same request may
    /// succeed later.
    public var isOutage: Bool {
        switch self {
        case .unavailable, .poolTimeout, .cancelled: true
        case .decoding, .nulByte, .refused: false
        case .server(let state, _, _, _):
            // SQLSTATE 08 (connection exception), 53 (insufficient resources), 57 (operator intervention) and 25006 on a standby (spec O3.2).
            state.hasPrefix("08") || state.hasPrefix("53") || state.hasPrefix("57") || state == "25006"
        }
    }
}

extension Request {
    fileprivate var target: String { query.map { "\(path)?\($0)" } ?? path }
}

import HTTP

/// A message about the result of a form, shown on the page to which the form redirects. A slice declares its messages as an enumeration. The query
/// parameter `notice` carries the name of the message, so nothing is stored on the server.
public protocol FlashMessage: RawRepresentable, Sendable, Hashable where RawValue == String {}

extension FlashMessage {
    /// Reads the message named in the query. Returns `nil` without a known name. Throws 400 for more than one `notice` parameter.
    public init?(_ fields: FormFields) throws(APIError) {
        guard let name = try fields.optional("notice"), let message = Self(rawValue: name) else { return nil }
        self = message
    }

    /// Reads the message named in a request's query. Returns `nil` without a known name. Throws 400 for a repeated `notice` or a malformed query.
    public init?(_ request: Request) throws(APIError) { try self.init(try request.queryFields()) }
}

extension Response {
    /// Returns a 303 response to a page of this server that shows the message. The path may have a query; an invalid path becomes "/".
    public static func seeOther(_ path: String, _ message: some FlashMessage, fields: Fields = [:]) -> Response {
        let sign = path.contains("?") ? "&" : "?"
        return .seeOther(LocalPath("\(path)\(sign)notice=\(message.rawValue)") ?? "/", fields: fields)
    }
}

extension APIError {
    /// Whether the user can correct the form or send it again. The page then shows the form with the entered values and the error.
    public var isCorrectable: Bool {
        switch status {
        case .unprocessableContent, .conflict, .preconditionFailed, .contentTooLarge, .unsupportedMediaType,
            .tooManyRequests:
            true
        default: false
        }
    }
}

extension Response {
    /// Returns the response of `action`. After an error that the user can correct, calls `page` with the error and returns its response with the
    /// error's status and `Retry-After`.
    public static func showingFaults(
        on page: (APIError) async throws -> Response, _ action: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await action()
        } catch let error as APIError where error.isCorrectable {
            var response = try await page(error)
            response.status = error.status
            if let seconds = error.retryAfter { response.fields["Retry-After"] = String(seconds) }
            return response
        }
    }

    /// Returns the response of `action`. After an error that the user can correct, returns the page with the error, its status and `Retry-After`.
    public static func showingFaults<Page: FormPage>(
        onPage page: () async throws -> Page, _ action: () async throws -> Response
    ) async throws -> Response {
        try await showingFaults(
            on: { error in
                var page = try await page()
                page.error = error
                return try page.response()
            }, action)
    }
}

/// A page with a form, which can show the error of the form.
public protocol FormPage {
    /// The error that the page shows; `nil` for none.
    var error: APIError? { get set }

    /// Returns the response with the page.
    func response() throws -> Response
}

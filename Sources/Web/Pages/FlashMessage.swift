import HTTP

/// A message about the result of a form, shown on the page to which the form redirects. A slice declares its messages as an enumeration. The redirect
/// carries the name of the message in the query parameter `notice`, so nothing is stored on the server.
public protocol FlashMessage: RawRepresentable, Sendable, Hashable where RawValue == String {}

extension FlashMessage {
    /// Reads the message named in the query. Returns `nil` without a name or for an unknown name.
    ///
    /// - Throws: 400 if the query has more than one `notice` parameter.
    public init?(_ fields: FormFields) throws(APIError) {
        guard let name = try fields.optional("notice"), let message = Self(rawValue: name) else { return nil }
        self = message
    }

    /// Reads the message named in the query of a request. Returns `nil` without a name or for an unknown name. Throws 400 for more than one `notice`
    /// parameter and for a malformed query.
    public init?(_ request: Request) throws(APIError) { try self.init(try request.queryFields()) }
}

extension Response {
    /// Returns a 303 response to a page of this server that shows the message.
    ///
    /// - Parameter path: the page, with or without a query; "/" without the message is used if the path with the message is not a valid `LocalPath`.
    public static func seeOther(_ path: String, _ message: some FlashMessage, fields: Fields = [:]) -> Response {
        let sign = path.contains("?") ? "&" : "?"
        return .seeOther(LocalPath("\(path)\(sign)notice=\(message.rawValue)") ?? "/", fields: fields)
    }
}

extension APIError {
    /// Whether the user can correct the form or send it again: for the statuses 409, 412, 413, 415, 422 and 429. The page then shows the form again
    /// with the entered values and the error. Other errors have their own page.
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
    /// Returns the response of `action`. After an error that the user can correct, returns the page of the form with the status and the `Retry-After`
    /// of the error. Throws all other errors of `action`, and the errors of `page`.
    ///
    /// - Parameter page: makes the page with the error above its form.
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

    /// Returns the response of `action`. After an error that the user can correct, returns the page with the error, its status and its `Retry-After`.
    /// Throws all other errors of `action`, and the errors of `page`.
    ///
    /// - Parameter page: makes the page of the form.
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

    /// Returns the response with the page. Throws an error if the page cannot be made.
    func response() throws -> Response
}

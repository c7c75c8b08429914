import HTTP
import Tenancy

/// A refusal or a failure as a page: what is wrong, and a way on.
struct ErrorPage: Sendable {
    let error: APIError
    let tenant: Tenant?
    /// Whether it stands in for a page of the platform, which is no tenant's.
    var isPlatform = false

    func response(fields: Fields) -> Response {
        var page =
            isPlatform
            ? Page(platform: title, caller: nil, content: content)
            : Page(title, tenant: tenant, caller: nil, content: content)
        page.status = error.status
        return page.response(fields: fields)
    }

    private var content: HTML {
        """
        <p class="notice bad" role="alert">\(error.detail.asSentence)</p>
        \(faults)
        <p><a href="\(isPlatform ? "/platform" : "/")">\(isPlatform ? "To all tenants" : "To the start page")</a></p>
        """
    }

    /// What a status is called in a hall; the phrases of RFC 9110 are for programs.
    private var title: String {
        if let title = error.title { return title }
        switch error.status {
        case .badRequest: return "That cannot be read"
        case .forbidden: return "Not allowed"
        case .notFound: return "Nothing here"
        case .conflict: return "Not as things are"
        case .contentTooLarge: return "Too large"
        case .unsupportedMediaType: return "Not of the right kind"
        case .unprocessableContent: return "Something is not right yet"
        case .tooManyRequests: return "One moment"
        case .serviceUnavailable: return "Back in a moment"
        case .internalServerError: return "Something broke"
        default: return error.status.reason
        }
    }

    private var faults: HTML {
        guard error.faults.count > 1 else { return .empty }
        return "<ul>\(error.faults.map { fault -> HTML in "<li>\(fault.field) \(fault.reason)</li>" })</ul>"
    }
}

import HTTP
import Tenancy

/// The page for a failed request: the cause and a link to continue.
struct ErrorPage: Sendable {
    let error: APIError
    let tenant: Tenant?
    var isPlatform = false
    var caller: Caller?
    var platform: PlatformCaller?
    var navigation = Navigation.none

    func response(fields: Fields) -> Response {
        var page =
            isPlatform
            ? Page(platform: title, caller: platform, content: content)
            : Page(title, tenant: tenant, caller: caller, navigation: navigation, content: content)
        page.status = error.status
        return page.response(fields: fields)
    }

    private var content: HTML {
        """
        \(Notice(.bad, "\(error.detail.asSentence)").html)
        \(faults)
        <p><a class="button quiet" href="\(isPlatform ? "/platform" : "/")">\(isPlatform ? "All tenants" : "Start page")</a></p>
        """
    }

    /// A user learns little from the reason phrases of RFC 9110, such as "Unprocessable Content", so they are used for rare statuses only.
    private var title: String {
        if let title = error.title { return title }
        switch error.status {
        case .badRequest: return "Invalid request"
        case .forbidden: return "Not allowed"
        case .notFound: return "Page not found"
        case .conflict: return "Not possible at the moment"
        case .contentTooLarge: return "Request too large"
        case .unsupportedMediaType: return "Format not supported"
        case .unprocessableContent: return "Check what you entered"
        case .tooManyRequests: return "Too many requests"
        case .serviceUnavailable: return "Temporarily unavailable"
        case .internalServerError: return "Internal error"
        default: return error.status.reason
        }
    }

    private var faults: HTML {
        guard error.faults.count > 1 else { return .empty }
        return "<ul>\(error.faults.map { fault -> HTML in "<li>\(fault.field) \(fault.reason)</li>" })</ul>"
    }
}

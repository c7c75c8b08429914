/// A report of an operator page to the other servers: "here,PAGE,USER,DEVICE,LOGIN" or "gone,PAGE". A login may contain commas.
enum OperatorPresenceNotice: Sendable, Hashable {
    case here(OperatorPresence)
    case gone(page: String)

    static let kind = "operator"

    /// Creates the report from the text of a notification; `nil` for any other form, which a newer server may send.
    init?(_ text: String) {
        let parts = text.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, OperatorPresence.isPage(parts[1]) else { return nil }
        switch (parts[0], parts.count) {
        case ("here", 5):
            guard let userID = Int64(digits: parts[2]), let device = OperatorPresence.Device(rawValue: parts[3]) else {
                return nil
            }
            self = .here(OperatorPresence(page: parts[1], userID: userID, login: parts[4], device: device))
        case ("gone", 2): self = .gone(page: parts[1])
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .here(let page): "here,\(page.page),\(page.userID),\(page.device.rawValue),\(page.login)"
        case .gone(let page): "gone,\(page)"
        }
    }
}

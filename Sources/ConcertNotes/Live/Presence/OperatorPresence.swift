import Web

/// An open operator page, which its script reports every 4 s.
public struct OperatorPresence: Sendable, Hashable {
    /// The identifier of the page, which the script keeps across reloads: 1 to 64 letters, digits and hyphens.
    let page: String
    let userID: Int64
    let login: String
    let device: Device

    /// The kind of device, which distinguishes two pages of one operator.
    enum Device: String, Sendable, CaseIterable {
        case iPhone
        case iPad
        case android = "Android"
        case mac = "Mac"
        case windows = "Windows"
        case linux = "Linux"
        case other = "another device"

        /// Creates the kind of device that a `User-Agent` names (RFC 9110 §10.1.5). An iPad that requests desktop pages counts as a Mac; a missing or
        /// unknown field as `other`.
        init(userAgent: String?) {
            let marks: [(String, Device)] = [
                ("iPhone", .iPhone), ("iPad", .iPad), ("Android", .android), ("Macintosh", .mac),
                ("Windows", .windows), ("Linux", .linux), ("CrOS", .linux),
            ]
            self = marks.first { userAgent?.contains($0.0) ?? false }?.1 ?? .other
        }
    }

    init(page: String, userID: Int64, login: String, device: Device) {
        self.page = page
        self.userID = userID
        self.login = login
        self.device = device
    }

    /// Returns whether a text is a valid identifier of a page: 1 to 64 ASCII letters, digits and hyphens.
    static func isPage(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

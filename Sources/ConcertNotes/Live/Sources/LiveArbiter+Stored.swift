#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The form of the arbiter in the database.
extension LiveArbiter {
    /// Creates the arbiter from its stored JSON text; `nil` gives a new arbiter. A text that cannot be read, such as that of a newer server, gives a
    /// new arbiter with a take-over: no program moves the concert until a person allows the follower or starts the automatic advance.
    init(stored text: String?) {
        guard let text else {
            self.init()
            return
        }
        if let arbiter = try? JSONDecoder().decode(LiveArbiter.self, from: Data(text.utf8)) {
            self = arbiter
        } else {
            self.init()
            takeOver(by: nil)
        }
    }

    /// The arbiter as the JSON text that the database stores.
    var stored: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Numbers are finite and strings always encode.
        guard let bytes = try? encoder.encode(self) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Int64 {
    /// Parses ASCII digits; `nil` for a number that does not fit and for any other text, such as "+5", which `Int64(_:)` accepts (spec S1.28).
    init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int64(text) else {
            return nil
        }
        self = value
    }
}

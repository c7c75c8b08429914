extension Int64 {
    /// Plain ASCII digits that fit. `Int64(_:)` also takes "+5" (spec S1.28).
    init?(digits text: some StringProtocol) {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int64(text) else {
            return nil
        }
        self = value
    }
}

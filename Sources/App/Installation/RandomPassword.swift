/// A generator of passwords that are easy to read out: four groups of five letters and digits, without similar characters, with 99 random bits.
enum RandomPassword {
    private static let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")

    static func next() -> String {
        var generator = SystemRandomNumberGenerator()
        let groups = (0..<4).map { _ in
            String((0..<5).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] })
        }
        return groups.joined(separator: "-")
    }
}

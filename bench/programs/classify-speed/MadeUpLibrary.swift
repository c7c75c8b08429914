import ArtistClassification

/// An invented library. Its accounts belong to artists, labels, collectors and other listeners, and its titles contain the additions
/// that are usual in uploads.
enum MadeUpLibrary {
    static func uploads(_ count: Int) -> [Upload] {
        var dice = Dice(7)
        let artists = (0..<max(10, count / 20)).map { _ in name(&dice) }
        let labels = (0..<max(3, count / 400)).map { _ in
            name(&dice) + dice.pick([" Records", " Recordings", " Music", ""])
        }
        let strangers = (0..<max(5, count / 60)).map { _ in
            dice.pick([name(&dice).lowercased(), "user\(dice.roll(900_000_000))"])
        }
        return (0..<count).map { number in
            let artist = dice.pick(artists)
            let title = self.title(&dice)
            let length = Int64(120_000 + dice.roll(240_000))
            switch dice.roll(10) {
            case 0...3:
                return Upload(
                    id: "\(number)", title: dice.pick([title, "\(artist) - \(title)", title + " (Live)"]),
                    uploader: artist,
                    durationMs: length)
            case 4...6:
                return Upload(
                    id: "\(number)",
                    title: dice.pick([
                        "\(artist) - \(title) [Official Audio]", "PREMIERE: \(artist) - \(title)",
                        "\(artist) & \(dice.pick(artists)) - \(title) (\(dice.pick(artists)) Remix)",
                        "\(artist) – \(title) feat. \(dice.pick(artists)) (prod. \(dice.pick(artists)))",
                    ]), uploader: dice.pick(labels), metadataArtist: dice.roll(3) == 0 ? artist : nil,
                    labelName: dice.roll(2) == 0 ? dice.pick(labels) : nil, durationMs: length)
            case 7, 8:
                return Upload(
                    id: "\(number)",
                    title: dice.pick([
                        "\(title) - \(artist)", "\(artist) \"\(title)\" M/V",
                        "0\(1 + dice.roll(9)). \(artist) - \(title).mp3",
                        title.lowercased(), "\(title) by \(artist)", "\(artist): \(title)",
                    ]), uploader: dice.pick(strangers), durationMs: length)
            default:
                return Upload(
                    id: "\(number)", title: "\(name(&dice)) Radio - Episode \(dice.roll(300))",
                    uploader: dice.pick(labels),
                    durationMs: 3_600_000)
            }
        }
    }

    private static let syllables = [
        "ka", "lo", "mi", "ran", "tes", "vo", "sil", "ner", "da", "bru", "pha", "kin", "sol", "er", "ý", "ön", "zha",
        "qui", "на", "ве",
    ]

    private static func word(_ dice: inout Dice) -> String {
        let word = (0...1 + dice.roll(2)).map { _ in dice.pick(syllables) }.joined()
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func name(_ dice: inout Dice) -> String {
        (0...dice.roll(2)).map { _ in word(&dice) }.joined(separator: " ")
    }

    private static func title(_ dice: inout Dice) -> String {
        (0...dice.roll(4)).map { _ in word(&dice) }.joined(separator: " ")
    }
}

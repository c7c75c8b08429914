/// The melody of a song of the demo's radio: 32 places of equal length, each a note or a rest, in the form A A B A, which repeats. The melody depends
/// only on the seed.
struct DemoMelody: Sendable {
    private static let phrase = 8
    private let places: [Int?]

    /// Composes a melody from `notes` notes, at least 1. Each phrase moves by small steps, begins with a note, and may have rests.
    init(seed: String, notes: Int) {
        var numbers = SeededNumbers(seed: seed)
        var note = numbers.next(in: 0...Int64(notes - 1))
        let phrases = (0..<2).map { _ in
            (0..<Self.phrase).map { place -> Int? in
                note = min(max(0, note + numbers.next(in: -2...2)), Int64(notes - 1))
                return place > 0 && numbers.next(in: 1...6) == 1 ? nil : Int(note)
            }
        }
        places = phrases[0] + phrases[0] + phrases[1] + phrases[0]
    }

    /// Returns the number of the note at a place, from 0; `nil` for a rest.
    func note(at place: Int64) -> Int? { places[Int(place % Int64(places.count))] }
}

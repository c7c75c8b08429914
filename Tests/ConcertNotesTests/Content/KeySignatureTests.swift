import ConcertNotes
import Testing

@Suite struct KeySignatureTests {
    @Test(
        arguments: [
            (-7, "C♭ major / A♭ minor (7 flats)"), (-3, "E♭ major / C minor (3 flats)"),
            (-1, "F major / D minor (1 flat)"),
            (0, "C major / A minor (no sharps or flats)"), (1, "G major / E minor (1 sharp)"),
            (4, "E major / C♯ minor (4 sharps)"), (7, "C♯ major / A♯ minor (7 sharps)"),
            (9, "9 sharps"), (-8, "8 flats"), (.min, "9223372036854775808 flats"),
        ] as [(Int, String)])
    func aKeySignatureWithoutANameIsNamedAfterItsMajorAndMinorKeys(fifths: Int, name: String) {
        let key = KeySignature(measure: 1, start: RecordingTime(milliseconds: 0), fifths: fifths)
        #expect(key.name == name)
    }
}

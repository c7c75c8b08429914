import Foundation
import Testing

@testable import App

/// Tests of the notes of the demo's radio and of the melodies made from them.
struct DemoSoundTests {
    private static let note = [UInt8](repeating: 1, count: 2 * DemoSound.bytesPerFrame)

    @Test func everySoundOfTheDemoConsistsOfIndependentFrames() throws {
        let file = try DemoStationFile.read()
        #expect(Set(file.sound.channels.keys) == Set(file.playout.channels.keys))
        for named in file.sound.channels.values {
            let sound = try DemoSound(named)
            #expect(sound.notes >= 5)
            let stream = sound.bytes(of: 0..<Int64(sound.notes * sound.framesPerNote)) { Int($0) }
            #expect(DemoFrames.areWhole(stream), "\(named.name)")
        }
    }

    @Test func theFilesOfTheDemosSoundHaveLessThan400000BytesInTotal() throws {
        let names = try DemoStationFile.read().sound.channels.values.map(\.name)
        let sizes = try names.map { try DemoStationFile.contents("sound/\($0).txt").count }
        #expect(sizes.count == 3 && sizes.reduce(0, +) < 400_000)
    }

    @Test func soundOfIncompleteNotesIsRefused() {
        #expect(DemoSound(Self.note, framesPerNote: 2)?.notes == 1)
        #expect(DemoSound(Self.note, framesPerNote: 3) == nil)
        #expect(DemoSound(Self.note.dropLast(), framesPerNote: 2) == nil)
        #expect(DemoSound([], framesPerNote: 2) == nil)
        #expect(DemoSound(Self.note, framesPerNote: 0) == nil)
    }

    @Test(arguments: [1, 3, 7, 50] as [Int64])
    func consecutivePartsOfTheSoundFormTheWholeSound(length: Int64) throws {
        let sound = try DemoSound(DemoSound.File(name: "strings", framesPerNote: 25))
        let melody = DemoMelody(seed: "song", notes: sound.notes)
        let whole = sound.bytes(of: 10..<160, note: melody.note)
        #expect(whole.count == 150 * DemoSound.bytesPerFrame)
        let parts = stride(from: 10, to: Int64(160), by: Int(length)).flatMap {
            sound.bytes(of: $0..<min(160, $0 + length), note: melody.note)
        }
        #expect(parts == whole)
    }

    @Test func aRestIsSilent() throws {
        let sound = try #require(DemoSound(Self.note, framesPerNote: 2))
        let rest = sound.bytes(of: 0..<1) { _ in nil }
        #expect(rest == [1, 1, 1, 1] + [UInt8](repeating: 0, count: DemoSound.bytesPerFrame - 4))
    }

    @Test func aMelodyDependsOnlyOnItsSeed() {
        let places = { (seed: String) in (0..<64).map { DemoMelody(seed: seed, notes: 10).note(at: $0) } }
        #expect(places("one") == places("one"))
        #expect(places("one") != places("two"))
        let notes = (0..<40).flatMap { places("song \($0)") }
        #expect(Set(notes) == Set((0..<10).map(Int?.init) + [nil]), "all notes and rests occur")
        #expect((0..<40).allSatisfy { places("song \($0)")[0] != nil }, "a song begins with a note")
    }
}

/// Frames of MPEG-1 layer III with 128 kbit/s at 48 kHz, read without the code under test.
enum DemoFrames {
    /// Returns whether the bytes are whole frames, none of which needs the bytes of earlier frames (`main_data_begin` is 0; ISO/IEC 11172-3
    /// §2.4.1.7).
    static func areWhole(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty, bytes.count.isMultiple(of: 384) else { return false }
        let head: [UInt8] = [0xFF, 0xFB, 0x94]
        return stride(from: 0, to: bytes.count, by: 384).allSatisfy { start in
            guard bytes[start..<start + 3].elementsEqual(head) else { return false }
            return bytes[start + 4] == 0 && bytes[start + 5] < 128
        }
    }
}

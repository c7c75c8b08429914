import ArtistClassification
import Foundation
import Glibc

/// The program that measures the classification of artists.
///
/// `classify-speed [TRACKS]` prints the number of tracks per second that one core classifies in an invented library of TRACKS tracks.
/// `classify-speed grouping FILE.tsv` prints how many uploads of the same artist are grouped together. Only the real uploads in the file
/// with a known artist and title are used; three simulated accounts upload each track with differently written titles.
@main
struct ClassifySpeed {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.count == 2, arguments[0] == "grouping" {
            let text = try String(contentsOfFile: arguments[1], encoding: .utf8)
            for seed in 1...5 {
                let library = ThreeAccounts(rows: Row.rows(of: text), seed: UInt64(seed))
                print(Grouping(library.uploads, artists: library.artists).line(seed))
            }
        } else if arguments.count <= 1, let tracks = arguments.isEmpty ? 200_000 : Int(arguments[0]), tracks > 0 {
            measure(tracks)
        } else {
            FileHandle.standardError.write(Data("usage: classify-speed [TRACKS] | grouping FILE.tsv\n".utf8))
            exit(2)
        }
    }

    /// Prints the median processor time of five rounds for each step. Processor time does not include the time of other programs.
    private static func measure(_ tracks: Int) {
        let uploads = MadeUpLibrary.uploads(tracks)
        var (gathering, freezing, classifying): ([Double], [Double], [Double]) = ([], [], [])
        var credits = 0
        for _ in 0..<5 {
            var evidence = Evidence()
            gathering.append(seconds { evidence = Evidence(uploads) })
            var classifier = Classifier(evidence)
            freezing.append(seconds { classifier = Classifier(evidence) })
            classifying.append(
                seconds { for upload in uploads { credits += classifier.classify(upload).credits.count } })
        }
        let rate = Double(tracks) / median(classifying)
        print("tracks              \(tracks), \(credits / 5) credits")
        print("evidence, of all    \(number(median(gathering))) s, \(Int(Double(tracks) / median(gathering))) tracks/s")
        print("classifier, once    \(number(median(freezing))) s")
        print("classify            \(number(median(classifying))) s, \(Int(rate)) tracks/s on one core")
    }

    private static func seconds(_ work: () -> Void) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        work()
        return now() - start
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private static func number(_ value: Double) -> String { String(format: "%.3f", value) }
}

/// A pseudorandom number generator with the same numbers for the same seed.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(sides))
    }

    mutating func pick<T>(_ values: [T]) -> T { values[roll(values.count)] }
}

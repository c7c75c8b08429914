@testable import ScoreFormats

/// A short notation for forms in tests, such as "|: 1 [1 2 :| ] [2 3 ] 4".
///
/// A word is a mark before a measure ("|:", "[1,2" begins an ending, "S" segno, "C" coda), the number of a measure, or a mark
/// after it (":|", ":|x3" three times, ":|!" after a jump too, "]" ends the ending, "F" Fine, "TC" To Coda, "DC", "DS", with
/// "f" for "al Fine" and "c" for "al Coda", and "@2" for the second time only).
struct FormNotation {
    enum Word: Hashable {
        case measure(String)
        case forward
        case backward(times: Int?, isRepeatedAfterJump: Bool)
        case ending([Int])
        case endingEnd
        case segno
        case coda
        case fine([Int])
        case toCoda([Int])
        case daCapo(FormMarks.Jump.Until?, [Int])
        case dalSegno(FormMarks.Jump.Until?, [Int])
    }

    let words: [Word]

    init(_ text: String) { words = text.split(separator: " ").map { Self.word(String($0)) } }

    init(words: [Word]) { self.words = words }

    private static func word(_ text: String) -> Word {
        let parts = text.split(separator: "@")
        let times = parts.count > 1 ? parts[1].split(separator: ",").compactMap { Int($0) } : []
        switch parts[0] {
        case "|:": return .forward
        case "]": return .endingEnd
        case "S": return .segno
        case "C": return .coda
        case "F": return .fine(times)
        case "TC": return .toCoda(times)
        case "DC": return .daCapo(nil, times)
        case "DCf": return .daCapo(.fine, times)
        case "DCc": return .daCapo(.coda, times)
        case "DS": return .dalSegno(nil, times)
        case "DSf": return .dalSegno(.fine, times)
        case "DSc": return .dalSegno(.coda, times)
        default: break
        }
        if text.hasPrefix("[") { return .ending(text.dropFirst().split(separator: ",").compactMap { Int($0) }) }
        if text.hasPrefix(":|") {
            let isRepeatedAfterJump = text.hasSuffix("!")
            let times = Int(text.drop { $0 != "x" }.dropFirst().filter { $0 != "!" })
            return .backward(times: times, isRepeatedAfterJump: isRepeatedAfterJump)
        }
        return .measure(text)
    }

    /// The words as text.
    var text: String {
        func until(_ until: FormMarks.Jump.Until?) -> String { until == .fine ? "f" : until == .coda ? "c" : "" }
        func times(_ times: [Int]) -> String {
            times.isEmpty ? "" : "@" + times.map(String.init).joined(separator: ",")
        }
        return words.map { word in
            switch word {
            case .measure(let number): number
            case .forward: "|:"
            case .backward(let times, let again): ":|" + (times.map { "x\($0)" } ?? "") + (again ? "!" : "")
            case .ending(let passes): "[" + passes.map(String.init).joined(separator: ",")
            case .endingEnd: "]"
            case .segno: "S"
            case .coda: "C"
            case .fine(let list): "F" + times(list)
            case .toCoda(let list): "TC" + times(list)
            case .daCapo(let limit, let list): "DC" + until(limit) + times(list)
            case .dalSegno(let limit, let list): "DS" + until(limit) + times(list)
            }
        }.joined(separator: " ")
    }

    /// The words of each measure, with the index of the measure's own word among them.
    var measures: [(number: String, before: [Word], after: [Word])] {
        var measures: [(number: String, before: [Word], after: [Word])] = []
        var before: [Word] = []
        for word in words {
            switch word {
            case .measure(let number):
                measures.append((number, before, []))
                before = []
            case .forward, .ending, .segno, .coda: before.append(word)
            default: measures[measures.count - 1].after.append(word)
            }
        }
        return measures
    }

    /// The form as MusicXML.
    var musicXML: String {
        var text =
            "<score-partwise version=\"4.0\"><part-list><score-part id=\"P1\"><part-name>Music</part-name></score-part>"
        text += "</part-list><part id=\"P1\">"
        var open: [Int] = []
        for (index, measure) in measures.enumerated() {
            text += "\n<measure number=\"\(measure.number)\">"
            if index == 0 {
                text +=
                    "<attributes><divisions>1</divisions><time><beats>4</beats><beat-type>4</beat-type></time></attributes>"
            }
            text += left(measure.before, &open)
            text += "<note><rest/><duration>4</duration></note>"
            text += right(measure.after, open) + "</measure>"
        }
        return text + "\n</part></score-partwise>"
    }

    private func left(_ words: [Word], _ open: inout [Int]) -> String {
        var (barline, directions) = ("", "")
        for word in words {
            switch word {
            case .ending(let passes):
                open = passes
                barline =
                    "<ending number=\"\(passes.map(String.init).joined(separator: ", "))\" type=\"start\"/>" + barline
            case .forward: barline += "<repeat direction=\"forward\"/>"
            case .segno:
                directions += "<direction><direction-type><segno/></direction-type><sound segno=\"s\"/></direction>"
            case .coda:
                directions += "<direction><direction-type><coda/></direction-type><sound coda=\"c\"/></direction>"
            default: break
            }
        }
        return (barline.isEmpty ? "" : "<barline location=\"left\">\(barline)</barline>") + directions
    }

    private func right(_ words: [Word], _ open: [Int]) -> String {
        var (directions, ending, sign) = ("", "", "")
        func add(_ label: String, _ sound: String, _ times: [Int]) {
            let only = times.isEmpty ? "" : " time-only=\"\(times.map(String.init).joined(separator: ", "))\""
            directions +=
                "<direction><direction-type><words>\(label)</words></direction-type><sound \(sound)\(only)/></direction>"
        }
        func label(_ name: String, _ until: FormMarks.Jump.Until?) -> String {
            name + (until == .fine ? " al Fine" : until == .coda ? " al Coda" : "")
        }
        for word in words {
            switch word {
            case .fine(let times): add("Fine", "fine=\"yes\"", times)
            case .toCoda(let times): add("To Coda", "tocoda=\"c\"", times)
            case .daCapo(let until, let times): add(label("D.C.", until), "dacapo=\"yes\"", times)
            case .dalSegno(let until, let times): add(label("D.S.", until), "dalsegno=\"s\"", times)
            case .endingEnd:
                ending = "<ending number=\"\(open.map(String.init).joined(separator: ", "))\" type=\"stop\"/>"
            case .backward(let times, let again):
                sign = "<repeat direction=\"backward\"" + (times.map { " times=\"\($0)\"" } ?? "")
                sign += (again ? " after-jump=\"yes\"" : "") + "/>"
            default: break
            }
        }
        let barline = ending + sign
        return directions + (barline.isEmpty ? "" : "<barline location=\"right\">\(barline)</barline>")
    }
}

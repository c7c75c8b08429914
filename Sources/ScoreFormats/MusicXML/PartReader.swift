import XML

/// A reader of the measures of one part. The divisions and the transposition of a measure also apply to the following measures.
struct PartReader {
    let limits: ScoreLimits
    /// The number of divisions of a quarter note.
    private var divisions = 1.0
    /// The number of sharps (flats if negative) to add to a written key for the key at concert pitch.
    private var transposition = 0
    private var isUnpitched = false

    private var measure = PartMeasure(number: "", isImplicit: false, line: 1)
    private var position = 0.0
    private var end = 0.0
    private var hasNotes = false
    private var signPositions: (segnos: [Double], codas: [Double], open: [Double]) = ([], [], [])

    /// The maximum length of a measure in quarter notes.
    static let longest = 4_000.0

    init(limits: ScoreLimits) { self.limits = limits }

    /// Reads a measure. Throws `ScoreFault` for the first value that is not allowed.
    ///
    /// - Parameters:
    ///   - content: the element with the content: `measure` in partwise scores, `part` in timewise scores.
    ///   - head: the element with the number: `measure` in both.
    mutating func read(_ content: XMLElement, head: XMLElement) throws(ScoreFault) -> PartMeasure {
        measure = PartMeasure(
            number: ScoreNumber.text(head.attributes["number"] ?? "", limit: 40),
            isImplicit: head.attributes["implicit"] == "yes", line: head.line)
        (position, end, hasNotes, signPositions) = (0, 0, false, ([], [], []))
        for element in content.children {
            switch element.name {
            case "note": try note(element)
            case "backup": try move(by: -duration(of: element), element)
            case "forward": try move(by: duration(of: element), element)
            case "attributes": try attributes(element)
            case "direction": try direction(element)
            case "sound": try sound(element, words: DirectionText(""), offset: 0)
            case "barline": try barline(element)
            default: break
            }
        }
        measure.length = end
        finishSigns()
        return measure
    }

    private func fault(_ reason: String, _ element: XMLElement) -> ScoreFault {
        ScoreFault(.value, reason, line: element.line, measure: measure.number)
    }

    // MARK: Time

    private mutating func note(_ element: XMLElement) throws(ScoreFault) {
        guard element.child(named: "grace") == nil else { return }
        hasNotes = true
        guard element.child(named: "chord") == nil else { return }
        try move(by: duration(of: element), element)
    }

    private func duration(of element: XMLElement) throws(ScoreFault) -> Double {
        guard let child = element.child(named: "duration") else { return 0 }
        guard let value = ScoreNumber.decimal(child.text), value >= 0, value <= 1e9 else {
            throw fault(
                "the duration is \"\(ScoreNumber.text(child.text, limit: 40))\"; it must be a number of divisions from 0 to 1000000000",
                child)
        }
        return value / divisions
    }

    private mutating func move(by quarters: Double, _ element: XMLElement) throws(ScoreFault) {
        position += quarters
        if position < -0.001 {
            measure.remarks.append("a backup beyond the beginning of the measure is shortened to end at the beginning")
        }
        position = max(0, position)
        end = max(end, position)
        guard end <= Self.longest else {
            throw fault(
                "the measure must be at most \(Int(Self.longest)) quarter notes long; check its durations and its divisions",
                element)
        }
    }

    // MARK: Attributes

    private mutating func attributes(_ element: XMLElement) throws(ScoreFault) {
        for child in element.children {
            switch child.name {
            case "divisions": try divisions(child)
            case "transpose": transpose(child)
            case "clef":
                isUnpitched = ["percussion", "none"].contains(
                    child.child(named: "sign").map { ScoreNumber.text($0.text, limit: 20) })
            case "time": try time(child)
            case "measure-style": try measureStyle(child)
            default: break
            }
        }
        // The transposition may follow the key.
        for child in element.children where child.name == "key" { try key(child) }
    }

    private mutating func divisions(_ element: XMLElement) throws(ScoreFault) {
        guard let value = ScoreNumber.decimal(element.text), value > 0, value <= 1_000_000 else {
            throw fault(
                "divisions is \"\(ScoreNumber.text(element.text, limit: 40))\"; it must be a number greater than 0 and at most "
                    + "1000000", element)
        }
        divisions = value
    }

    private mutating func transpose(_ element: XMLElement) {
        guard let chromatic = element.child(named: "chromatic").flatMap({ ScoreNumber.integer($0.text) }),
            abs(chromatic) <= 100
        else { return }
        // A chromatic semitone adds seven sharps to a key, and each diatonic step removes twelve (circle of fifths).
        if let diatonic = element.child(named: "diatonic").flatMap({ ScoreNumber.integer($0.text) }),
            abs(diatonic) <= 100
        {
            transposition = 7 * chromatic - 12 * diatonic
        } else {
            transposition = (7 * chromatic % 12 + 18) % 12 - 6
        }
    }

    private mutating func key(_ element: XMLElement) throws(ScoreFault) {
        guard !isUnpitched, let child = element.child(named: "fifths"), measure.key == nil else { return }
        guard let written = ScoreNumber.integer(child.text), abs(written) <= 1000 else {
            throw fault(
                "fifths is \"\(ScoreNumber.text(child.text, limit: 40))\"; it must be a whole number from -7 to 7",
                child)
        }
        let mode = element.child(named: "mode").map { ScoreNumber.text($0.text, limit: 20) }
        let fifths = written + transposition
        // A transposed key beyond seven sharps is written as its enharmonic equivalent.
        let shown = fifths > 7 ? fifths - 12 : fifths < -7 ? fifths + 12 : fifths
        guard abs(shown) <= 7 else {
            let moved = transposition == 0 ? "" : ", \(fifths) after the transposition,"
            measure.remarks.append(
                "a key signature of \(written) fifths\(moved) is ignored; a key signature has -7 to 7 fifths")
            return
        }
        measure.key = KeySignature(fifths: shown, mode: mode == "" || mode == "none" ? nil : mode)
    }

    private mutating func time(_ element: XMLElement) throws(ScoreFault) {
        guard !measure.hasTime else { return }
        if element.child(named: "senza-misura") != nil {
            measure.hasTime = true
            return
        }
        let beats = element.children(named: "beats")
        let types = element.children(named: "beat-type")
        guard !beats.isEmpty, beats.count == types.count, beats.count <= 16 else {
            throw fault(
                "the time signature has \(beats.count) beats and \(types.count) beat-type elements; it must have the same "
                    + "number of both, from 1 to 16",
                element)
        }
        var texts: [String] = []
        var length = 0.0
        for (beats, type) in zip(beats, types) {
            let terms = beats.text.split(separator: "+", omittingEmptySubsequences: false).map {
                ScoreNumber.integer($0) ?? 0
            }
            guard let unit = ScoreNumber.integer(type.text), (1...1024).contains(unit),
                terms.allSatisfy({ (1...1000).contains($0) }), terms.count <= 32
            else {
                let found = "\(ScoreNumber.text(beats.text, limit: 40))/\(ScoreNumber.text(type.text, limit: 40))"
                throw fault(
                    "the time signature is \"\(found)\"; it must be like 3/4 or 3+2/8, with beats from 1 to 1000 and a beat "
                        + "type from 1 to 1024", beats)
            }
            texts.append(terms.map(String.init).joined(separator: "+") + "/\(unit)")
            length += Double(terms.reduce(0, +)) * 4 / Double(unit)
        }
        measure.hasTime = true
        measure.time = TimeSignature(text: texts.joined(separator: "+"), length: length)
    }

    private mutating func measureStyle(_ element: XMLElement) throws(ScoreFault) {
        guard let rest = element.child(named: "multiple-rest"), !ScoreNumber.text(rest.text, limit: 40).isEmpty else {
            return
        }
        guard let count = ScoreNumber.integer(rest.text), (1...1000).contains(count) else {
            throw fault(
                "a multiple rest has \"\(ScoreNumber.text(rest.text, limit: 40))\" measures; it must have 1 to 1000",
                rest)
        }
        measure.multipleRest = count
    }

    // MARK: Directions

    private mutating func direction(_ element: XMLElement) throws(ScoreFault) {
        let types = element.children(named: "direction-type").flatMap(\.children)
        let texts = types.filter { $0.name == "words" }.map { ScoreNumber.text($0.text, limit: limits.characters) }
        let text = texts.filter { !$0.isEmpty }.joined(separator: " ")
        let words = DirectionText(text)
        if !text.isEmpty { measure.words.append(text) }
        for mark in types where mark.name == "rehearsal" {
            let text = ScoreNumber.text(mark.text, limit: 40)
            if !text.isEmpty, !measure.rehearsalMarks.contains(text) { measure.rehearsalMarks.append(text) }
        }
        let shift = element.child(named: "offset").flatMap { ScoreNumber.decimal($0.text) } ?? 0
        let offset = abs(shift) <= 1e9 ? shift / divisions : 0
        let sounds = element.children(named: "sound")
        for sound in sounds { try self.sound(sound, words: words, offset: offset) }
        let hasTempo = sounds.contains { $0.attributes["tempo"] != nil }
        if !hasTempo { for mark in types where mark.name == "metronome" { metronome(mark, offset: offset) } }
        if !sounds.contains(where: Self.hasJump) { jump(by: words) }
        signs(types, words, sounds)
    }

    /// Records the signs of a direction, unless they only belong to the words of a jump.
    private mutating func signs(_ types: [XMLElement], _ words: DirectionText, _ sounds: [XMLElement]) {
        func has(_ names: [String]) -> Bool {
            sounds.contains { sound in names.contains { sound.attributes[$0] != nil } }
        }
        let isReturn = words.isDaCapo || words.isDalSegno || has(["dacapo", "dalsegno"])
        if types.contains(where: { $0.name == "segno" }), !isReturn, !has(["segno"]) { segno("") }
        if types.contains(where: { $0.name == "coda" }), !isReturn, !words.isToCoda, !has(["coda", "tocoda"]) {
            measure.openCodas.append(PartMeasure.Sign(name: ""))
            signPositions.open.append(position)
        }
    }

    private static let jumps = ["dacapo", "dalsegno", "tocoda", "fine", "coda", "segno"]

    private static func hasJump(_ sound: XMLElement) -> Bool { jumps.contains { sound.attributes[$0] != nil } }

    private mutating func jump(by words: DirectionText) {
        if words.isDaCapo { measure.marks.daCapo = measure.marks.daCapo ?? FormMarks.Jump(until: words.until) }
        if words.isDalSegno { measure.marks.dalSegno = measure.marks.dalSegno ?? FormMarks.Jump(until: words.until) }
        if words.isToCoda { measure.marks.toCoda = measure.marks.toCoda ?? FormMarks.Jump() }
        if words.isFine { measure.marks.fine = measure.marks.fine ?? FormMarks.Jump() }
        if words.isCoda { coda("") }
        if words.isSegno { segno("") }
    }

    private mutating func sound(_ element: XMLElement, words: DirectionText, offset: Double) throws(ScoreFault) {
        let values = element.attributes
        if let text = values["tempo"] {
            guard let tempo = ScoreNumber.decimal(text), tempo >= 0, tempo <= 10_000 else {
                throw fault(
                    "the tempo is \"\(ScoreNumber.text(text, limit: 40))\"; it must be a number of quarter notes per minute "
                        + "from 0 to 10000", element)
            }
            addTempo(tempo, offset: offset)
        }
        let times = ScoreNumber.passes(values["time-only"] ?? "")
        func name(_ key: String) -> String? { values[key].map { ScoreNumber.text($0, limit: 40) } }
        if values["dacapo"] == "yes" { measure.marks.daCapo = FormMarks.Jump(times: times, until: words.until) }
        if let name = name("dalsegno"), name != "no" {
            measure.marks.dalSegno = FormMarks.Jump(target: name, times: times, until: words.until)
        }
        if let name = name("tocoda"), name != "no" { measure.marks.toCoda = FormMarks.Jump(target: name, times: times) }
        if let name = name("fine"), name != "no" { measure.marks.fine = FormMarks.Jump(times: times) }
        if let name = name("segno") { segno(name) }
        if let name = name("coda") { coda(name) }
        if values["forward-repeat"] == "yes" { measure.marks.forward = true }
    }

    private mutating func segno(_ name: String) {
        measure.segnos.append(PartMeasure.Sign(name: name))
        signPositions.segnos.append(position)
    }

    private mutating func coda(_ name: String) {
        measure.codas.append(PartMeasure.Sign(name: name))
        signPositions.codas.append(position)
    }

    /// Determines which signs are at the end of the measure, since a sign after all notes belongs to the following measure.
    private mutating func finishSigns() {
        func isAtEnd(_ position: Double) -> Bool { position == .infinity || (end > 0 && position >= end - 0.001) }
        for (index, position) in signPositions.segnos.enumerated() { measure.segnos[index].isAtEnd = isAtEnd(position) }
        for (index, position) in signPositions.codas.enumerated() { measure.codas[index].isAtEnd = isAtEnd(position) }
        for (index, position) in signPositions.open.enumerated() {
            measure.openCodas[index].isAtEnd = isAtEnd(position)
        }
    }

    private mutating func metronome(_ element: XMLElement, offset: Double) {
        guard let minute = element.child(named: "per-minute"), element.children(named: "beat-unit").count == 1,
            let unit = element.child(named: "beat-unit").flatMap({ Self.units[ScoreNumber.text($0.text, limit: 20)] }),
            let beats = Self.firstNumber(minute.text)
        else { return }
        let dots = min(4, element.children(named: "beat-unit-dot").count)
        // n dots add the half, the quarter, and so on up to the 2ⁿth part.
        let length = unit * (2 - 1 / Double(1 << dots))
        addTempo(beats * length, offset: offset)
    }

    private static let units: [String: Double] = [
        "maxima": 32, "long": 16, "breve": 8, "whole": 4, "half": 2, "quarter": 1, "eighth": 0.5, "16th": 0.25,
        "32nd": 0.125, "64th": 0.0625,
    ]

    /// Returns the first number of a text such as "c. 72" or "60-66"; `nil` for a text without a number.
    private static func firstNumber(_ text: String) -> Double? {
        let digits = text.drop { !$0.isASCII || !$0.isNumber }.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return ScoreNumber.decimal(digits.last == "." ? digits.dropLast() : digits)
    }

    private mutating func addTempo(_ tempo: Double, offset: Double) {
        guard (1...10_000).contains(tempo) else {
            measure.remarks.append(
                "a tempo of \(tempo) quarter notes per minute is ignored; it must be from 1 to 10000")
            return
        }
        let place = max(0, position + offset)
        guard measure.tempos.count < 100, !measure.tempos.contains(where: { $0.offset == place }) else { return }
        measure.tempos.append(WrittenMeasure.Tempo(offset: place, quartersPerMinute: tempo))
    }

    // MARK: Barlines

    private mutating func barline(_ element: XMLElement) throws(ScoreFault) {
        // Without a location, a bar line before all notes is the left one.
        let isFirst = !hasNotes && end == 0
        let location = element.attributes["location"] ?? "right"
        let isLeft = location == "left" || (element.attributes["location"] == nil && isFirst)
        if let name = element.attributes["segno"] { boundary(name, isLeft, at: \.segnos, \.segnos) }
        if let name = element.attributes["coda"] { boundary(name, isLeft, at: \.codas, \.codas) }
        let sign = element.child(named: "repeat")
        if let sign { try repeatSign(sign, isLeft: isLeft, location: location) }
        if let ending = element.child(named: "ending") {
            self.ending(ending, isLeft: isLeft, hasSign: sign?.attributes["direction"] == "backward")
        }
    }

    private mutating func boundary(
        _ name: String, _ isLeft: Bool, at marks: WritableKeyPath<FormMarks, Set<String>>,
        _ signs: WritableKeyPath<PartMeasure, [PartMeasure.Sign]>
    ) {
        let name = ScoreNumber.text(name, limit: 40)
        if isLeft { measure.marks[keyPath: marks].insert(name) }
        guard !isLeft else { return }
        measure[keyPath: signs].append(PartMeasure.Sign(name: name, isAtEnd: true))
        if signs == \PartMeasure.segnos {
            signPositions.segnos.append(.infinity)
        } else {
            signPositions.codas.append(.infinity)
        }
    }

    private mutating func repeatSign(_ sign: XMLElement, isLeft: Bool, location: String) throws(ScoreFault) {
        if location == "middle" {
            measure.remarks.append("a repeat sign within the measure is moved to the beginning or end of the measure")
        }
        switch sign.attributes["direction"] {
        case "forward":
            let isMiddle = location == "middle" && measure.marks.backward == nil
            if isLeft || isMiddle { measure.marks.forward = true } else { measure.forwardAfter = true }
        case "backward":
            var backward = FormMarks.Backward()
            if let text = sign.attributes["times"] {
                guard let times = ScoreNumber.integer(text), (0...1000).contains(times) else {
                    throw fault(
                        "a repeat sign has times=\"\(ScoreNumber.text(text, limit: 40))\"; the number must be from 0 to 1000",
                        sign)
                }
                if times == 0 {
                    measure.remarks.append(
                        "a repeat sign has times=\"0\"; the section is played once, without a repeat")
                }
                backward.times = max(1, times)
            }
            backward.isRepeatedAfterJump = sign.attributes["after-jump"] == "yes"
            if isLeft { measure.backwardBefore = backward } else { measure.marks.backward = backward }
        default:
            throw fault(
                "a repeat sign has the direction \"\(ScoreNumber.text(sign.attributes["direction"] ?? "", limit: 40))\"; the "
                    + "direction must be \"forward\" or \"backward\"", sign)
        }
    }

    private mutating func ending(_ element: XMLElement, isLeft: Bool, hasSign: Bool) {
        switch element.attributes["type"] {
        case "start":
            // The printed text counts if it names more passes than the attribute.
            let (attribute, text) = (
                ScoreNumber.passes(element.attributes["number"] ?? ""), ScoreNumber.passes(element.text)
            )
            let passes = Set(attribute).isSubset(of: text) ? text : attribute
            measure.marks.ending = FormMarks.Ending(passes: passes)
            if !isLeft { measure.endsEnding = measure.endsEnding || hasSign }
        case "stop", "discontinue":
            if isLeft { measure.endsEndingBefore = true } else { measure.endsEnding = true }
        default: break
        }
    }
}

/// The table `annotations.tsv` with the pages of all tracks (spec N10-N12).
enum AnnotationSheet {
    static let name = "annotations.tsv"
    static let columns = ["track", "measure", "seconds", "text"]

    /// A picture reference, with the file and line that contain it.
    struct Mention {
        let picture: PictureReference
        let file: String
        let line: Int
    }

    /// Returns the tracks, in the order of their first appearance.
    ///
    /// - Parameters:
    ///   - repairsPictures: whether to add the dollar sign before bare picture names (spec I5).
    ///   - mentions: receives every picture reference.
    static func tracks(
        in sheet: Sheet, clock: MeasureClock, repairsPictures: Bool, mentions: inout [Mention],
        findings: inout Findings
    ) -> [AnnotationTrack] {
        var names: [String] = []
        var pages: [String: [Annotation]] = [:]
        for row in sheet.rows {
            let track = row["track"]
            if pages[track] == nil {
                checkTrack(row, known: names, &findings)
                names.append(track)
                pages[track] = []
            }
            let text = text(of: row, repairsPictures: repairsPictures, mentions: &mentions, findings: &findings)
            guard let (measure, start) = clock.position(of: row, findings: &findings) else { continue }
            if let last = pages[track]?.last {
                if measure < last.measure {
                    row.fault(
                        "measure \(measure) follows measure \(last.measure) of the same track",
                        fix: "put the pages of a track in the order of their measures", findings: &findings)
                } else if measure == last.measure {
                    findings.notice(
                        row.file, line: row.line,
                        "the track \"\(track)\" has two pages at measure \(measure): the first is never shown")
                }
            }
            pages[track]?.append(Annotation(measure: measure, start: start, text: text))
        }
        if sheet.rows.isEmpty {
            findings.fault(
                sheet.file, "the table has no pages", fix: "add at least one page: phones need a track to show")
        }
        return names.map { AnnotationTrack(name: $0, annotations: pages[$0] ?? []) }
    }

    private static func checkTrack(_ row: SheetRow, known: [String], _ findings: inout Findings) {
        let track = row["track"]
        let folded = track.lowercased()
        if track.allSatisfy(\.isWhitespace) || track.holdsControlCharacters {
            let isEmpty = track.allSatisfy(\.isWhitespace)
            row.fault(
                isEmpty ? "the track name is empty" : "the track name contains a control character",
                fix: isEmpty ? "name the track" : "retype the track name", findings: &findings)
        } else if track.first?.isWhitespace == true || track.last?.isWhitespace == true {
            row.fault(
                "the track \"\(track)\" begins or ends with a space", fix: "remove the space", findings: &findings)
        } else if AnnotationTrack.reservedNames.contains(folded) {
            row.fault(
                "the track name \"\(track)\" is reserved by the app", fix: "give the track another name",
                findings: &findings)
        } else if let other = known.first(where: { $0.lowercased() == folded }) {
            row.fault(
                "the tracks \"\(other)\" and \"\(track)\" differ only in case", fix: "use one spelling",
                findings: &findings)
        }
    }

    private static func text(
        of row: SheetRow, repairsPictures: Bool, mentions: inout [Mention], findings: inout Findings
    ) -> String {
        let text = repairsPictures ? PictureReference.repaired(row["text"]) : row["text"]
        if text.allSatisfy(\.isWhitespace) {
            row.fault("the text is empty", fix: "write the text or remove the row", findings: &findings)
        }
        if text.holdsControlCharacters {
            row.fault("the text contains a control character", fix: "retype the text", findings: &findings)
        }
        for stray in PictureReference.strayDollars(in: text) {
            row.fault(
                "\"$\(stray)\" does not start a picture reference",
                fix: "write \"$name.jpg, caption\" for a picture, or \"dollars\" instead of \"$\"", findings: &findings)
        }
        for picture in PictureReference.all(in: text) {
            mentions.append(Mention(picture: picture, file: row.file, line: row.line))
            if picture.isBare {
                findings.notice(
                    row.file, line: row.line,
                    "the picture \(picture.file) has no \"$\" before its name; the text is read as "
                        + "\"\(PictureReference.repaired(text))\"")
            }
        }
        return text
    }
}

/// The table `annotations.tsv` with the annotations of all tracks (spec N10-N12).
enum AnnotationSheet {
    static let name = "annotations.tsv"
    static let columns = ["track", "measure", "seconds", "text"]

    /// A picture reference, with the file and line that contain it.
    struct Mention {
        let picture: PictureReference
        let file: String
        let line: Int
    }

    /// Returns the tracks in the order of their first appearance, adds findings for the rows, and adds every picture reference to `mentions`. A row
    /// without a valid measure and time is left out. With `repairsPictures`, bare picture names get the dollar sign (spec I5).
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
                        fix: "put the notes of a track in the order of their measures", findings: &findings)
                } else if measure == last.measure {
                    findings.notice(
                        row.file, line: row.line,
                        "the track \"\(track)\" has two notes at measure \(measure), so the first is never shown; "
                            + "move or delete one of the two")
                }
            }
            pages[track]?.append(Annotation(measure: measure, start: start, text: text))
        }
        if sheet.rows.isEmpty {
            findings.fault(
                sheet.file, "the table has no notes",
                fix: "add a row with a track, a measure and a text")
        }
        return names.map { AnnotationTrack(name: $0, annotations: pages[$0] ?? []) }
    }

    private static func checkTrack(_ row: SheetRow, known: [String], _ findings: inout Findings) {
        for problem in AnnotationTrack.problems(ofName: row["track"], among: known) {
            row.fault(problem.reason, fix: problem.fix, findings: &findings)
        }
    }

    private static func text(
        of row: SheetRow, repairsPictures: Bool, mentions: inout [Mention], findings: inout Findings
    ) -> String {
        let text = repairsPictures ? PictureReference.repaired(row["text"]) : row["text"]
        for problem in Annotation.problems(ofText: text) {
            row.fault(problem.reason, fix: problem.fix, findings: &findings)
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

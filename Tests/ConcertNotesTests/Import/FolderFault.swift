import TestSupport
import Testing

/// A change that makes a programme folder invalid, with the expected position and text of the error.
struct FolderFault: Sendable, CustomTestStringConvertible {
    let file: String
    let line: Int?
    let reason: String
    let make: @Sendable (inout ProgrammeFixture) throws -> Void

    var testDescription: String { "\(file):\(line ?? 0) \(reason)" }

    /// Replaces a text in a file.
    private static func text(
        _ file: String, _ old: String, _ new: String, at place: String? = nil, line: Int?, _ reason: String
    ) -> FolderFault {
        FolderFault(file: place ?? file, line: line, reason: reason) { try $0.replace(old, by: new, in: file) }
    }

    /// Replaces the bytes of a file, or removes the file.
    private static func bytes(
        _ file: String, _ content: [UInt8]?, at place: String? = nil, line: Int? = nil, _ reason: String
    ) -> FolderFault {
        FolderFault(file: place ?? file, line: line, reason: reason) { $0.files[file] = content }
    }

    /// Makes the second piece another movement of the first piece's work, under a name that looks the same.
    private static func lookalike(composer: String, work: String) -> FolderFault {
        FolderFault(file: manifestFile, line: 17, reason: "looks like") { fixture in
            try fixture.replace(
                "Tutti, Study < Canon: Study < Canon", by: "\(composer), \(work): Mvt. 2", in: manifestFile)
            try fixture.replace("\"Tutti\"", by: "\"\(composer)\"", in: manifestFile)
            try fixture.replace("\"work\": \"Study < Canon\"", by: "\"work\": \"\(work)\"", in: manifestFile)
            try fixture.replace("\"movement\": \"Study < Canon\"", by: "\"movement\": \"Mvt. 2\"", in: manifestFile)
            fixture.files["getPieces.txt"] = nil
        }
    }

    static let all = manifest + measures + structure + annotations + curves + pictures + tables

    private static let manifestFile = "programme.json"
    private static let manifest = [
        bytes(manifestFile, nil, "the file does not exist"),
        bytes(manifestFile, Array("{\n \"title\" \"x\"}".utf8), line: 2, "colon"),
        bytes(manifestFile, Array("{\"title\": \"x\", \"pieces\": []}".utf8), line: 1, "is missing or empty"),
        text(manifestFile, "\"title\": \"A Small Evening\"", "\"title\": 3", line: 2, "\"title\""),
        text(manifestFile, "\"title\": \"A Small Evening\"", "\"title\": \"A\\u0007\"", line: 1, "control character"),
        text(manifestFile, "\"movement\": \"Mvt. 1\"", "\"movement\": \"Mvt. 2\"", line: 5, "parts make"),
        text(manifestFile, "  \"composer\": \"Tutti\",\n", "", line: 16, "\"composer\""),
        text(manifestFile, "\"composer\": \"Tutti\"", "\"composer\": \"Tutti, Inc.\"", line: 17, "contains a comma"),
        text(manifestFile, "\"work\": \"Study < Canon\"", "\"work\": \"Study;Canon\"", line: 17, "\";\""),
        text(manifestFile, "\"work\": \"Study < Canon\"", "\"work\": \"Study & Canon\"", line: 17, "contains \"&\""),
        lookalike(composer: "Dvořák", work: "String Quartet No.12"),
        lookalike(composer: "Dvořák", work: "String quartet No. 12"),
        lookalike(composer: "Dvořák", work: "String Quartet  No. 12"),
        text(manifestFile, "\"movement\": \"Study < Canon\"", "\"movement\": \"Study|Canon\"", line: 17, "\"|\""),
        text(manifestFile, "\"work\": \"Study < Canon\"", "\"work\": \"Study: Canon\"", line: 17, "\": \""),
        text(manifestFile, "\"data\": \"Study\"", "\"data\": \"../Study\"", line: 21, "not a plain folder name"),
        text(manifestFile, "\"data\": \"Study\"", "\"data\": \"QuartetMvt1\"", line: 17, "another piece"),
        text(
            manifestFile, "\"data\": \"Study\"", "\"data\": \"Elsewhere\"", at: "Elsewhere/measures.tsv", line: nil,
            "the file does not exist"),
        text(manifestFile, "\"measures\": 4", "\"measures\": 5", line: 10, "should have 5 measures"),
        text(manifestFile, "\"measures\": 4", "\"measures\": \"4\"", line: 10, "not a whole number"),
        text(manifestFile, "\"end_seconds\": 9.23", "\"end_seconds\": 9.231", line: 11, "should end at 9.231"),
        text(
            manifestFile, "\"end_seconds\": 9.23", "\"end_seconds\": 9.2312", line: 11,
            "not a number from 0 to 86400 with at most 3 decimal places"),
        text(manifestFile, "\"pictures\": []", "\"pictures\": [1]", line: 14, "not a list"),
        text(
            manifestFile, "\"pictures\": []", "\"tracks\": [{\"name\": \"Histories\"}]", line: 14,
            "has no note in QuartetMvt1/annotations.tsv"),
        text(
            manifestFile, "\"pictures\": []", "\"tracks\": [{\"name\": \"History\", \"level\": \"hard\"}]", line: 14,
            "introductory, intermediate or advanced"),
        text(
            manifestFile, "\"pictures\": []", "\"tracks\": [{\"name\": \"History\", \"language\": \"English!\"}]",
            line: 14,
            "\"tracks\" of piece 1 is not a list of objects"),
        text(
            manifestFile, "\"pictures\": []", "\"tracks\": [{\"language\": \"en\"}]", line: 14, "\"tracks\" of piece 1"),
        FolderFault(file: manifestFile, line: 17, reason: "are the same name") { fixture in
            try fixture.replace(
                "Tutti, Study < Canon: Study < Canon", by: "DVOŘÁK, String Quartet, No 12: Mvt 1", in: manifestFile)
            try fixture.replace("\"Tutti\"", by: "\"DVOŘÁK\"", in: manifestFile)
            try fixture.replace(
                "\"work\": \"Study < Canon\"", by: "\"work\": \"String Quartet, No 12\"", in: manifestFile)
            try fixture.replace("\"movement\": \"Study < Canon\"", by: "\"movement\": \"Mvt 1\"", in: manifestFile)
        },
        bytes("getPieces.txt", Array("Somebody, Something: Else".utf8), line: 1, "does not match programme.json"),
        FolderFault(file: ".", line: nil, reason: "cannot be the short name") { $0.name = "Dvořáks Abend" },
    ]

    private static let measuresFile = "QuartetMvt1/measures.tsv"
    private static let measures = [
        bytes(measuresFile, nil, "the file does not exist"),
        text(measuresFile, "3\t5.185\t3\t1\n", "", line: 4, "found measure 4 where measure 3"),
        text(measuresFile, "2\t3.271", "02.0\t3.271", line: 3, "measure is \"02.0\""),
        text(measuresFile, "3\t5.185", "3\t3.271", line: 4, "not later than 3.271 s"),
        text(measuresFile, "5.185", "5.1855", line: 4, "time is \"5.1855\""),
        text(measuresFile, "5.185", "5,185", line: 4, "time is \"5,185\""),
        text(measuresFile, "5.185", "nan", line: 4, "time is \"nan\""),
        text(measuresFile, "7.2\t4\t1", "7.2\t4\t2", line: 5, "where pass 1 is expected"),
        text(measuresFile, "7.2\t4\t1", "7.2\t3\t1", line: 5, "where pass 2 is expected"),
        text(measuresFile, "7.2\t4\t1", "7.2\t4\t0", line: 5, "pass is \"0\""),
        text(measuresFile, "7.2\t4\t1", "7.2\t\t1", line: 5, "printed number is \"\""),
        bytes(measuresFile, Array("measure\tseconds\tscore_measure\tpass\n".utf8), "no measure"),
    ]

    private static let structureFile = "QuartetMvt1/structure.tsv"
    private static let structure = [
        bytes(structureFile, nil, "the file does not exist"),
        text(structureFile, "4\t9.23\tEND\t\n", "", line: 3, "does not end with a row with the label END"),
        text(structureFile, "1\t1.512\tThe viola", "2\t3.271\tThe viola", line: 2, "first section begins at measure 2"),
        text(structureFile, "The viola, alone\tred", "The viola,1,2,3\tred", line: 2, "three numbers"),
        text(structureFile, "The viola, alone\tred", "\tred", line: 2, "label is empty"),
        text(structureFile, "The viola, alone", "END", line: 2, "marks the end of the piece"),
        text(structureFile, "\tred", "\t", line: 2, "colour is \"\""),
        text(structureFile, "255,127,50", "255,127,256", line: 3, "colour is \"255,127,256\""),
        text(structureFile, "END\t", "END\tred", line: 4, "the row END has the colour \"red\""),
        text(structureFile, "4\t9.23", "4\t7.199", line: 4, "before the last measure at 7.2 s"),
        text(structureFile, "4\t9.23", "2\t9.23", line: 4, "before the last section, at measure 3"),
        text(structureFile, "4\t9.23", "5\t9.23", line: 4, "measure is \"5\""),
        text(structureFile, "3\t5.185", "1\t1.512", line: 3, "does not come after"),
        text(structureFile, "3\t5.185", "3\t6.186", line: 3, "more than a second from the time of measure 3"),
        text(
            structureFile, "1\t1.512\tThe viola, alone\tred\n3\t5.185\tThe Main Theme\t255,127,50\n", "", line: nil,
            "no section"),
    ]

    private static let annotationsFile = "QuartetMvt1/annotations.tsv"
    private static let annotations = [
        bytes(annotationsFile, nil, "the file does not exist"),
        bytes(annotationsFile, Array("track\tmeasure\tseconds\ttext\n".utf8), "the table has no notes"),
        text(annotationsFile, "History", "NumSeconds", line: 3, "reserved by the app"),
        text(annotationsFile, "History", "structure", line: 3, "reserved by the app"),
        text(annotationsFile, "History", "THE MUSIC", line: 3, "differ only in case"),
        text(annotationsFile, "History", "", line: 3, "the track name is empty"),
        text(annotationsFile, "History", "History ", line: 3, "space"),
        text(annotationsFile, "Written in Spillville.", " ", line: 3, "text is empty"),
        text(annotationsFile, "Written in Spillville.", "Written\u{B}in", line: 3, "control character"),
        text(
            annotationsFile, "Written in Spillville.", "Sold for $500.", line: 3, "does not start a picture reference"),
        text(annotationsFile, "The Music\t3\t5.185", "The Music\t0\t5.185", line: 4, "measure is \"0\""),
        text(annotationsFile, "The Music\t3\t5.185", "The Music\t3\t7.2", line: 4, "more than a second"),
        text(
            annotationsFile, "The Music\t1\t1.512\tFour", "The Music\t4\t7.2\tFour", line: 4,
            "measure 3 follows measure 4"),
        text(annotationsFile, "Written in Spillville.", "$none.png, nothing", line: 3, "no picture images/none.png"),
        text(annotationsFile, "Written in Spillville.", "$DOT.png, a dot", line: 3, "no picture images/DOT.png"),
        text(annotationsFile, "Written in Spillville.", "$dot.PNG, a dot", line: 3, "not a valid name for a picture"),
        text(annotationsFile, "Written in Spillville.", "$dö.png, a dot", line: 3, "not a valid name for a picture"),
    ]

    private static let curves = [
        text("Study/keys.tsv", "-3", "-8", line: 2, "fifths is \"-8\""),
        text("Study/keys.tsv", "-3", "+3", line: 2, "fifths is \"+3\""),
        text("Study/keys.tsv", "3\t3\t0", "1\t0\t0", line: 3, "does not come after"),
        text("Study/intensity.tsv", "0.2917", "1.01", line: 2, "intensity is \"1.01\""),
        text("Study/intensity.tsv", "0.2917", "-0.1", line: 2, "intensity is \"-0.1\""),
        text("Study/intensity.tsv", "0.2917", "nan", line: 2, "intensity is \"nan\""),
        text("Study/intensity.tsv", "4\t4.25", "5\t4.25", line: 5, "measure is \"5\""),
    ]

    private static let pictures = [
        bytes("images/dot.png", nil, at: "Study/annotations.tsv", line: 2, "no picture images/dot.png"),
        bytes("images/dot.png", ProgrammeFixture.gif, "is a GIF"),
        bytes("images/dot.png", Array("<svg/>".utf8), "not a PNG"),
        bytes("images/dot.png", Array(ProgrammeFixture.png(width: 1, height: 1).prefix(20)), "header"),
        bytes("images/dot.png", ProgrammeFixture.png(width: 65_535, height: 65_535), "65535 x 65535 pixels"),
        bytes("images/AppAssets/ProgramNotes.pdf", ProgrammeFixture.gif, "is a GIF"),
        bytes("images/AppAssets/Splash32.png", Array("%PDF-1.4".utf8), "is a PDF"),
        bytes(
            "images/AppAssets/Splash32.png",
            ProgrammeFixture.png(width: 1, height: 1) + [UInt8](repeating: 0, count: 17 << 20), "bytes"),
    ]

    private static let tables = [
        bytes(measuresFile, [], line: 1, "the file is empty"),
        bytes(measuresFile, Array("measure,seconds,score_measure,pass\n1,0,1,1\n".utf8), line: 1, "the header lacks"),
        bytes(measuresFile, Array("measure\tseconds\tpass\tpass\tscore_measure\n".utf8), line: 1, "more than once"),
        text(measuresFile, "2\t3.271\t2\t1", "2\t3.271\t2", line: 3, "has 3 fields, but the header has 4"),
        text(measuresFile, "2\t3.271\t2\t1", "2 3.271 2 1", line: 3, "has 1 field, but the header has 4"),
        text(annotationsFile, "Written in", "Written\tin", line: 3, "has 5 fields, but the header has 4"),
        bytes(
            annotationsFile,
            Array("track\tmeasure\tseconds\ttext\nThe Music\t1\t1.512\tDvo".utf8) + [0xF8] + Array("k\n".utf8),
            line: 2, "not UTF-8"),
    ]
}

import Testing

/// Forms written for this project, with the printed numbers of the measures as heard, worked out by hand.
enum FormCases {
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        let notation: String
        let heard: String

        init(_ name: String, _ notation: String, _ heard: String) {
            (self.name, self.notation, self.heard) = (name, notation, heard)
        }

        var testDescription: String { name }
    }

    static let all: [Form] = [
        // Repeats.
        Form("no repeat", "1 2 3", "1 2 3"),
        Form("a repeat", "|: 1 2 :| 3", "1 2 1 2 3"),
        Form("a repeat without a beginning goes to the start", "1 2 :| 3", "1 2 1 2 3"),
        Form("a repeat without a beginning goes to the last repeat's end", "|: 1 :| 2 3 :| 4", "1 1 2 3 2 3 4"),
        Form("three times", "|: 1 :|x3 2", "1 1 1 2"),
        Form("a repeat played once", "|: 1 :|x1 2", "1 2"),
        Form("repeats back to back", "|: 1 :| |: 2 :| 3", "1 1 2 2 3"),
        Form("a repeat sign at the end", "1 |: 2 3 :|", "1 2 3 2 3"),
        Form("a beginning that nothing closes", "|: 1 2", "1 2"),
        Form("a beginning that nothing closes before a repeat", "|: 1 |: 2 :| 3", "1 2 2 3"),
        Form("nested repeats", "|: 1 |: 2 :| 3 :| 4", "1 2 2 3 1 2 2 3 4"),
        Form("nested repeats with times", "|: 1 |: 2 :|x3 3 :| 4", "1 2 2 2 3 1 2 2 2 3 4"),
        Form("repeats nested twice", "|: 1 |: 2 |: 3 :| 4 :| 5 :|", "1 2 3 3 4 2 3 3 4 5 1 2 3 3 4 2 3 3 4 5"),
        // Endings.
        Form("two endings", "|: 1 [1 2 :| ] [2 3 ] 4", "1 2 1 3 4"),
        Form("two endings without a beginning", "1 [1 2 :| ] [2 3 ] 4", "1 2 1 3 4"),
        Form("three endings", "|: 1 [1 2 :| ] [2 3 :| ] [3 4 ] 5", "1 2 1 3 1 4 5"),
        Form("an ending for two passes", "|: 1 [1,2 2 :| ] [3 3 ] 4", "1 2 1 2 1 3 4"),
        Form("an ending for three passes", "|: 1 [1,2,3 2 :| ] [4 3 ] 4", "1 2 1 2 1 2 1 3 4"),
        Form("alternating endings", "|: 1 [1,3 2 :| ] [2,4 3 :| ] 4", "1 2 1 3 1 2 1 3 4"),
        Form("only a first ending", "|: 1 [1 2 :| ] 3", "1 2 1 3"),
        Form("only one ending, for two passes", "|: 1 [1,2 2 :| ] 3", "1 2 1 2 1 3"),
        Form("no first ending", "|: 1 :| [2 2 ] 3", "1 1 2 3"),
        Form("endings of several measures", "|: 1 [1 2 3 :| ] [2 4 5 ] 6", "1 2 3 1 4 5 6"),
        Form("both endings with a repeat sign", "|: 1 [1 2 :| ] [2 3 :| ] 4", "1 2 1 3 4"),
        Form("a first ending without a repeat sign", "|: 1 [1 2 ] [2 3 ] 4", "1 2 1 3 4"),
        Form("one ending without any repeat sign", "1 [1 2 ] 3", "1 2 3"),
        Form("endings that follow endings", "|: 1 [1 2 :| ] [2 3 ] |: 4 [1 5 :| ] [2 6 ]", "1 2 1 3 4 5 4 6"),
        Form("endings in a nested repeat", "|: 1 |: 2 [1 3 :| ] [2 4 ] 5 :| 6", "1 2 3 2 4 5 1 2 3 2 4 5 6"),
        Form("a repeat within an ending", "|: 1 [1 2 |: 3 :| 4 :| ] [2 5 ]", "1 2 3 3 4 1 5"),
        // Jumps.
        Form("D.C.", "1 2 DC", "1 2 1 2"),
        Form("D.C. al Fine", "1 F 2 DCf", "1 2 1"),
        Form("D.C. al Fine does not repeat again", "|: 1 :| F 2 DCf", "1 1 2 1"),
        Form("D.C. al Fine takes the last ending", "|: 1 [1 2 :| ] [2 3 F ] 4 DCf", "1 2 1 3 4 1 3"),
        Form("D.C. repeats again where the sign says so", "|: 1 :|! 2 F 3 DCf", "1 1 2 3 1 1 2"),
        Form("D.C. in the middle", "1 2 DC 3", "1 2 1 2 3"),
        Form("D.C. after a repeat that ends with it", "1 F |: 2 3 :| DCf", "1 2 3 2 3 1"),
        Form("D.C. in the first ending", "|: 1 [1 2 DC ] [2 3 ] 4", "1 2 1 3 4"),
        Form("an ending for the time after D.C.", "|: 1 [1,3 2 :| ] [2 3 ] 4 DC", "1 2 1 3 4 1 2 4"),
        Form("minuet and trio", "|: 1 2 :| |: 3 4 :| F |: 5 :| |: 6 :| DCf", "1 2 1 2 3 4 3 4 5 5 6 6 1 2 3 4"),
        Form("D.S.", "1 S 2 3 DS 4", "1 2 3 2 3 4"),
        Form("D.S. al Fine", "1 S 2 F 3 DSf", "1 2 3 2"),
        Form("D.S. into a repeat", "|: 1 S 2 :| 3 DS 4", "1 2 1 2 3 2 3 4"),
        Form("D.S. from within a repeat", "|: S 1 2 DS 3 :| 4", "1 2 1 2 3 4"),
        Form("two D.S. with a segno each", "1 S 2 DS 3 S 4 DS 5", "1 2 2 3 4 4 5"),
        Form("D.S. al Coda", "1 S 2 TC 3 DSc C 4", "1 2 3 2 4"),
        Form("D.C. al Coda", "1 TC 2 DCc C 3", "1 2 1 3"),
        Form("D.C. al Coda with a repeat before", "|: 1 :| 2 TC 3 DCc C 4", "1 1 2 3 1 2 4"),
        Form("a repeat in the coda", "1 TC 2 DCc C |: 3 :|", "1 2 1 3 3"),
        Form("D.S. al Coda out of endings", "S |: 1 [1 2 :| ] [2 3 TC ] 4 DSc C 5", "1 2 1 3 4 1 3 5"),
        Form("D.C. al Coda, then D.C. al Fine", "1 F 2 TC 3 DCc C 4 DCf", "1 2 3 1 2 4 1"),
        Form("D.C. al Fine passes To Coda", "1 TC 2 F 3 DCf C 4", "1 2 3 1 2"),
        // Marks that apply at one time only.
        Form("To Coda at the second time", "|: 1 TC@2 2 :| C 3", "1 2 1 3"),
        Form("D.C. at the second time", "|: 1 DC@2 :| 2", "1 1 1 2"),
        Form("Fine at the third time", "|: 1 F@3 2 :|x4 3", "1 2 1 2 1"),
        // Marks without an effect.
        Form("Fine without D.C.", "1 F 2", "1 2"),
        Form("To Coda without D.C.", "1 TC 2 C 3", "1 2 3"),
        Form("D.S. without a segno", "1 2 DS 3", "1 2 3"),
        Form("To Coda without a coda", "1 TC 2 DCc 3", "1 2 1 2 3"),
        // Numbers.
        Form("a pickup", "0 1 |: 2 :|", "0 1 2 2"),
        Form("letters and equal numbers", "X1 12a 12a |: 12b :| X1", "X1 12a 12a 12b 12b X1"),
    ]
}

import Testing

@testable import ScoreFormats

struct MeasureMapTests {
    private func read(_ text: String) throws -> Score { try Score.read(Array(text.utf8)) }

    /// Entries that follow from the previous entry are omitted, as in published maps.
    @Test func entriesOmittedFromAMeasureMapAreCompleted() throws {
        let score = try read(
            """
            [
              {"ID": "1", "count": 1, "qstamp": 0.0, "number": 0, "name": "0", "time_signature": "3/4", "nominal_length": 3.0,
               "actual_length": 1.0, "start_repeat": false, "end_repeat": false, "next": [2]},
              {"ID": "4", "count": 4, "qstamp": 7.0, "number": 3, "name": "3", "time_signature": "3/4", "nominal_length": 3.0,
               "actual_length": 3.0, "start_repeat": false, "end_repeat": true, "next": [2, 5]},
              {"ID": "6", "count": 6, "qstamp": 13.0, "number": 5, "name": "5", "time_signature": "3/4", "nominal_length": 3.0,
               "actual_length": 3.0, "start_repeat": false, "end_repeat": false, "next": [-1]}
            ]
            """)
        #expect(score.measures.map(\.number) == ["0", "1", "2", "3", "4", "5"])
        #expect(score.measures.map(\.length) == [1, 3, 3, 3, 3, 3])
        #expect(try score.unrolled().map(\.number) == ["0", "1", "2", "3", "1", "2", "3", "4", "5"])
    }

    @Test func memberNamesOfTheFirstMeasureMapDraftAreAccepted() throws {
        let score = try read(
            """
            [{"count": 1, "offset": 0.0, "measure_number": 1, "nominal_length": 4.0, "actual_length": 4.0, "time_signature": "4/4",
              "has_start_repeat": false, "has_end_repeat": false, "next_measure": [2, 3]},
             {"count": 2, "offset": 4.0, "measure_number": 2, "time_signature": "4/4", "has_end_repeat": true, "next_measure": [1]},
             {"count": 3, "offset": 8.0, "measure_number": 3, "time_signature": "4/4", "next_measure": []}]
            """)
        #expect(try score.unrolled().map(\.number) == ["1", "2", "1", "3"])
        #expect(score.measures.map(\.length) == [4, 4, 4])
    }

    @Test func aMeasureMapWithoutSuccessorsFollowsItsRepeatSigns() throws {
        let score = try read(
            """
            [{"ID": "a", "time_signature": "2/4", "number": 1}, {"ID": "b", "time_signature": "2/4", "number": 2, "start_repeat": true},
             {"ID": "c", "time_signature": "2/4", "number": 3, "end_repeat": 1}, {"ID": "d", "actual_length": 0.5}]
            """)
        #expect(try score.unrolled().map(\.number) == ["1", "2", "3", "2", "3", "d"])
    }

    @Test func successorsInAMeasureMapMayBeGivenByID() throws {
        let score = try read(
            """
            [{"ID": "a", "actual_length": 1, "next": ["b"]}, {"ID": "b", "actual_length": 1, "next": ["a", "c"]},
             {"ID": "c", "actual_length": 1}]
            """)
        #expect(try score.unrolled().map(\.number) == ["a", "b", "a", "b", "c"])
    }

    @Test(arguments: FormCases.all)
    func theMeasureMapOfAScoreGivesTheSameOrderOfMeasures(form: FormCases.Form) throws {
        let score = try read(FormNotation(form.notation).musicXML)
        let heard = try score.unrolled()
        let map = try Score.read(score.measureMap(heard: heard))
        #expect(map.measures.map(\.number) == score.measures.map(\.number))
        #expect(map.measures.map(\.length) == score.measures.map(\.length))
        #expect(try map.unrolled().map(\.written) == heard.map(\.written))
    }

    @Test func aMeasureMapOfPlayedMeasuresContainsThePrintedNumbers() throws {
        let score = try read(FormNotation("0 |: 1 [1 2 :| ] [2 12a ]").musicXML)
        let heard = try score.unrolled()
        let text = String(decoding: score.measureMapAsHeard(heard), as: UTF8.self)
        #expect(text.split(separator: "\n").count == 7)
        #expect(
            text.contains(
                """
                  {"ID": "2-2", "count": 4, "qstamp": 12, "number": 1, "name": "1", "time_signature": "4/4", "nominal_length": 4, \
                "actual_length": 4, "start_repeat": false, "end_repeat": false, "next": [5]}
                """))
        #expect(text.contains("\"ID\": \"4-1\", \"count\": 5, \"qstamp\": 16, \"name\": \"12a\""))
        let map = try Score.read(score.measureMapAsHeard(heard))
        #expect(try map.unrolled().map(\.number) == heard.map(\.number))
        #expect(try map.unrolled().map(\.start) == heard.map(\.start))
    }
}

import ScheduleCore
import Testing
import Web

@testable import RadioImports

struct EibiReaderTests {
    private static let head =
        "kHz:75,Time(UTC):93,Days:59,ITU:49,Station:201,Lng:49,Target:62,Remarks:135,P:35,Start:60,Stop:60,,\n"

    private func read(_ rows: String..., named name: String = "sked-a23.csv") throws -> Collector {
        try EibiReader().read(Self.head + rows.joined(separator: "\n") + "\n", named: name)
    }

    @Test(arguments: [
        "", "\n\n", "artist,title\nA,B\n", "9610,0800-0930,Mo-Fr,AUS,Reach Beyond Australia,E,SAs,ku,1,,,,\n",
        "kHz;Time(UTC);Days;Station\n",
    ])
    func aFileWithoutTheRequiredColumnsIsRefused(text: String) throws {
        let found = try EibiReader().read(text, named: "sked-a23.csv")
        #expect(found.items.isEmpty && found.faults.count == 1)
        #expect(found.reports.first?.contains("the first line must name the columns kHz, Time(UTC), Days") == true)
    }

    @Test func columnWidthsInTheHeadingAreOptional() throws {
        let found = try EibiReader().read(
            "kHz:75;Time(UTC):93;Days:59;ITU;Station;Lng;Target;Remarks;P;Start;Stop;\n9610;0800-0930;;AUS;Reach;E;SAs;ku;1;;\n",
            named: "sked-a23.csv")
        #expect(found.faults.isEmpty && found.rules.count == 1)
    }

    @Test func everyRowGivesEitherARuleOrAFault() throws {
        let found = try EibiReader().read(bytes: try resource("sked-a23-excerpt.csv"), named: "sked-a23-excerpt.csv")
        let ruled = Set(found.items.compactMap { if case .rule = $0.item { $0.position.line } else { nil } })
        let refused = Set(found.faults.map(\.position.line))
        #expect(ruled.isDisjoint(with: refused))
        #expect(ruled.union(refused) == Set(2...495))
        #expect(ruled.count == 386 && refused.count == 108)
    }

    @Test func eachChannelAndShowThatTheRulesUseIsReadOnce() throws {
        let found = try EibiReader().read(bytes: try resource("sked-a23-excerpt.csv"), named: "sked-a23-excerpt.csv")
        let (channels, shows) = (Set(found.channels.map(\.key)), Set(found.shows.map(\.key)))
        #expect(channels.count == found.channels.count && shows.count == found.shows.count)
        #expect(Set(found.rules.map(\.channel)) == channels && Set(found.rules.map(\.show)) == shows)
        #expect(Set(found.shows.flatMap(\.channels)) == channels)
        #expect(Set(found.rules.map(\.key)).count == found.rules.count)
        #expect(Set(found.channels.flatMap(\.categories)) == Set(found.categories.map(\.key)))
        #expect(found.shows.contains { $0.title == "Radio Exterior Espa\u{FFFD}a (Spanish)" && $0.language == "es" })
    }

    @Test func aRowOfTheScheduleBecomesAChannelAShowAndARule() throws {
        let found = try read("9610,0800-0930,Mo-Fr,AUS,Reach Beyond Australia,E,SAs,ku,1,,[0523],,")
        let channel = try #require(found.channels.first)
        #expect(channel.key == "AUS/Reach Beyond Australia/9610/ku")
        #expect(channel.name == "Reach Beyond Australia 9610 kHz (ku)" && channel.timeZone == "UTC")
        #expect(channel.bearers.map(\.uri) == ["am:9610"])
        #expect(found.shows.first?.title == "Reach Beyond Australia (English)")
        let rule = try #require(found.rules.first)
        #expect(rule.startMinute == 480 && rule.durationMs == 90 * 60_000)
        #expect(rule.recurrence == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR")
        #expect([rule.startsOn, rule.endsOn].map { $0?.daysSince1970 } == [19442, 19658])
    }

    @Test(arguments: [
        ("2200-0130", 1320, 210), ("0000-2400", 0, 1440), ("2300-2400", 1380, 60), ("1950-1800", 1190, 1330),
    ])
    func aBroadcastMayEndAtOrAfterMidnight(span: String, start: Int, minutes: Int) throws {
        let rule = try #require(try read("18.1,\(span),,RUS,RDL,-CW,RUS,m,1,,,,").rules.first)
        #expect(rule.startMinute == start && rule.durationMs == Int64(minutes) * 60_000)
    }

    @Test(arguments: ["1226-1226", "2400-0100", "0860-0900", "800-900", "0800", "0800-0900-1000", "aaaa-bbbb", ""])
    func aRowWithAnInvalidTimeSpanIsRefused(span: String) throws {
        let found = try read("18.1,\(span),,RUS,RDL,-CW,RUS,m,1,,,,")
        #expect(found.items.isEmpty && found.faults.map(\.position.description) == ["sked-a23.csv:2 Time(UTC)"])
    }

    @Test func rowsWithUnquotedCommasInFieldsAreRead() throws {
        let found = try read(
            "5292,0800-0810,Tu,Fr,POL,E11 Polish Spy Numbers,E,Eu,p,1,,,,",
            "9955,0900-1000,,USA,WMLK Bethel, PA,E,ME,pa,1,,[0523],",
            "4955,1000-1400,,PRU,R.Cultura Amauta, Huanta,S,Q,PRU,hu,1,,[0319]",
            "3458,0015-1000,,CHN,Beijing Volmet x15,x45,E,FE,b,5,,,",
            "531,2300-1900,,ALG,R.Algiers Int.,A,F,NAf,fk,1,,[0222],")
        #expect(found.reports == [])
        #expect(found.rules.first?.recurrence == "FREQ=WEEKLY;BYDAY=TU,FR")
        #expect(
            found.shows.map(\.title) == [
                "E11 Polish Spy Numbers (English)", "WMLK Bethel, PA (English)",
                "R.Cultura Amauta, Huanta (Spanish and Q)", "Beijing Volmet x15,x45 (English)",
                "R.Algiers Int. (Arabic and French)",
            ])
        #expect(found.channels.map { $0.key.split(separator: "/").last } == ["p", "pa", "hu", "b", "fk"])
    }

    @Test func rowsWithSemicolonsBetweenFieldsAreRead() throws {
        let found = try read("5790;0100-0200;Tu,Fr;G;BBC;E;ME;/CYP;6;0604;1905;")
        #expect(found.reports == [] && found.rules.first?.recurrence == "FREQ=WEEKLY;BYDAY=TU,FR")
        #expect(found.channels.first?.key == "G/BBC/5790//CYP")
    }

    @Test(arguments: [
        ("irr", "1", "the broadcast is irregular (irr): its times are not known in advance"),
        ("Ram", "1", "the broadcast is for Ramadan"), ("alt", "1", "the frequency is an alternative (alt)"),
        ("tent", "1", "the broadcast is tentative"), ("Tests", "1", "the broadcast is a test"),
        ("plans", "1", "the broadcast is planned"), ("harm", "1", "the signal is a spurious emission"),
        ("", "4", "the broadcast is on air in winter only (P is 4)"),
        ("", "8", "the broadcast is no longer on air (P is 8)"),
        ("", "a", "the persistence code in the column P must be one digit"),
        ("Q", "1", "the days must be written as EiBi's"),
    ])
    func aRowThatCannotBecomeARuleIsRefusedWithTheReason(days: String, persistence: String, reason: String) throws {
        let found = try read("9610,0800-0900,\(days),CHN,CRI,M,FE,x,\(persistence),,,,")
        #expect(found.items.isEmpty)
        #expect(found.faults.count == 1 && found.faults.allSatisfy { $0.message.hasPrefix(reason) })
    }

    @Test func aSummerRowInTheFileOfAWinterSeasonIsRefused() throws {
        let rows = ["9610,0800-0900,,CHN,CRI,M,FE,x,4,,,,", "9610,0800-0900,,CHN,CRI,M,FE,x,5,,,,"]
        let winter = try read(rows[0], rows[1], named: "sked-b23.csv")
        let reason = "the broadcast is on air in summer only (P is 5), but the file is for a winter season"
        #expect(winter.reports == ["sked-b23.csv:3 P: \(reason)"])
        let rule = try #require(winter.rules.first)
        #expect([rule.startsOn, rule.endsOn].map { $0?.daysSince1970 } == [19659, 19812])
    }

    @Test(arguments: [
        ("1205", "1205", [19489...19489]), ("604", "1905[0523]", [19453...19496]), ("2603", "2910", [19442...19658]),
        ("", "", [19442...19658]), ("105", "", [19478...19658]), ("111", "", [19442...19658]),
        ("2706", "3108[0622]", [19535...19600]), ("110", "3004", [19442...19477, 19631...19658]),
        ("", "[99999]", [19442...19658]),
    ])
    func aRuleAppliesOnlyOnItsDatesWithinTheSeason(start: String, stop: String, windows: [ClosedRange<Int>]) throws {
        let rules = try read("9610,0800-0900,,CHN,CRI,M,FE,x,1,\(start),\(stop),,").rules
        #expect(rules.map { $0.startsOn.daysSince1970...($0.endsOn?.daysSince1970 ?? 0) } == windows)
    }

    @Test(arguments: [
        ("111", "2802", "Start"), ("3113", "", "Start"), ("", "9999", "Stop"), ("3102", "", "Start"),
        ("5", "", "Start"),
    ])
    func aRowWithDatesOutsideTheSeasonOrTheCalendarIsRefused(start: String, stop: String, column: String) throws {
        let found = try read("9610,0800-0900,,CHN,CRI,M,FE,x,1,\(start),\(stop),,")
        #expect(found.items.isEmpty && found.faults.map(\.position.detail) == [column])
    }

    @Test func aShorterOrRarerBroadcastOnAFrequencyHasAHigherPriority() throws {
        let rules = try read(
            "531,1900-2300,,ALG,R.Algiers Int.,A,F,NAf,fk,1,,,,", "531,1930-1940,,ALG,R.Algiers Int.,E,NAf,fk,1,,,,",
            "531,1930-1940,Fr,ALG,R.Algiers Int.,S,NAf,fk,1,,,,"
        ).rules
        #expect(Set(rules.map(\.channel)).count == 1)
        #expect(rules[0].priority < rules[1].priority && rules[1].priority < rules[2].priority)
        #expect(rules.allSatisfy { (-1000...1000).contains($0.priority) })
    }

    @Test func oneNoticeReportsAllReplacementCharactersOfAFile() throws {
        let row = "1677,1900-1910,,E,Coru\u{FFFD}a Radio,S,SEu,rs,1,,,,"
        let found = try read(row, row.replacing("1677", with: "1698"))
        #expect(found.notices.map(\.position.description) == ["sked-a23.csv:2"] && found.reports == [])
        let latin = Self.head + row.replacing("\u{FFFD}", with: "\u{F1}")
        let read = try EibiReader().read(bytes: latin.unicodeScalars.map { UInt8($0.value) }, named: "sked-a23.csv")
        #expect(read.notices.isEmpty && read.shows.map(\.title) == ["Coruña Radio (Spanish)"])
    }

    @Test func aRepeatedRowIsRefused() throws {
        let row = "531,1900-2300,,ALG,R.Algiers Int.,A,NAf,fk,1,,,,"
        let report = "sked-a23.csv:3: the row is the same as an earlier row and is not imported"
        #expect(try read(row, row).reports == [report])
    }

    @Test func aFileWithoutASeasonInItsNameIsRefused() throws {
        let found = try read("531,1900-2300,,ALG,R.Algiers Int.,A,NAf,fk,1,,,,", named: "schedule.csv")
        #expect(found.items.isEmpty && found.faults.count == 1)
        #expect(EibiSeason(fileName: "Sked-B09 (2).CSV")?.isSummer == false)
    }
}

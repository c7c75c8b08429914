import ConcertNotes
import TestSupport
import Testing
import Web

@testable import ConcertAudience

/// The rules of the audience page's script, run in Node.js without a page.
@Suite struct AudienceScriptTests {
    /// Two pieces: measures 1, 2, 1, 2 as printed; notes at measures 1 and 3, and at measure 2.
    private static let pieces = """
        const notes = { A: [{ measure: 1 }, { measure: 3 }], B: [{ measure: 2 }] };
        const order = ['A', 'B'], notesOf = name => notes[name];
        const at = (piece, measure, revision, state = 'running', time = revision) => ({ piece, measure, revision, state,
          printedMeasure: String(measure), at: new Date(time * 1000).toISOString() });
        const piece = { measureTable: { startsMs: [1000, 2000, 3000, 4000], printed: ['1', '2', '1', '3'], passes: [1, 1, 2, 1] },
          end: { measure: 4, atMs: 5000 } };
        """

    private func run(_ statements: String) throws -> [String] {
        try Node.run(
            AudienceScript.text.description, until: AudienceScript.endOfRules, Self.pieces + "\n" + statements)
    }

    @Test func aNoteAppliesUntilTheNextNoteOfItsTrack() throws {
        #expect(try run("answer([0, 1, 2, 3, 9].map(measure => indexAt(notes.A, measure)));") == ["[-1,0,0,1,1]"])
    }

    /// Spec I12.
    @Test func aRepeatedMeasureIsShownWithItsPrintedNumberAndPass() throws {
        let lines = try run("for (const measure of [1, 2, 3, 9]) answer(Object.values(printedAt(piece, measure)));")
        #expect(lines == [#"["1","1st time"]"#, #"["2",""]"#, #"["1","2nd time"]"#, #"["9",""]"#])
    }

    /// The server draws the picture before the script has read the programme, and the picture must not change then.
    @Test(arguments: [
        "Antonín Dvořák", "J. S. Bach", "O’Neill", "Don't Look", "小澤 征爾", "Ελένη Καραΐνδρου", "4'33\"", "",
    ])
    func theScriptDrawsTheSamePictureOfAComposerAsTheServer(name: String) throws {
        let text = name.replacing("\"", with: "\\\"")
        let lines = try run("const { kind, letters } = placeholder(\"\(text)\"); answer(`${kind}|${letters}`);")
        let drawn = Artwork(name, size: .small).html.text
        let parts = try #require(drawn.firstMatch(of: /class="([^"]*)" aria-hidden="true">([^<]*)</))
        #expect(lines == ["\"\(parts.1)|\(parts.2)\""])
    }

    @Test func ordinalNumbersHaveTheirEnglishEndings() throws {
        #expect(
            try run("answer([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal).join(' '));")
                == [#""1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th""#])
    }

    @Test func thePlayheadFollowsTheMeasureTimesOfTheRecording() throws {
        #expect(try run("answer([1, 2, 4, 5, 0].map(measure => shareAt(piece, measure)));") == ["[0,0.25,0.75,1,0]"])
    }

    @Test func theNameOfAKeyIsShownWithoutTheNumberOfItsAccidentals() throws {
        let lines = try run("answer(['A major / F♯ minor (3 sharps)', 'Dorian', ''].map(keyWords).join('|'));")
        #expect(lines == [#""A major / F♯ minor|Dorian|""#])
    }

    /// Spec N33. The drawer shows the keys beside the sections.
    @Test func theDrawerNamesTheKeysOfEachSectionAndTheMeasuresOfTheirChanges() throws {
        let lines = try run(
            """
            const row = (measure, name) => ({ measure, name });
            const keys = [row(1, 'C minor'), row(2, 'C major'), row(4, 'D minor')];
            const words = (structure, keys) => structure.map((section, index) => keysWords({ ...piece, structure, keys }, index));
            answer(words([{ measure: 1 }, { measure: 3 }, { measure: 4 }], keys));
            answer(words([{ measure: 1 }], [row(3, 'C major')]));
            answer(words([{ measure: 1 }], []));
            """)
        #expect(
            lines == [
                #"["C minor; from m. 2: C major","C major","D minor"]"#, #"["from m. 1, 2nd time: C major"]"#, #"[""]"#,
            ])
    }

    /// Spec N32.
    @Test func theWaveformHasABarForEachIntensity() throws {
        let lines = try run("answer(barsOf(piece, { measures: [1, 3], values: [1, 0] }));")
        #expect(lines == [#""M0.0 4.0h200.0v92.0h-200.0zM500.0 49.0h200.0v2.0h-200.0z""#])
    }

    /// Spec T6.
    @Test func thePreferredTrackIsChosenByNameLanguageAndLevel() throws {
        let lines = try run(
            """
            const tracks = [{ name: 'Music', language: 'en', level: 'advanced' }, { name: 'Musik', language: 'de-AT', level: 'advanced' },
              { name: 'Geschichte', language: 'de', level: 'introductory' }];
            const name = (wanted, languages) => chosenTrack(tracks, wanted, languages).name;
            answer([name(null), name(null, ['de-DE']), name(null, ['fr']), name({ name: 'Geschichte' }),
              name({ name: 'History', language: 'de', level: 'introductory' }), name({ name: 'Other', language: 'de-CH' }),
              name({ name: 'Other', language: 'fr' }, ['de'])]);
            answer(chosenTrack([], null, ['en']));
            """)
        #expect(
            lines == [#"["Music","Musik","Music","Geschichte","Geschichte","Musik","Musik"]"#, "undefined"])
    }

    /// Spec T20. On plain HTTP there is no service worker, and the page keeps the pictures itself.
    @Test func picturesOfTheTracksBeingReadAreCachedFirstWithinALimit() throws {
        let lines = try run(
            """
            const track = (...notes) => ({ annotations: notes.map(urls => ({ text: [{ text: 'A' }, ...urls.map(url => ({ url }))] })) });
            const pieces = [{ tracks: [track(['other']), track(['b'], ['a', 'b'])] }, { tracks: [] }, { tracks: [track(['c', 'gone'])] }];
            const pictures = Object.entries({ a: 30, b: 20, c: 500, other: 40, unused: 1 }).map(([url, bytes]) => ({ url, bytes }));
            for (const limit of [1000, 100, 60, 0]) answer(picturesToKeep(pieces, pictures, piece => piece.tracks.at(-1), limit).join(' '));
            """)
        #expect(lines == [#""b a c other""#, #""b a other""#, #""b a""#, "\"\""])
    }

    /// Spec T20. The server draws the note before the script does, in the same direction.
    @Test func theScriptAndTheServerReadNotesInTheSameDirection() throws {
        let tags = [
            "ar", "he-IL", "FA", "ur-Latn", "uz-Arab", "az-ARAB-IR", "ar-u-nu-latn", "zh-yue-Hant", "de-1901", "en",
            "ps-AF", "",
        ]
        let lines = try run("for (const tag of \(tags)) answer(directionOf(tag) ?? null);")
        #expect(lines == tags.map { TextDirection(language: $0).map { "\"\($0.rawValue)\"" } ?? "null" })
        let directions = ["rtl", "rtl", "rtl", "ltr", "rtl", "rtl", "rtl", "ltr", "ltr", "ltr", "rtl"]
        #expect(lines == directions.map { "\"\($0)\"" } + ["null"])
    }

    /// Spec T20.
    @Test func arrowKeysAndSwipesTurnInTheDirectionOfReading() throws {
        let lines = try run(
            """
            for (const direction of ['ltr', 'rtl']) {
              answer(['ArrowRight', 'ArrowLeft', 'ArrowUp'].map(key => turnOfKey(key, direction)));
              answer([[-80, 10], [80, -10], [-59, 0], [80, 41]].map(([across, down]) => turnOfSwipe(across, down, direction)));
            }
            """)
        #expect(lines == ["[1,-1,0]", "[1,-1,0,0]", "[-1,1,0]", "[-1,1,0,0]"])
    }

    @Test func aPositionThatIsNotNewerThanTheLatestOneIsIgnored() throws {
        let lines = try run(
            """
            const reading = new Reading();
            answer([reading.take(at('A', 2, 7)), reading.take(at('A', 1, 6)), reading.take(at('A', 2, 7)), reading.live.measure]);
            answer([reading.take(at('A', 4, 3, 'running', 99)), reading.live.measure]);
            answer([reading.take(null, 8), reading.shown, reading.takeNothing(), reading.take(at('B', 1, 9))]);
            """)
        #expect(lines == ["[true,false,false,2]", "[true,4]", "[true,null,false,true]"])
    }

    /// Spec T20.
    @Test func aNewPositionDoesNotMoveAReaderWhoHasTurnedBack() throws {
        let lines = try run(
            """
            const reading = new Reading();
            reading.take(at('A', 3, 1));
            answer([reading.turn(-1, order, notesOf), reading.isFollowing, reading.shown]);
            reading.take(at('B', 2, 2));
            answer([reading.shown, reading.live.piece]);
            reading.follow();
            answer(reading.shown);
            """)
        #expect(
            lines == [
                #"[true,false,{"piece":"A","measure":1}]"#, #"[{"piece":"A","measure":1},"B"]"#,
                #"{"piece":"B","measure":2}"#,
            ])
    }

    /// Spec T19.
    @Test func aReportOfShownNotesContainsOnlyRevisionsTimesClockOffsetTransportAndTrack() throws {
        let lines = try run(
            """
            const shown = new Shown();
            shown.clock(5000, 1000, 1100);
            shown.clock(9999, 2000, 2500);
            answer([shown.arrived(7), shown.arrived(8), shown.arrived(8)]);
            shown.opened();
            answer([shown.arrived(9), shown.arrived(10)]);
            answer(shown.take('Music'));
            shown.add(8, 'sse', 1234.4);
            answer(shown.take('Music'));
            answer(shown.take('Music'));
            shown.add(11, 'poll', 2000);
            answer(shown.take());
            """)
        #expect(
            lines == [
                "[false,true,false]", "[false,true]", "null",
                #"{"transport":"sse","clockOffsetMs":3950,"steps":[{"revision":8,"shownAtMs":1234}],"track":"Music"}"#,
                "null", #"{"transport":"poll","clockOffsetMs":3950,"steps":[{"revision":11,"shownAtMs":2000}]}"#,
            ])
    }

    @Test func noReportOfShownNotesIsMadeWithoutTheServerTime() throws {
        let lines = try run(
            "const shown = new Shown(); shown.clock(NaN, 1, 2); shown.add(1, 'sse', 5); answer(shown.take());")
        #expect(lines == ["null"])
    }

    @Test func aReaderWhoTurnsToTheLiveNoteFollowsTheConcertAgain() throws {
        let lines = try run(
            """
            const reading = new Reading();
            reading.take(at('A', 4, 1));
            reading.turn(-1, order, notesOf);
            answer([reading.turn(1, order, notesOf), reading.isFollowing]);
            """)
        #expect(lines == ["[true,true]"])
    }

    @Test func turningBeyondTheLastNoteContinuesInTheNextPiece() throws {
        let lines = try run(
            """
            const reading = new Reading();
            reading.take(at('A', 1, 1));
            answer([reading.turn(-1, order, notesOf), reading.isFollowing]);
            reading.turn(1, order, notesOf);
            reading.turn(1, order, notesOf);
            answer(reading.shown);
            answer([reading.turn(1, order, notesOf), reading.shown, reading.turn(1, order, notesOf)]);
            reading.turn(-1, order, notesOf);
            answer(reading.shown);
            """)
        #expect(
            lines == [
                "[false,true]", #"{"piece":"B","measure":1}"#, #"[true,{"piece":"B","measure":2},false]"#,
                #"{"piece":"A","measure":3}"#,
            ])
    }

    /// Spec T20.
    @Test func theEndOfAPieceIsShownUntilTheConcertContinues() throws {
        let lines = try run(
            """
            const ending = new Ending();
            answer(ending.before(at('B', 1, 7)));
            ending.take({ piece: 'A', measure: 4, revision: 7 });
            answer([ending.before(at('A', 4, 6)), ending.before(at('B', 1, 7)), ending.before(at('B', 2, 8)), ending.before(null)]);
            answer([ending.before(at('A', 4, 7, 'ended')), ending.before(at('B', 1, 7, 'ended'))]);
            """)
        #expect(lines == ["null", #"[null,"A",null,null]"#, "[null,null]"])
    }

    /// The words name the work only if it changes.
    @Test func afterTheEndOfAPieceTheTitleNamesTheEndedAndTheNextPiece() throws {
        let lines = try run(
            """
            const piece1 = { composer: 'Dvořák', work: 'Quartet', movement: 'Lento' }, piece2 = { ...piece1, movement: 'Finale' };
            const single = { composer: 'Strauss', work: 'Don Juan', movement: 'Don Juan' };
            for (const [shown, ended] of [[piece2], [piece2, piece1], [single, piece2], [piece1, single]]) answer(titleLines(shown, ended));
            """)
        #expect(
            lines == [
                #"["Dvořák, Quartet","Finale"]"#, #"["End of Lento","Next: Finale"]"#,
                #"["End of Quartet: Finale","Next: Don Juan"]"#, #"["End of Don Juan","Next: Quartet: Lento"]"#,
            ])
    }

    @Test func withoutAnEventStreamThePagePollsEveryTwoSeconds() throws {
        let lines = try run(
            """
            const link = new Link();
            answer([link.pause, link.state(0)]);
            link.event(5, 1000);
            answer([link.pause, link.state(2000)]);
            link.isStreaming = false;
            link.failed(3000);
            answer([link.pause, link.state(4000), link.state(8999), link.state(9000)]);
            link.failed(8000);
            answer(link.state(9000));
            link.answer(6, 9500);
            answer([link.state(9600), link.state(9600, false)]);
            """)
        #expect(
            lines == [
                #"[2000,"connecting"]"#, #"[15000,"live"]"#, #"[2000,"live","live","lost"]"#, #""lost""#,
                #"["live","lost"]"#,
            ])
    }

    @Test func anEventStreamThatStaysBehindThePolledRevisionIsStalled() throws {
        let lines = try run(
            """
            const link = new Link();
            link.event(5, 0);
            link.answer(6, 1000);
            answer([link.isStalled(4000), link.isStalled(5001)]);
            link.answer(6, 5000);
            answer(link.isStalled(5100));
            link.event(6, 5200);
            answer(link.isStalled(9999));
            """)
        #expect(lines == ["[false,true]", "true", "false"])
    }

    /// Spec T20. Browsers offer the lock of the screen in a secure context only (Screen Wake Lock API §5).
    @Test func thePageExplainsWhyTheScreenMayTurnOffAndWhatToDo() throws {
        let lines = try run(
            """
            const texts = [awakeWords(false, false, false), awakeWords(true, false, false), awakeWords(true, true, true)];
            answer([/begins with https:/, /this browser cannot/, /does not let the browser/].map((cause, index) => cause.test(texts[index])));
            answer(texts.map(text => /choose the longest time in the settings of the device/.test(text)));
            answer(awakeWords(true, true, false));
            """)
        #expect(lines == ["[true,true,true]", "[true,true,true]", "\"\""])
    }

    /// Spec T12, N21.
    @Test func aMessageIsShownUntilItsTimeIsOverOrTheReaderClosesIt() throws {
        let lines = try run(
            """
            const messages = new Messages(), until = seconds => new Date(seconds * 1000).toISOString();
            messages.take({ id: '1', style: 'BUTTON', expiresAt: until(60) }, 0);
            messages.take({ id: '2', style: 'AUTO', expiresAt: until(60) }, 1000);
            answer([2000, 9000, 60000].map(now => messages.shown(now)?.id ?? null));
            messages.take({ id: '2', style: 'AUTO', expiresAt: until(60) }, 30000);
            answer(messages.shown(30001).id);
            messages.close('1');
            answer(messages.shown(30001) ?? null);
            messages.take({ id: '3', style: 'BUTTON', expiresAt: until(90) }, 31000);
            messages.take({ id: '3', style: 'BUTTON', expiresAt: until(40) }, 32000);
            answer([messages.shown(33000).id, messages.shown(40000) ?? null]);
            """)
        #expect(lines == [#"["2","1",null]"#, #""1""#, "null", #"["3",null]"#])
    }

    /// Spec N16.
    @Test func theLongestMatchingGlossaryTermIsLinkedOncePerText() throws {
        let lines = try run(
            """
            const glossary = new Glossary([{ name: 'Allegro' }, { name: 'Allegro ma non troppo' }, { name: 'Straße' }, { name: '' }]);
            answer(glossary.parts('An ALLEGRO, then allegro  ma non-troppo; Allegros, STRASSE.').map(part =>
              part.item ? `[${part.text}]` : part.text).join('|'));
            answer(glossary.parts('Allegro, allegro').map(part => part.item ? 1 : 0));
            answer(glossary.parts(''));
            """)
        #expect(
            lines == [
                #""An |[ALLEGRO]|, then |[allegro  ma non-troppo]|; Allegros, |[STRASSE]|.""#, "[1,0]", "[]",
            ])
    }

    @Test func theScriptAndTheServerUseTheSameWelcomeTexts() throws {
        let lines = try run("for (const state of ['ready', 'running', 'ended', 'off']) answer(welcomeWords(state));")
        for (line, state) in zip(lines, [.ready, .running, .ended, nil] as [LiveState?]) {
            #expect(line == "\"\(AudienceProgramme.welcome(state).text)\"")
        }
    }
}

import TestSupport
import Testing

@testable import PlayerPages

/// The rules of the player's script, run in Node.js without a page.
@Suite struct PlayerScriptTests {
    /// A session of this browser with attempt 3 at revision 9, and an audio element that has nothing loaded.
    private static let values = """
        const player = (audio, more = {}) => ({ audio, device: 'web-1', attempt: 3, revision: 9, rate: 1, positionMs: 42000, durationMs: 100000,
          track: { id: 'soundcloud:tracks:1' }, ...more });
        const idle = { attempt: 0, revision: 0, isPaused: true, positionMs: 0 };
        const loaded = (more = {}) => ({ attempt: 3, revision: 9, isPaused: true, positionMs: 42000, ...more });
        const at = (session, local, me = 'web-1') => answer(step(session, me, local, 42000));
        """

    private func run(_ statements: String) throws -> [String] {
        try Node.run(PlayerScript.text.description, until: PlayerScript.endOfRules, Self.values + "\n" + statements)
    }

    @Test func audioOfANewAttemptIsLoadedWithoutPlaying() throws {
        let lines = try run(
            "at(player('loading'), idle); at(player('loading'), loaded()); at(player('loading'), loaded({ isPaused: false }));"
        )
        #expect(lines == [#""load""#, "null", #""pause""#])
    }

    @Test func pausedAudioStartsIfTheSessionIsPlayingOrStalled() throws {
        let lines = try run(
            "at(player('playing'), loaded()); at(player('playing'), loaded({ isPaused: false })); at(player('stalled'), loaded());"
        )
        #expect(lines == [#""play""#, "null", #""play""#])
    }

    @Test func aReloadedPageLoadsTheCurrentAudio() throws {
        #expect(try run("at(player('playing'), idle);") == [#""load""#])
    }

    @Test func aPausedSessionPausesTheAudioElement() throws {
        let lines = try run(
            "at(player('paused'), loaded({ isPaused: false })); at(player('paused'), loaded()); at(player('paused'), idle);"
        )
        #expect(lines == [#""pause""#, "null", "null"])
    }

    @Test func theAudioElementIsUnloadedIfAnotherDevicePlaysOrPlaybackStopped() throws {
        let lines = try run(
            """
            at(player('playing', { device: 'phone' }), loaded({ isPaused: false }));
            at(player('playing', { device: 'phone' }), idle);
            at(player('playing'), loaded({ isPaused: false }), null);
            at(player('stopped'), loaded());
            """)
        #expect(lines == [#""unload""#, "null", #""unload""#, #""unload""#])
    }

    @Test func onlyANewRevisionOfTheSessionCausesASeek() throws {
        let lines = try run(
            """
            at(player('playing', { revision: 10 }), loaded({ isPaused: false, positionMs: 10000 }));
            at(player('playing'), loaded({ isPaused: false, positionMs: 10000 }));
            at(player('playing', { revision: 10 }), loaded({ isPaused: false, positionMs: 41000 }));
            """)
        #expect(lines == [#""seek""#, "null", "null"])
    }

    /// Spec R19. The position of a live stream is the time behind live, and the time of the element is another time.
    @Test func theAudioElementDoesNotSeekInALiveStream() throws {
        let lines = try run(
            """
            const live = { revision: 10, positionMs: undefined, track: { id: 'channel:1', isLive: true } };
            at(player('playing', live), loaded({ isPaused: false, positionMs: 900000 }));
            answer(estimate(player('playing', live), 1000, 3500));
            """)
        #expect(lines == ["null", "0"])
    }

    @Test func theEstimatedPositionMovesOnlyWhileAudioPlays() throws {
        let lines = try run(
            """
            answer(estimate(player('playing'), 1000, 3500));
            answer(estimate(player('stalled'), 1000, 3500));
            answer(estimate(player('playing', { rate: 2 }), 1000, 3500));
            answer(estimate(player('playing'), 1000, 900000));
            answer(estimate(player('playing', { positionMs: undefined }), 1000, 3500));
            """)
        #expect(lines == ["44500", "42000", "47000", "100000", "0"])
    }

    @Test func theOffsetOfTheServersClockIsMeasuredAtTheMiddleOfTheRoundTrip() throws {
        let lines = try run(
            """
            answer(sample(1000, 1040, '1970-01-01T00:00:05.020Z'));
            const old = sample(0, 10, '1970-01-01T00:00:00.005Z');
            answer(better(old, sample(1000, 1040, '1970-01-01T00:00:05.020Z')).bound);
            answer(better(old, sample(1000, 1006, '1970-01-01T00:00:05.020Z')).bound);
            answer(better(old, sample(1000000, 1000040, '1970-01-01T00:00:05.020Z')).bound);
            answer(better(null, old).bound);
            """)
        #expect(lines == [#"{"offset":4000,"bound":20,"at":1040}"#, "5", "3", "20", "5"])
    }

    @Test func aTimeOfAtLeastOneHourShowsHours() throws {
        #expect(
            try run("answer([0, 999, 65000, 3599999, 3723000, -5].map(clock).join(' '));") == [
                #""0:00 0:00 1:05 59:59 1:02:03 0:00""#
            ])
    }

    @Test func errorsOfTheAudioElementAreMappedToErrorCodesOfTheAPI() throws {
        #expect(
            try run("answer([1, 2, 3, 4, undefined].map(failure));") == [
                #"["failed","unreachable","undecodable","refused","failed"]"#
            ])
    }

    @Test func theReasonForRefusedAudioComesFromTheServersResponse() throws {
        let lines = try run(
            """
            answer([[409, 'not-connected'], [429, 'too-many-streams'], [404, 'no-audio'], [404], [409, 'track-blocked'], [503, 'audio-unreadable']]
              .map(([status, code]) => refusal(status, code)));
            """)
        #expect(
            lines == [
                #"["not-connected","too-many-streams","not-found","not-found","refused","unreachable"]"#
            ])
    }

    @Test func afterFailuresEachTrackOfTheQueueIsTriedOnce() throws {
        let lines = try run(
            """
            const place = (index, repeat = 'off') => ({ queue: { index, length: 3 }, repeat });
            answer([goesOn(place(0), 'refused', 1), goesOn(place(2), 'refused', 1), goesOn(place(2, 'all'), 'no-answer', 2), goesOn(place(0, 'all'), 'refused', 3)]);
            answer(['not-connected', 'too-many-streams', 'offline'].map(error => goesOn(place(0), error, 1)));
            """)
        #expect(lines == ["[true,false,true,false]", "[false,false,false]"])
    }

    @Test func audioContinuesBetweenPagesOfTheLibraryAndThePlayer() throws {
        let lines = try run(
            "answer(['/library', '/library/songs', '/player', '/station', '/libraryx', '/player/player.js', '/library/x/playlist.m3u8'].map(staysIn));"
        )
        #expect(lines == ["[true,true,true,false,false,false,false]"])
    }
}

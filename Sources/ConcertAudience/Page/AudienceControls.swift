import Web

/// The controls at the lower edge of the audience page, and its dialogs. Both need the script.
enum AudienceControls {
    static let html: HTML = """
        <footer class="script">
        <details id="structure"><summary><span class="hidden">Structure of the piece</span>\
        <svg id="strip" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true"></svg></summary>
        <ul id="sections" aria-label="Sections"></ul></details>
        <nav id="turns" class="turns" aria-label="Notes"><button type="button" id="earlier" disabled>Earlier</button>\
        <p id="count"></p>\
        <button type="button" id="back-to-live" hidden><span id="back-words">Back to live</span><span id="back-measure"></span></button>\
        <button type="button" id="later" disabled>Later</button></nav>
        <nav class="views" aria-label="Further pages"><button type="button" id="to-programme" aria-pressed="false">Programme</button>\
        <button type="button" id="to-glossary" disabled>Glossary</button><button type="button" id="to-settings">Settings</button></nav>
        </footer>
        """

    static let dialogs: HTML = """
        <dialog id="settings" aria-labelledby="settings-title">
        <div class="line"><h2 id="settings-title">Settings</h2><button type="button" data-dismiss>Close</button></div>
        <fieldset><legend>Notes to read</legend><div id="tracks"></div></fieldset>
        <fieldset><legend>Text size</legend><div class="line"><button type="button" id="smaller" aria-label="Smaller">A−</button>\
        <input type="range" id="size" min="1" max="5" step="1" aria-label="Text size">\
        <button type="button" id="larger" aria-label="Larger">A+</button></div></fieldset>
        <fieldset><legend>Brightness of pictures</legend><input type="range" id="brightness" min="1" max="4" step="1" \
        aria-label="Brightness of pictures"></fieldset>
        <fieldset><legend>Screen</legend><label><input type="checkbox" id="awake" checked \
        aria-describedby="awake-words"> Keep the screen on</label><p id="awake-words" class="faint"></p></fieldset>
        <p id="kept" class="faint" role="status"></p>
        <fieldset><legend>Delay reports</legend><label><input type="checkbox" id="report"> <span>Report how late each note appears on this device</span></label>
        <p class="faint">This device then sends the time at which each note appeared, and the name of the track, but \
        nothing that could identify you or the device.</p></fieldset>
        <p class="faint">Your settings stay on this device. This page stores no data about you, and sends no data unless you turn on the \
        reports above.</p>
        </dialog>
        <dialog id="glossary" aria-labelledby="glossary-title">
        <div class="line"><h2 id="glossary-title">Glossary</h2><button type="button" data-dismiss>Close</button></div>
        <ul id="glossary-list"></ul>
        </dialog>
        <dialog id="term" aria-labelledby="term-name">
        <div class="line"><h2 id="term-name" dir="auto"></h2><button type="button" data-dismiss>Close</button></div>
        <p id="term-category" class="faint" dir="auto"></p>
        <div id="term-content"></div>
        </dialog>
        """
}

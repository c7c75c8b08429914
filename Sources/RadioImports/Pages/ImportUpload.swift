import Web

/// The form for importing files, as a dry run or for publication.
struct ImportUpload: Sendable {
    let context: RequestContext
    let typed: ImportForm.Typed
    let error: APIError?
    let bodyLimit: Int

    var html: HTML {
        """
        <form method="post" action="/station/imports" enctype="multipart/form-data">\(context.caller?.csrfField)
        \(typed.tried.map { "<input type=\"hidden\" name=\"tried\" value=\"\($0.description)\">" as HTML })
        <label for="format">Format</label>
        <select id="format" name="format" required\(described("format"))><option value="">Choose a format</option>\
        \(ImportFormats.all.map { format -> HTML in
            let mark: HTML = format.name == typed.format ? " selected" : .empty
            return "<option value=\"\(format.name)\"\(mark)>\(ImportTexts.title(format.name))</option>"
        })</select>\(fault("format"))
        <label for="files">Files</label>
        <input id="files" name="files" type="file" multiple required\(described("files", hint: true))>\(fault("files"))
        <p class="hint" id="files-hint">At most \(ImportLimits.size(bodyLimit)) in total.</p>
        <details\(typed.source.isEmpty && typed.channel.isEmpty && !typed.isStrict && faults.isEmpty ? HTML.empty : " open")>\
        <summary>More options</summary>
        <label for="source">Source name (required if several sources use this format)</label>
        <input id="source" name="source" value="\(typed.source)" maxlength="100" autocapitalize="none" spellcheck="false"\
        \(described("source"))>\(fault("source"))
        <label for="channel">Short name of the channel (for tracklists only; the default is the file name)</label>
        <input id="channel" name="channel" value="\(typed.channel)" maxlength="500"\(described("channel"))>\(fault("channel"))
        <label class="choice"><input type="checkbox" name="strict" value="yes"\(typed.isStrict ? " checked" : HTML.empty)> \
        Refuse the whole import if there is any error</label></details>
        <p><button name="act" value="try"\(typed.tried == nil ? HTML.empty : " class=\"quiet\"")>Start dry run</button></p>
        <p class="hint">A dry run changes nothing. The report lists the changes that publishing would make, and \
        the losses for listeners.</p>
        \(publication)
        </form>
        """
    }

    /// The button that publishes the files. Without an earlier dry run, the user must confirm first.
    private var publication: HTML {
        guard typed.tried == nil else { return "<p><button name=\"act\" value=\"publish\">Publish files</button></p>" }
        var question = Confirmation(
            "Publish files",
            """
            The files are published without a dry run, and listeners see the changes immediately. The import can move and \
            cancel broadcasts, and cannot be undone.
            """,
            pressing: "act", "publish")
        question.id = "consequence-publish"
        question.button = "Publish without a dry run"
        return question.html
    }

    private var faults: [APIError.Fault] { error?.faults ?? [] }

    private func found(_ name: String) -> [APIError.Fault] { faults.filter { $0.field == name } }

    private func described(_ name: String, hint: Bool = false) -> HTML {
        let isWrong = !found(name).isEmpty
        let names = (hint ? ["\(name)-hint"] : []) + (isWrong ? ["\(name)-fault"] : [])
        guard !names.isEmpty else { return .empty }
        return "\(isWrong ? " aria-invalid=\"true\"" : HTML.empty) aria-describedby=\"\(names.joined(separator: " "))\""
    }

    private func fault(_ name: String) -> HTML {
        let found = found(name)
        guard !found.isEmpty else { return .empty }
        return "<p class=\"fault\" id=\"\(name)-fault\">This \(found.map(\.reason).joined(separator: "; ")).</p>"
    }
}

internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

extension BrowseState {
    /// The form that is open, shown or not.
    var form: BrowseEdit? {
        switch mode {
        case .editing(let edit), .leaving(let edit, _), .help(over: .editing(let edit)): edit
        case .choosing(let edit), .locked(let edit): edit
        case .list, .item, .confirming, .help: nil
        }
    }

    /// The form that is open, if it has changes.
    var changedForm: BrowseEdit? { form.flatMap { $0.isChanged ? $0 : nil } }

    /// Shows the view from which the form was opened.
    mutating func closeForm() {
        let edited = form?.item?.reference
        mode = edited != nil && edited == item?.reference ? .item : .list
    }

    mutating func press(_ key: BrowseKey, editing edit: BrowseEdit) -> [BrowseEffect] {
        var edit = edit
        switch key {
        case .character(let character): edit.text.append(character)
        case .paste(let text): paste(text, into: &edit)
        case .backspace: edit.text = String(edit.text.dropLast())
        case .control("u"): edit.text = ""
        case .tab, .down: edit.move(1)
        case .up: edit.move(-1)
        case .escape:
            if edit.isChanged {
                mode = .leaving(edit, quits: false)
            } else {
                closeForm()
            }
            return []
        case .enter: return save(edit)
        default: break
        }
        mode = .editing(edit)
        return []
    }

    /// Adds a paste to a field whole, or says why not.
    private mutating func paste(_ text: String?, into edit: inout BrowseEdit) {
        guard let text else {
            message = "What was pasted is too long, or no text."
            return
        }
        guard edit.field.key == .comment || !text.contains(sign: "\n") else {
            message = "A paste of several lines fits the comment only."
            return
        }
        edit.text += text
    }

    mutating func press(
        _ key: BrowseKey,
        leaving edit: BrowseEdit,
        _ quits: Bool
    ) -> [BrowseEffect] {
        switch key {
        case .character("s"):
            quitsWhenSaved = quits
            return save(edit)
        case .character("d"):
            guard !quits else { return [.quit] }
            mode = .editing(edit)
            closeForm()
            message = "Nothing was changed."
        case .escape: mode = .editing(edit)
        default: break
        }
        return []
    }

    /// Stores the content of a form, which stays open until that is done.
    private mutating func save(_ edit: BrowseEdit) -> [BrowseEffect] {
        mode = .editing(edit)
        guard let item = edit.item else {
            do throws(Failure) {
                _ = try edit.newItem()
                mode = .choosing(edit)
            } catch {
                message = error.message
                quitsWhenSaved = false
            }
            return []
        }
        let changes = edit.changes
        guard !changes.isEmpty else {
            closeForm()
            return []
        }
        return [.change(item, changes)]
    }

    /// The secrets that are made, by their keys.
    static let generated: [(key: Character, secret: GeneratedSecret)] =
        [("g", GeneratedSecret.standard), ("w", "words")].compactMap { key, form in
            GeneratedSecret(form).map { (key, $0) }
        }

    mutating func press(_ key: BrowseKey, choosingFor edit: BrowseEdit?) -> [BrowseEffect] {
        let secret: NewSecret
        switch key {
        case .character("t"), .enter: secret = .typed
        case .character(let letter):
            guard let choice = Self.generated.first(where: { $0.key == letter }) else { return [] }
            secret = .generated(choice.secret)
        case .escape:
            mode = edit.map { .editing($0) } ?? .item
            quitsWhenSaved = false
            return []
        default: return []
        }
        guard let edit else {
            mode = .item
            return item.map { [.replaceSecret($0, secret)] } ?? []
        }
        mode = .editing(edit)
        guard let new = try? edit.newItem() else { return [] }
        return [.add(new, secret)]
    }
}

internal import KeychainctlKit

/// A completion script: that of the argument parser, and the completion of names of items.
///
/// The parser's own way of asking a program for words is of no use for names that other programs choose:
/// in bash, `compgen -W` runs what stands in them.
struct CompletionScript {
    let text: String

    /// Completes the parser's script.
    ///
    /// - Parameters:
    ///   - script: The script.
    ///   - shell: The shell.
    init(_ script: String, for shell: CompleteNamesCommand.Shell) {
        text =
            switch shell {
            case .bash: Self.withoutEnd(script, "complete -o filenames") + Self.bash
            case .zsh: Self.withoutEnd(script, "if [[ \"${funcstack[1]}\"") + Self.zsh
            case .fish: script + Self.fish
            }
    }

    /// A script without the lines that register its function.
    private static func withoutEnd(_ script: String, _ start: String) -> String {
        guard let range = script.ranges(of: "\n" + start).last else { return script }
        return String(script[..<range.lowerBound])
    }

    private static let bash = #"""

        # Adds names of items. They come quoted, so that they are single words, and are not expanded here.
        _keychainctl_with_names() {
            _keychainctl "${@}"
            [[ "${#COMPREPLY[@]}" -eq 0 ]] || return 0
            local line="${COMP_LINE:0:COMP_POINT}"
            line="${line#*"${COMP_WORDS[0]}"}"
            local name
            while IFS='' read -r name; do
                COMPREPLY+=("${name}")
            done < <(command "${COMP_WORDS[0]}" complete-names bash -- "${line}" "${2}" 2>/dev/null)
            # Names of files are quoted by readline itself; these are not files.
            [[ "${#COMPREPLY[@]}" -eq 0 ]] || compopt +o filenames 2>/dev/null
            return 0
        }

        complete -o filenames -F _keychainctl_with_names keychainctl

        """#

    private static let zsh = #"""

        functions[_keychainctl_words]="${functions[_keychainctl]}"

        # Adds names of items; compadd quotes them.
        _keychainctl() {
            local -i found=1
            local -a names
            names=("${(@f)"$(command "${words[1]}" complete-names zsh -- \
                "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"}")
            names=("${(@)names:#}")
            if (( ${#names} )); then
                compadd -- "${names[@]}" && found=0
            fi
            _keychainctl_words "${@}" && found=0
            return "${found}"
        }

        if [[ "${funcstack[1]}" = _keychainctl ]]; then
            _keychainctl "${@}"
        else
            compdef _keychainctl keychainctl
        fi

        """#

    private static let fish = #"""

        # Names of items; fish quotes them.
        function __keychainctl_names
            set -l words (commandline -opc)
            # Without its quotes; one that is open is closed first.
            set -l token (commandline -ct)
            set -l typed (string unescape -- "$token" "$token'" "$token\"")
            command $words[1] complete-names fish -- $words[2..] "$typed[1]" 2>/dev/null
        end
        complete -c keychainctl -ka '(__keychainctl_names)'
        complete -c keychainctl -n '__fish_seen_subcommand_from run project' -l env -rfka '(__keychainctl_names)'
        complete -c keychainctl -n '__fish_seen_subcommand_from run project' -l file -rfka '(__keychainctl_names)'

        """#
}

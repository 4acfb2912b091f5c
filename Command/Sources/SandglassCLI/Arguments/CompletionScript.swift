/// A script that completes the command's words in a shell. It asks the program, which prints a
/// candidate a line, or fails if the word is the name of a file.
enum CompletionScript: String, CaseIterable {
  case bash
  case zsh
  case fish

  /// The option that prints a script.
  static let option = "--generate-completion-script"

  /// The names of the shells, as a refusal lists them.
  static let accepted = allCases.map(\.rawValue).joined(separator: ", ")

  var text: String {
    switch self {
    case .bash: Self.forBash
    case .zsh: Self.forZsh
    case .fish: Self.forFish
    }
  }

  // The bash of macOS, 3.2, has neither mapfile nor compopt.
  private static let forBash = #"""
    _sandglass() {
      local found word
      COMPREPLY=()
      if ! found=$("$1" ---complete "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$2" 2>/dev/null); then
        compopt -o default 2>/dev/null
        return
      fi
      while IFS= read -r word; do
        if [ -n "$word" ]; then COMPREPLY+=("$word"); fi
      done <<< "$found"
    }
    complete -F _sandglass sandglass
    """#

  // The script is sourced, or lies in a folder of fpath as _sandglass.
  private static let forZsh = #"""
    #compdef sandglass
    _sandglass() {
      local output
      local -a found
      if ! output=$("$words[1]" ---complete "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null); then
        _files
        return
      fi
      found=(${(f)output})
      compadd -a found
    }
    if [ "$funcstack[1]" = _sandglass ]; then _sandglass "$@"; else compdef _sandglass sandglass; fi
    """#

  private static let forFish = #"""
    function __sandglass_complete
      set -l words (commandline -opc)
      set -l current (commandline -ct)
      $words[1] ---complete $words[2..] "$current" 2>/dev/null
      or __fish_complete_path "$current"
    end
    complete -c sandglass -f -a '(__sandglass_complete)'
    """#
}

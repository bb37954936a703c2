/// What zsh reads to complete words of `ipgeo`: a file `_ipgeo` of fpath, or sourced.
enum ZshScript {
  static func text(_ nodes: [CompletionNode]) -> String {
    var script = ScriptText()
    script.add(head)
    script.add("_ipgeo_fields() {\n  local -a columns=(")
    for field in CompletionNode.fields { script.add("    " + described(field)) }
    script.add(fieldsEnd)
    // The deepest first: a function stands before those that call it.
    for node in nodes.reversed() { script.add(function(node)) }
    script.add(end)
    return script.result
  }

  private static func function(_ node: CompletionNode) -> String {
    let name = (["_ipgeo"] + node.path).joined(separator: "_")
    var lines = ["\(name)() {"]
    if !node.commands.isEmpty {
      lines += ["  local curcontext=\"$curcontext\" state line", "  typeset -A opt_args"]
      lines.append("  local -a commands=(")
      lines += node.commands.map { "    " + described($0) }
      lines.append("  )")
    }
    lines.append("  _arguments -s -S" + (node.commands.isEmpty ? " \\" : " -C \\"))
    var specs = node.options.map(spec)
    if node.commands.isEmpty {
      if let operands = operands(node.operands) { specs.append(operands) }
    } else {
      specs += ["'1: :->command'", "'*:: :->rest'"]
    }
    lines.append(specs.map { "    " + $0 }.joined(separator: " \\\n"))
    if !node.commands.isEmpty { lines += states(node, name) }
    return (lines + ["}", ""]).joined(separator: "\n")
  }

  private static func states(_ node: CompletionNode, _ name: String) -> [String] {
    [
      "  case $state in", "  command) _describe -t commands command commands ;;", "  rest)",
      "    (( $+functions[\(name)_$line[1]] )) && \(name)_$line[1]", "    ;;", "  esac",
    ]
  }

  /// An option as `_arguments` takes it.
  private static func spec(_ option: OptionFacts) -> String {
    let forms = option.forms
    let excluded = option.group == .help ? "- *" : forms.joined(separator: " ")
    let before = option.repeats ? "*" : "(\(excluded))"
    let said = "[\(escaped(option.summary, "[]:"))]"
    guard let placeholder = option.placeholder else {
      return joined(forms, before, said)
    }
    let typed = (option.short.map { ["-\($0)+"] } ?? []) + [option.longForm + "="]
    return joined(
      typed, before, "\(said):\(escaped(placeholder, ":")):\(action(option.completion))")
  }

  private static func joined(_ forms: [String], _ before: String, _ after: String) -> String {
    let names = forms.count == 1 ? forms[0] : "{\(forms.joined(separator: ","))}"
    return ScriptText.quoted(before) + names + ScriptText.quoted(after)
  }

  private static func operands(_ completion: OptionFacts.Completion) -> String? {
    switch completion {
    case .none, .commands, .pages: nil
    case .words: ScriptText.quoted("1:word:\(action(completion))")
    case .file, .files, .fields: ScriptText.quoted("*:file:\(action(completion))")
    }
  }

  private static func action(_ completion: OptionFacts.Completion) -> String {
    switch completion {
    case .none, .commands, .pages: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .files(let endings): "_files -g \"*.(\(endings.joined(separator: "|")))(-.)\""
    case .fields: "_ipgeo_fields"
    }
  }

  private static func described(_ word: CompletionNode.Named) -> String {
    ScriptText.quoted("\(word.name):\(word.meaning)")
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    var escaped = ""
    for character in text {
      if character == "\\" || special.contains(character) { escaped += "\\" }
      escaped.append(character)
    }
    return escaped
  }

  private static let head = """
    #compdef ipgeo
    # Completion of ipgeo for zsh, made by 'ipgeo completion zsh'.
    # A file _ipgeo in a folder of fpath; or in ~/.zshrc, after compinit:
    # source <(ipgeo completion zsh)

    # Columns, each after a comma too, and after + and -.
    """

  private static let fieldsEnd = """
      )
      # Those that the list has already are left out.
      local -a named=( ${(s:,:)${(M)PREFIX##*,}} )
      local name
      for name in ${named#[+-]}; do columns=( ${columns:#$name:*} ); done
      compset -P '*,'
      compset -P '[+-]'
      _describe -t columns column columns -q -S ,
    }

    """

  private static let end = """
    if [[ ${funcstack[1]-} == _ipgeo ]]; then
      _ipgeo "$@"
    else
      compdef _ipgeo ipgeo
    fi
    """
}

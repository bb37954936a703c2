/// What fish reads to complete words of `ipgeo`.
enum FishScript {
  static func text(_ nodes: [CompletionNode]) -> String {
    var script = ScriptText()
    script.add(head)
    let groups = nodes.filter { !$0.commands.isEmpty }.map { quoted($0.place) }
    script.add(place(groups))
    script.add("function __ipgeo_columns\n  printf '%s\\t%s\\n' \\")
    let fields = CompletionNode.fields.map { "    \(quoted($0.name)) \(quoted($0.meaning))" }
    script.add(fields.joined(separator: " \\\n") + "\nend\n")
    script.add(functions)
    for node in nodes { add(node, to: &script) }
    return script.result
  }

  private static func add(_ node: CompletionNode, to script: inout ScriptText) {
    let start = "complete -c ipgeo -n \(quoted("__ipgeo_at " + node.place))"
    for command in node.commands {
      script.add("\(start) -a \(command.name) -d \(quoted(command.meaning))")
    }
    for option in node.options {
      let short = option.short.map { " -s \($0)" } ?? ""
      let value = option.placeholder == nil ? "" : " " + value(option.completion)
      let said = quoted(option.summary)
      script.add("\(start)\(short) -l \(option.name)\(value) -d \(said)")
    }
    switch node.operands {
    case .none, .commands, .pages: break
    case .words(let words): script.add("\(start) -a \(quoted(words.joined(separator: " ")))")
    case .file: script.add("\(start) -F")
    case .files, .fields: script.add("\(start) \(value(node.operands))")
    }
  }

  private static func value(_ completion: OptionFacts.Completion) -> String {
    switch completion {
    case .none, .commands, .pages: "-x"
    case .words(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    case .file: "-r -F"
    case .files(let endings):
      "-x -k -a \(quoted("(__ipgeo_files \(endings.joined(separator: " ")))"))"
    case .fields: "-x -k -a '(__ipgeo_fields)'"
    }
  }

  /// In single quotes fish takes only these two for anything else.
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for character in text {
      if character == "\\" || character == "'" { quoted += "\\" }
      quoted.append(character)
    }
    return "'\(quoted)'"
  }

  private static func place(_ groups: [String]) -> String {
    """
    # Whether the words so far lead to that command.
    function __ipgeo_at
      set -l place
      set -l words (commandline -opc)
      for word in $words[2..-1]
        string match -q -- '-*' $word; and continue
        switch "$place"
          case \(groups.joined(separator: " "))
            set -a place $word
        end
      end
      test "$place" = "$argv"
    end

    """
  }

  private static let head = """
    # Completion of ipgeo for fish, made by 'ipgeo completion fish'.
    # The file ~/.config/fish/completions/ipgeo.fish

    complete -c ipgeo -f
    """

  private static let functions = #"""
    # Columns, each after a comma too, and after + and -.
    function __ipgeo_fields
      set -l list (string replace -r -- '^(--[a-z-]+=|-[a-z]*f)' '' (commandline -ct))
      set -l head (string match -r -- '^(?:.*,)?[+-]?' $list)
      set -l named (string split , -- (string replace -ra -- '[+-]' '' $head))
      for column in (__ipgeo_columns)
        contains -- (string split \t -- $column)[1] $named; or printf '%s%s\n' "$head" $column
      end
    end

    # Files, those with such an ending first.
    function __ipgeo_files
      set -l word (string replace -r -- '^--[a-z-]+=' '' (commandline -ct))
      set -l files (__fish_complete_suffix $word .)
      set -l endings (string join '|' -- (string escape --style=regex -- $argv))
      string match -re -- "\.(?:$endings)\$" $files
      printf '%s\n' $files
    end

    """#
}

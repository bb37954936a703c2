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
    script.add(functions(flags: flags(of: nodes)))
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
      if option.completion == .fields {
        // What begins with - fish never takes for the value of the option before it.
        let condition = quoted("__ipgeo_lists_at " + node.place)
        script.add("complete -c ipgeo -n \(condition) -k -a '(__ipgeo_fields)'")
      }
    }
    switch node.operands {
    case .none, .commands, .pages: break
    case .words(let words): script.add("\(start) -a \(quoted(words.joined(separator: " ")))")
    case .file: script.add("\(start) -F")
    case .files, .fields: script.add("\(start) \(value(node.operands))")
    }
  }

  /// The letters of options without a value, which others may follow in the same word.
  private static func flags(of nodes: [CompletionNode]) -> String {
    let options = nodes.flatMap(\.options)
    let taking = Set(options.filter { $0.placeholder != nil }.compactMap(\.short))
    return String(Set(options.compactMap(\.short)).subtracting(taking).sorted())
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
    # The command that the words so far lead to.
    function __ipgeo_place
      set -l place
      set -l words (commandline -opc)
      for word in $words[2..-1]
        string match -q -- '-*' $word; and continue
        switch "$place"
          case \(groups.joined(separator: " "))
            set -a place $word
        end
      end
      string join ' ' -- $place
    end

    # Whether it is that one, and an option or a value of one may stand there.
    function __ipgeo_at
      __ipgeo_is_list; and return 1
      set -l place (__ipgeo_place)
      test "$place" = "$argv"
    end

    # Whether it is that one, and a list of columns that looks like an option stands there.
    function __ipgeo_lists_at
      __ipgeo_is_list; or return 1
      set -l place (__ipgeo_place)
      test "$place" = "$argv"
    end

    """
  }

  private static let head = """
    # Completion of ipgeo for fish, made by 'ipgeo completion fish'.
    # The file ~/.config/fish/completions/ipgeo.fish

    complete -c ipgeo -f
    """

  private static func functions(flags: String) -> String {
    #"""
    # Whether the word before it awaits a list of columns.
    function __ipgeo_awaits_fields
      string match -qr -- '^(--fields|-[\#(flags)]*f)$' (commandline -opc)[-1]
    end

    # Whether the word is such a list, though fish takes it for letters: -off.
    function __ipgeo_is_list
      string match -q -- '-*' (commandline -ct); and __ipgeo_awaits_fields
    end

    # Columns, each after a comma too, and after + and -.
    function __ipgeo_fields
      set -l list (commandline -ct)
      if not __ipgeo_awaits_fields
        set list (string replace -r -- '^(--[a-z-]+=|-[\#(flags)]*f)' '' $list)
      end
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
}

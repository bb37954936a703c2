/// What bash reads to complete words of `ipgeo`.
///
/// It needs bash 3.2 and nothing else, and takes lines as bash cuts them, whether `=` and `:` break
/// words or not.
enum BashScript {
  static func text(_ nodes: [CompletionNode]) -> String {
    var script = ScriptText()
    script.add(head)
    script.add("_ipgeo_commands() {\n  case $1 in")
    for node in nodes where !node.commands.isEmpty {
      let words = ScriptText.list(node.commands.map(\.name))
      script.add("  \(ScriptText.quoted(node.place))) list=\(words) ;;")
    }
    script.add("  *) list= ;;\n  esac\n}\n\n_ipgeo_options() {\n  case $1 in")
    for node in nodes where !node.options.isEmpty {
      let words = ScriptText.list(node.options.flatMap(\.forms))
      script.add("  \(ScriptText.quoted(node.place))) list=\(words) ;;")
    }
    script.add("  *) list= ;;\n  esac\n}\n\n_ipgeo_operands() {\n  case $1 in")
    for node in nodes where node.operands != .none {
      script.add("  \(ScriptText.quoted(node.place))) \(kind(node.operands)) ;;")
    }
    script.add("  *) kind=none list= ;;\n  esac\n}\n\n_ipgeo_value() {\n  case \"$1 $2\" in")
    for node in nodes {
      for option in node.options where option.placeholder != nil {
        let forms = option.forms.map { ScriptText.quoted(node.place + " " + $0) }
        script.add("  \(forms.joined(separator: " | "))) \(kind(option.completion)) ;;")
      }
    }
    script.add("  *) kind=none list= ;;\n  esac\n}\n")
    script.add("_ipgeo_fields=\(ScriptText.list(CompletionNode.fields.map(\.name)))\n")
    script.add(body)
    return script.result
  }

  private static func kind(_ completion: OptionFacts.Completion) -> String {
    switch completion {
    case .none, .commands, .pages: "kind=text list="
    case .words(let words): "kind=words list=\(ScriptText.list(words))"
    case .file: "kind=file list="
    case .files(let endings): "kind=files list=\(ScriptText.list(endings))"
    case .fields: "kind=fields list="
    }
  }

  private static let head = """
    # Completion of ipgeo for bash, made by 'ipgeo completion bash'.
    # A line of ~/.bashrc: source <(ipgeo completion bash)

    """

  private static let body = #"""
    # Adds what VALUE may become, with HEAD before it: by $kind and $list.
    _ipgeo_offer() {
      local value=$1 head=$2 word named found ending
      case $kind in
      words)
        for word in $list; do
          if [[ $word == "$value"* ]]; then COMPREPLY+=("$head$word"); fi
        done
        ;;
      fields)
        named=,${value//[+-]/},
        if [[ $value == *,* ]]; then
          head=$head${value%,*},
          value=${value##*,}
        fi
        if [[ $value == [+-]* ]]; then
          head=$head${value:0:1}
          value=${value:1}
        fi
        # What is being typed is no column that the list has.
        named=${named%"$value",}
        for word in $_ipgeo_fields; do
          if [[ $word == "$value"* && $named != *",$word,"* ]]; then COMPREPLY+=("$head$word"); fi
        done
        # A comma may follow.
        compopt -o nospace 2>/dev/null
        ;;
      file | files)
        value=${value//\\/}
        value=${value#[\"\']}
        for ending in $list; do
          while IFS= read -r found; do
            COMPREPLY+=("$head$found")
          done < <(compgen -f -X "!*.$ending" -- "$value")
        done
        # Left alone, bash itself offers all files: unless it would miss what stands before.
        if [[ $kind == files && ${#COMPREPLY[@]} -gt 0 ]]; then
          while IFS= read -r found; do
            COMPREPLY+=("$head$found")
          done < <(compgen -d -- "$value")
        elif [[ -n ${head#"$skip"} ]]; then
          while IFS= read -r found; do
            COMPREPLY+=("$head$found")
          done < <(compgen -f -- "$value")
        else
          compopt -o default 2>/dev/null
        fi
        compopt -o filenames 2>/dev/null
        ;;
      esac
    }

    # Sets $kind and $list for the option of a word as -o, -uf or -fip, and what follows its letter
    # in the same word; fails where none of the letters takes a value.
    _ipgeo_letters() {
      local place
      for ((place = 1; place < ${#2}; place++)); do
        _ipgeo_value "$1" "-${2:place:1}"
        if [[ $kind != none ]]; then
          letters=${2:0:place+1}
          attached=${2:place+1}
          return 0
        fi
      done
      return 1
    }

    # Sets $kind and $list for what the option PREVIOUS still waits for; fails where it does not.
    _ipgeo_awaited() {
      case $2 in
      --*=*) return 1 ;;
      --*) _ipgeo_value "$1" "$2" ;;
      -?*) _ipgeo_letters "$1" "$2" && [[ -z $attached ]] || return 1 ;;
      *) return 1 ;;
      esac
      [[ $kind != none ]]
    }

    # Sets $words: the line up to the cursor as ipgeo gets it, whatever bash breaks words at.
    _ipgeo_read_words() {
      local rest=$COMP_LINE piece lead i
      for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        lead=${rest%%[!$' \t']*}
        rest=${rest#"$lead"}
        rest=${rest#"$piece"}
        if [[ i -eq 0 || -n $lead ]]; then
          words+=("$piece")
        else
          words[${#words[@]}-1]+=$piece
        fi
      done
    }

    _ipgeo() {
      local IFS=$' \t\n'
      local words=() kind=none list= letters= attached= path= ended= word i
      COMPREPLY=()
      _ipgeo_read_words
      local last=$((${#words[@]} - 1))
      local current=${words[last]} piece=${COMP_WORDS[COMP_CWORD]}
      # What bash itself keeps of the word: it replaces only what follows the last break.
      case $piece in
      '' | = | : | :: | ==) local skip=$current ;;
      *) local skip=${current%"$piece"} ;;
      esac
      # Files are offered only where they are wanted.
      compopt +o default +o bashdefault 2>/dev/null
      if ((last < 1)); then return 0; fi
      for ((i = 1; i < last; i++)); do
        word=${words[i]}
        if [[ $word == -- ]]; then
          ended=1
          continue
        fi
        _ipgeo_commands "$path"
        if [[ -n $list && $word != -* ]]; then
          if [[ " $list " != *" $word "* ]]; then return 0; fi
          path=${path:+$path }$word
        fi
      done
      if [[ -n $ended ]]; then
        _ipgeo_operands "$path"
        _ipgeo_offer "$current" ''
      elif ((last > 1)) && _ipgeo_awaited "$path" "${words[last-1]}"; then
        _ipgeo_offer "$current" ''
      elif [[ $current == --*=* ]]; then
        _ipgeo_value "$path" "${current%%=*}"
        _ipgeo_offer "${current#*=}" "${current%%=*}="
      elif [[ $current == -[!-]?* ]] && _ipgeo_letters "$path" "$current"; then
        _ipgeo_offer "$attached" "$letters"
      else
        _ipgeo_offer_words
      fi
      for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do
        COMPREPLY[i]=${COMPREPLY[i]#"$skip"}
      done
      return 0
    }

    # Adds commands, options and operands.
    _ipgeo_offer_words() {
      _ipgeo_commands "$path"
      kind=words
      if [[ $current != -* && -n $list ]]; then
        _ipgeo_offer "$current" ''
        return
      fi
      _ipgeo_operands "$path"
      # Where nothing else can be offered, options are without a dash.
      if [[ $current == -* || $kind == none ]]; then
        _ipgeo_options "$path"
        kind=words
      fi
      _ipgeo_offer "$current" ''
    }

    complete -o bashdefault -o default -F _ipgeo ipgeo
    """#
}

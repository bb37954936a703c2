extension Help {
  /// `ipgeo completion -h`, and `ipgeo completion --help`.
  static var completion: HelpPage {
    HelpPage(
      usage: "ipgeo completion SHELL",
      purpose: "Prints what makes a shell complete ipgeo's words: bash, zsh or fish.",
      introduction: CompletionTopics.introduction,
      sections: [
        .entries("Where it goes", CompletionTopics.places),
        .entries("Exit codes", CompletionTopics.exitCodes),
        .lines("Examples", CompletionTopics.examples),
      ],
      options: CompletionTable.table.facts,
      more: "'ipgeo completion --help' says where it goes.")
  }

  /// `ipgeo manual -h`, and `ipgeo manual --help`.
  static var manual: HelpPage {
    HelpPage(
      usage: "ipgeo manual [OPTION…] [NAME]",
      purpose: "Prints a page of the manual, as mdoc, which man(1) and mandoc(1) read.",
      introduction: """
        NAME is a page or a command, as ipgeo-batch or batch; without it the page is ipgeo's own. The \
        pages say what --help says, and more, and are made of the same tables.
        """,
      sections: [
        .entries("Exit codes", CompletionTopics.exitCodes),
        .lines(
          "Examples",
          [
            "ipgeo manual batch > ipgeo-batch.1 && man -l ipgeo-batch.1",
            "ipgeo manual --list",
          ]),
      ],
      options: ManualTable.table.facts,
      more: "'ipgeo manual --help' says all of it.")
  }
}

/// What help says of `ipgeo completion` beyond the options.
enum CompletionTopics {
  static let introduction = """
    Commands, options, choices, columns after --fields (each after a comma, too) and files are \
    completed, in zsh and fish with what they are. Nothing else is needed, bash-completion neither.
    """

  static let places = [
    HelpTopics.Entry(
      name: "bash",
      meaning: "a line of ~/.bashrc: source <(ipgeo completion bash); or the file "
        + "~/.local/share/bash-completion/completions/ipgeo, where bash-completion is"),
    HelpTopics.Entry(
      name: "zsh",
      meaning: "a file _ipgeo in a folder of fpath; or after compinit in ~/.zshrc: "
        + "source <(ipgeo completion zsh)"),
    HelpTopics.Entry(name: "fish", meaning: "the file ~/.config/fish/completions/ipgeo.fish"),
  ]

  static let exitCodes =
    [(ExitCode.done, "done"), (.usage, ExitCode.usage.meaning)].map(entry)
    + [entry((.writeFailed, ExitCode.writeFailed.meaning))]

  static let examples = [
    "source <(ipgeo completion bash)",
    "ipgeo completion zsh > ~/.zsh/completions/_ipgeo",
    "ipgeo completion fish > ~/.config/fish/completions/ipgeo.fish",
  ]

  private static func entry(_ code: (ExitCode, String)) -> HelpTopics.Entry {
    HelpTopics.Entry(name: "\(code.0.rawValue)", meaning: code.1)
  }
}

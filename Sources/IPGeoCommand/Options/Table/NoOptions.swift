/// The options of a command that has none but what every command answers to.
struct NoOptions: Hashable, Sendable {}

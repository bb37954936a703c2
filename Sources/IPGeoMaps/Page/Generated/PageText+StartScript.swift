// Made by `scripts/generate-page` of `Web/start.js`; not to be edited by hand.

extension PageText {
  static let startScript: StaticString =
    #"""
    start();

    """#
}

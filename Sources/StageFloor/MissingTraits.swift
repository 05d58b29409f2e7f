/// Prints how to build a program that was built without its traits, and exits with 69.
package func exitForMissingTraits(of program: String, traits: String) -> Never {
  let message = """
    \(program) was built without the traits it needs. Run it with: \
    swift run --traits \(traits) \(program)

    """
  var bytes = Array(message.utf8)
  _ = write(STDERR_FILENO, &bytes, bytes.count)
  exit(69)  // EX_UNAVAILABLE
}

/// A promise that is kept or broken, on any machine.
///
/// A broken one fails the verb.
package struct Check {
  /// One checked fact.
  package struct Finding: Sendable {
    package var subject: String
    package var text: String
    package var isBroken: Bool

    package init(_ subject: String, _ text: String, isBroken: Bool) {
      self.subject = subject
      self.text = text
      self.isBroken = isBroken
    }
  }

  package let name: String
  package let about: String
  let run: () throws -> [Finding]

  package init(_ name: String, _ about: String, run: @escaping () throws -> [Finding]) {
    self.name = name
    self.about = about
    self.run = run
  }
}

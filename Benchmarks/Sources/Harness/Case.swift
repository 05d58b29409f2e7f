/// One question with several answers: the same work, done by each of the subjects.
package struct Case {
  /// Appears in the JSON, so it must not change.
  package let name: String

  /// The meaning of one operation, in a few words.
  package let about: String

  /// The textbook's implementation, with which the others are compared; nil if there is none.
  package let textbook: String?

  /// The unit of the figures: nanoseconds, unless the case sets another.
  package let unit: String

  /// Whether the setup alone takes seconds; a smoke run leaves the case out unless it is named.
  package var isLong = false

  /// Creates the subjects just before they are measured, so that the pools and threads of one case
  /// are destroyed before the next begins.
  let makeSubjects: () throws -> [Subject]

  package init(
    _ name: String, _ about: String, textbook: String? = nil, unit: String = "ns",
    subjects: @escaping () throws -> [Subject]
  ) {
    self.name = name
    self.about = about
    self.textbook = textbook
    self.unit = unit
    self.makeSubjects = subjects
  }
}

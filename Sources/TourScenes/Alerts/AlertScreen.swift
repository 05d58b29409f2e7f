/// What alerts lie on; the scene plays the reader in front of it.
@MainActor
final class AlertScreen {
  /// What the reader sees happen.
  enum Event: Equatable, CustomStringConvertible {
    case appears(String)
    case isAnswered(String)
    case disappears(String)

    var description: String {
      switch self {
      case .appears(let title): "+ \(title)"
      case .isAnswered(let title): "  \(title): OK"
      case .disappears(let title): "- \(title)"
      }
    }
  }

  private(set) var events: [Event] = []
  /// How many alerts lie on each other.
  let depth = Gauge()
  private var stack: [(number: Int, title: String, answer: (Int?) -> Void)] = []
  private var lastNumber = 0
  private var appearances: AsyncStream<String>.Iterator
  private let announcer: AsyncStream<String>.Continuation

  init() {
    let (stream, announcer) = AsyncStream.makeStream(of: String.self)
    appearances = stream.makeAsyncIterator()
    self.announcer = announcer
  }

  /// The titles in the order in which they were answered: only the one on top can be.
  var answered: [String] {
    events.compactMap { event in
      if case .isAnswered(let title) = event { title } else { nil }
    }
  }

  /// Puts an alert on top.
  ///
  /// - Parameters:
  ///   - title: what it says.
  ///   - answer: is told the number of the action; nil: it was taken away.
  /// - Returns: its number, to take it away.
  @discardableResult
  func show(_ title: String, then answer: @escaping (Int?) -> Void = { _ in }) -> Int {
    lastNumber += 1
    stack.append((lastNumber, title, answer))
    depth.enter()
    events.append(.appears(title))
    announcer.yield(title)
    return lastNumber
  }

  /// The reader reads the one on top, and says OK.
  func answerTop() {
    guard let top = stack.popLast() else { return }
    depth.leave()
    events.append(.isAnswered(top.title))
    top.answer(0)
  }

  /// Takes an alert away.
  func dismiss(_ number: Int) {
    guard let place = stack.firstIndex(where: { $0.number == number }) else { return }
    let alert = stack.remove(at: place)
    depth.leave()
    events.append(.disappears(alert.title))
    alert.answer(nil)
  }

  /// Waits until an alert appears of which no earlier call has told.
  func nextAppearance() async -> String {
    var iterator = appearances
    defer { appearances = iterator }
    return await iterator.next(isolation: MainActor.shared) ?? ""
  }
}

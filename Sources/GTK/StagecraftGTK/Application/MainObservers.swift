#if GTK
internal import StageFloor

/// Closures that are called on the main actor until their tokens end.
@MainActor
final class MainObservers {
  private var observers: [MainObserver] = []

  var isEmpty: Bool { observers.isEmpty }

  func add(_ body: @escaping @MainActor () -> Void) -> ObservationToken {
    let observer = MainObserver(body)
    observers.append(observer)
    return .stopping { [weak self] in
      observer.end { self?.observers.removeAll { $0 === observer } }
    }
  }

  func notify() { for observer in observers { observer.body?() } }
}

@MainActor
private final class MainObserver {
  private(set) var body: (@MainActor () -> Void)?

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  /// At once on the main actor, and soon from another thread; returns whether it has ended.
  nonisolated func end(_ remove: @escaping @MainActor () -> Void) -> Bool {
    if MainActor.isCurrent {
      MainActor.assumeIsolated {
        body = nil
        remove()
      }
      return true
    }
    Task.detached { @MainActor in
      self.body = nil
      remove()
    }
    return false
  }
}
#endif

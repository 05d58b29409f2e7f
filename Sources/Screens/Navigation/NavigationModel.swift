#if canImport(Observation)
public import Observation

/// The navigation of a window as an observable property, for toolkits and views that bind to it.
///
/// ```swift
/// let model = NavigationModel(of: window)
/// print(model.navigation)
/// model.navigation = .window(.tab(1))  // a request, as ScreenWindow.show(_:)
/// ```
///
/// It retains neither the window nor a screen. Without a model, nothing is computed; with one, the
/// navigation is read after each change of a container in the window's application.
@MainActor
public final class NavigationModel: Observable {
  private weak var window: AnyScreen?
  private let showNavigation: @MainActor (Navigation) -> Void
  private let registrar = ObservationRegistrar()
  private var known: Navigation

  /// Creates a model.
  ///
  /// - Parameter window: The window to read and to change.
  public init<View>(of window: ScreenWindow<View>) {
    self.window = window
    showNavigation = { [weak window] in window?.show($0) }
    known = window.navigation
    window.application.navigationModels.append(WeakModel(model: self))
  }

  /// What the window shows; after the window was destroyed, what it showed last.
  ///
  /// It is updated when a transition has ended. Setting it submits a request, as
  /// ``ScreenWindow/show(_:catalog:animated:)`` does, and leaves the property unchanged until that
  /// request has been executed.
  public var navigation: Navigation {
    get {
      registrar.access(self, keyPath: \.navigation)
      return known
    }
    set { showNavigation(newValue) }
  }

  func update() {
    guard let navigation = window?.navigation, navigation != known else { return }
    registrar.withMutation(of: self, keyPath: \.navigation) { known = navigation }
  }
}

struct WeakModel {
  weak var model: NavigationModel?
}

extension ScreenApplication {
  var hasNavigationModels: Bool { !navigationModels.isEmpty }

  func updateNavigationModels() {
    guard !navigationModels.isEmpty else { return }
    navigationModels.removeAll { $0.model == nil }
    for entry in navigationModels { entry.model?.update() }
  }
}
#else
extension ScreenApplication {
  var hasNavigationModels: Bool { false }

  func updateNavigationModels() {}
}
#endif

/// A page of the app: it shows the map of its branch while it is on the screen.
@MainActor
protocol Page: AnyObject, Sendable {
  init(of branch: Branch, in app: LibraryApp)

  var branch: Branch { get }
  /// The map it shows; nil while it is not on the screen.
  var map: BranchMap? { get }

  /// Comes on the screen.
  func loadView()
  /// Has left the screen.
  func viewDidDisappear()
}

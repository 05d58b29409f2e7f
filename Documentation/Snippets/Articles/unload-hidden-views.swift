// The life cycle of a view controller in textbooks.
// snippet.hide
@MainActor final class View {}

// snippet.show
@MainActor
class ViewController {
  private var loadedView: View?

  var view: View {
    if loadedView == nil {
      loadedView = loadView()
      viewDidLoad()
    }
    return loadedView!
  }

  func loadView() -> View { View() }
  func viewDidLoad() {}

  func didReceiveMemoryWarning() {
    loadedView = nil
    viewDidUnload()
  }

  func viewDidUnload() {}
}
// snippet.hide

let controller = ViewController()
_ = controller.view
controller.didReceiveMemoryWarning()

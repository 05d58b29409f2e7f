import StagecraftGraphs
import StagecraftLists
import StagecraftOperations
import StagecraftScreens
import StagecraftUIKit
import UIKit

/// The app of the orders sample, with its launch graph.
@main
final class OrdersApp: UIResponder, UIApplicationDelegate {
  let orders = LiveList<Order>()
  private(set) var launch: AppLaunch?
  private var traffic: OrderTraffic?

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    do {
      let launch = try makeLaunch()
      self.launch = launch
      launch.begin()
    } catch {
      // The graph has a cycle. This is detected at every launch, not only in rare cases.
      preconditionFailure("\(error)")
    }
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    let configuration = UISceneConfiguration(
      name: nil, sessionRole: connectingSceneSession.role)
    configuration.delegateClass = OrdersScene.self
    return configuration
  }

  private func makeLaunch() throws -> AppLaunch {
    let orders = self.orders
    let (graph, firstScreen) = try OperationGraph.build("launch") { graph in
      let catalogue = graph.add("orders of yesterday") {
        orders.replaceAll(
          with: (0..<40).map { Order(id: -$0, title: "Jim Knopf", reader: "Ada", state: .ready) })
      }
      graph.add("traffic", after: catalogue) { @MainActor [weak self] in
        self?.traffic = OrderTraffic(on: orders)
      }
      return graph.milestone("first screen", after: catalogue)
    }
    return AppLaunch(graph, until: firstScreen)
  }
}

/// Shows the orders as soon as there are any.
final class OrdersScene: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene,
      let app = UIApplication.shared.delegate as? OrdersApp, let launch = app.launch
    else { return }
    let window = UIWindow(windowScene: scene)
    self.window = window
    let orders = app.orders
    launch.open(window) { outcome in
      switch outcome {
      case .success:
        UINavigationController(rootViewController: ScreenController(OrdersScreen(orders)))
      case .failure(let error): ScreenController(ErrorScreen(error))
      }
    }
  }
}

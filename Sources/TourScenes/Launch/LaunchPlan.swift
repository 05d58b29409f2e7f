/// The launch of the City Library's app, in milliseconds of a quick phone.
enum LaunchPlan {
  static let collector = "collector"
  static let firstScreen = "launch page"
  /// What fails in the launch that goes wrong.
  static let broken = "recommendations"

  /// Thirty tasks, each after those it needs.
  static let tasks: [LaunchTask] = foundation + network + data + screens + afterwards

  private static let foundation = [
    LaunchTask(collector, .busy, 4, .high),
    LaunchTask("settings", .busy, 6, .high, needs: collector),
    LaunchTask("logging", .busy, 4, .low, needs: collector),
    LaunchTask("image collection", .busy, 8, .normal, needs: collector),
    LaunchTask("theme", .main, 5, .normal, needs: "settings"),
    LaunchTask("fonts", .busy, 10, .normal, needs: collector),
    LaunchTask("database", .busy, 16, .normal, needs: "settings"),
  ]

  private static let network = [
    LaunchTask("certificates", .busy, 8, .low, needs: collector),
    LaunchTask(
      "network configuration", .waits, 15, .high, needs: "settings", "certificates",
      "image collection"),
    LaunchTask("session", .busy, 5, .high, needs: "network configuration"),
    LaunchTask("feature flags", .waits, 20, .normal, needs: "network configuration"),
    LaunchTask("push registration", .waits, 12, .low, needs: "session"),
  ]

  private static let data = [
    LaunchTask("image caches", .busy, 12, .normal, needs: "image collection"),
    LaunchTask("user data", .waits, 25, .high, needs: "network configuration", "session"),
    LaunchTask("catalogue", .waits, 18, .high, needs: "session", "database"),
    LaunchTask("orders", .waits, 15, .normal, needs: "user data"),
    LaunchTask("reading list", .busy, 8, .normal, needs: "user data", "database"),
    LaunchTask(broken, .busy, 12, .normal, needs: "user data", "catalogue"),
    LaunchTask("branches", .busy, 10, .normal, needs: "database"),
  ]

  private static let screens = [
    LaunchTask("window", .main, 6, .high, needs: collector),
    LaunchTask(firstScreen, .main, 10, .high, needs: "window", "theme", "fonts"),
    LaunchTask("tab bar", .main, 5, .normal, needs: firstScreen),
    LaunchTask(
      "content page", .main, 12, .high, needs: firstScreen, "user data", "image caches"),
    LaunchTask("orders page", .main, 8, .normal, needs: "tab bar", "orders"),
    LaunchTask("suggestions", .main, 6, .normal, needs: "content page", broken),
    LaunchTask("map page", .main, 8, .low, needs: "tab bar", "branches"),
  ]

  private static let afterwards = [
    LaunchTask("search index", .busy, 20, .low, needs: "catalogue"),
    LaunchTask("spelling", .busy, 10, .low, needs: "search index"),
    LaunchTask("statistics", .busy, 5, .low, needs: "settings"),
    LaunchTask("widgets", .busy, 8, .low, needs: "reading list"),
  ]
}

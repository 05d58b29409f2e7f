#if canImport(UIKit) && !os(watchOS)
public import StagecraftMemory
public import StagecraftScreens
internal import StageFloor

/// What hidden screens release on UIKit platforms when memory is short.
public enum UIKitMemoryPolicy: Hashable, Sendable {
  /// Releases heavy resources at a warning, and views only when memory is critically short.
  ///
  /// Since iOS 6 the system discards the bitmaps of hidden views, so the views themselves occupy
  /// little memory; the heavy objects that they show do not belong to them.
  case warning

  /// Releases heavy resources and the views of all hidden screens at each warning, as the system
  /// did before iOS 6.
  ///
  /// A view is hidden if its screen has disappeared and the view is neither in a window nor part of
  /// its container's view. Its controller releases it as well.
  case classic
}

extension ScreenApplication {
  /// Links the application with UIKit, so that its hidden screens release memory when it is short.
  ///
  /// | policy | at a warning | when memory is critically short |
  /// | --- | --- | --- |
  /// | `warning` | notifies screens, releases heavy resources | releases distant views first |
  /// | `classic` | notifies screens, releases heavy resources and hidden views | the same |
  ///
  /// With `warning`, the monitor provides the warnings, and other responders registered with it are
  /// asked as well; with `classic`, the warnings that UIKit sends to each controller are combined
  /// into one, and the monitor is not used.
  ///
  /// Call this method before creating the application's first ``ScreenController``, which otherwise
  /// calls it with the policy `warning`, unless ``ScreenApplication/warningPolicy`` was changed
  /// before: that policy is then kept. Calling it again with the same policy has no effect; with
  /// another policy, it stops the program.
  ///
  /// - Parameters:
  ///   - policy: What is released at which level.
  ///   - monitor: The monitor that reports when memory is short; not retained. Its sources should
  ///     include the platform's warnings, as the automatic ones do.
  public func followUIKit(
    _ policy: UIKitMemoryPolicy = .warning, under monitor: PressureMonitor = .shared
  ) {
    guard UIKitLinks.shared.link(self, .policy(policy)) else { return }
    switch policy {
    case .warning:
      warningPolicy = .heavyOnly
      registerForPressure(with: monitor, viewsFrom: .critical)
      WarningCoalescer.shared.leaveToMonitor(self)
    case .classic:
      warningPolicy = .classic
    }
  }

  func followUIKitUnlessChosen() {
    guard !UIKitLinks.shared.isLinked(self) else { return }
    if warningPolicy == .automatic {
      followUIKit()
    } else {
      _ = UIKitLinks.shared.link(self, .own)
    }
  }
}

@MainActor
private final class UIKitLinks {
  static let shared = UIKitLinks()

  enum Link: Hashable {
    case policy(UIKitMemoryPolicy)
    /// The app has set the policy itself.
    case own
  }

  private struct Entry {
    weak var application: ScreenApplication?
    let link: Link
  }

  private var entries: [Entry] = []

  func isLinked(_ application: ScreenApplication) -> Bool {
    entries.contains { $0.application === application }
  }

  func link(_ application: ScreenApplication, _ link: Link) -> Bool {
    entries.removeAll { $0.application == nil }
    guard let old = entries.first(where: { $0.application === application }) else {
      entries.append(Entry(application: application, link: link))
      return true
    }
    require(
      old.link == link,
      "A ScreenApplication was linked with UIKit as \(old.link) and cannot be linked as \(link): "
        + "call followUIKit(_:under:) before the first ScreenController is created.")
    return false
  }
}
#endif

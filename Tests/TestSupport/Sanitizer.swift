import Foundation

/// The sanitizer with which this process was built, if any.
///
/// There is no compile-time condition for it, but each sanitizer adds its own functions.
package enum Sanitizer: String, CaseIterable, Sendable {
  case thread = "__tsan_init"
  case address = "__asan_init"

  package static let running: Sanitizer? = {
    // Nil stands for all loaded images.
    guard let process = dlopen(nil, RTLD_NOW) else { return nil }
    defer { dlclose(process) }
    return allCases.first { dlsym(process, $0.rawValue) != nil }
  }()
}

import Foundation

/// The value of a variable of the environment.
func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

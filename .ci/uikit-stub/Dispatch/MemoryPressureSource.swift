public import Dispatch

// Declarations that Dispatch has on Darwin and lacks on Linux.

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {
  var data: DispatchSource.MemoryPressureEvent { get }
  var mask: DispatchSource.MemoryPressureEvent { get }
}

extension DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let normal = MemoryPressureEvent(rawValue: 1)
    public static let warning = MemoryPressureEvent(rawValue: 2)
    public static let critical = MemoryPressureEvent(rawValue: 4)
    public static let all: MemoryPressureEvent = [.normal, .warning, .critical]
  }

  public class func makeMemoryPressureSource(
    eventMask: DispatchSource.MemoryPressureEvent, queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure { fatalError() }
}

// A declaration that `os` has on iOS and not on macOS.

// swift-format-ignore: AlwaysUseLowerCamelCase
public func os_proc_available_memory() -> Int { 0 }

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public import Observation

public protocol DynamicProperty {}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  private let value: Value

  public init(wrappedValue value: Value) { self.value = value }

  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

@available(*, unavailable)
extension State: Sendable {}

public enum ScenePhase: Comparable, Hashable, Sendable {
  case background
  case inactive
  case active
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Self.Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  public init() {}

  public var scenePhase: ScenePhase { .active }

  public subscript<K>(key: K.Type) -> K.Value where K: EnvironmentKey {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@available(*, unavailable)
extension EnvironmentValues: Sendable {}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  private let value: Value?

  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
    value = EnvironmentValues()[keyPath: keyPath]
  }

  public init(_ objectType: Value.Type) where Value: AnyObject, Value: Observable { value = nil }

  public var wrappedValue: Value {
    guard let value else { fatalError("There is no \(Value.self) in the environment.") }
    return value
  }
}

@available(*, unavailable)
extension Environment: Sendable {}

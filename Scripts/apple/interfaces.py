"""Converts interfaces of the toolchain's Linux modules to interfaces for Apple platforms."""

import re

version = "// swift-interface-format-version: 1.0"


def of_library(text, target):
    """Returns the interface of a module of the standard library, for `target`."""
    text = re.sub(r"^(// swift-module-flags:.*-target )\S+", rf"\g<1>{target}", text, flags=re.M)
    # Remove the function bodies. Compiling them would take most of the time, and some of them call functions that only
    # Linux has.
    text = text.replace(" -O ", " -O -experimental-skip-all-function-bodies ", 1)
    text = re.sub(r"^import Glibc$", "import Darwin", text, flags=re.M)
    # Remove this attribute. It does not affect which functions may be called, and it requires a body, which some
    # functions no longer have.
    text = re.sub(r"@backDeployed\([^)]*\) *\n? *", "", text)
    # On these processors, `long double` is a double.
    text = text.replace("CLongDouble = Swift.Float80", "CLongDouble = Swift.Double")
    return with_narrow_integers(text) if target.startswith("arm64_32") else text


def with_narrow_integers(text):
    """Returns the interface with 32-bit `Int` and `UInt`, if it declares them."""
    types = r"^@frozen public struct U?Int : .*?^}$"
    narrow = lambda match: match.group().replace("Builtin.Int64", "Builtin.Int32")
    return re.sub(types, narrow, text, flags=re.M | re.S)


def of_darwin(glibc, target, requests):
    """Returns the interface of Darwin's overlay. Swift builds the overlays of Glibc and Darwin from the same source."""
    body = glibc[glibc.index("public var errno") : glibc.index("public var environ")]
    body = re.sub(r"^public typealias sighandler_t.*\n", "", body, flags=re.M)
    body = body.replace("Glibc.sighandler_t", "Darwin.sig_t")
    body = re.sub(r"\b(SwiftGlibc|SwiftOverlayShims|Glibc)\.", "Darwin.", body)
    pointer = re.search(r"^public let MAP_FAILED.*\n", glibc, re.M).group()
    terminal = "".join(f"public var {name}: Swift.UInt {{ get }}\n" for name in requests)
    return head("Darwin", target, glibc) + "@_exported import Darwin\n" + body + pointer + terminal


def of_dispatch(printed, target, model):
    """Returns the interface of Dispatch, based on the output of `swift-synthesize-interface` for Linux."""
    text = without_comments(printed).replace("import CDispatch", "import Darwin")
    text = text.replace("dispatch_fd_t", "Int32").replace("dispatch_time_t", "UInt64")
    # The printed superclass has no initialiser.
    text = text.replace("override public init()", "public init()")
    return head("Dispatch", target, model) + text + files_of_dispatch


# The sources of files, which Dispatch lacks on Linux, from Apple's documentation:
# https://developer.apple.com/documentation/dispatch/dispatchsourcefilesystemobject
files_of_dispatch = """
public protocol DispatchSourceFileSystemObject: DispatchSourceProtocol {
    var handle: Int32 { get }
    var data: DispatchSource.FileSystemEvent { get }
    var mask: DispatchSource.FileSystemEvent { get }
}
extension DispatchSource {
    public class func makeFileSystemObjectSource(
        fileDescriptor: Int32, eventMask: DispatchSource.FileSystemEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceFileSystemObject
}
"""


def of_notify(target, model):
    """Returns the declarations of notify.h that we use, as Swift imports them. The wheel lacks that header."""
    return head("notify", target, model) + "import Dispatch\n" + calls_of_notify


calls_of_notify = """
@_silgen_name("notify_register_dispatch") public func notify_register_dispatch(
    _ name: UnsafePointer<CChar>!, _ out_token: UnsafeMutablePointer<Int32>!,
    _ queue: DispatchQueue!, _ handler: ((Int32) -> Void)!) -> UInt32
@discardableResult @_silgen_name("notify_cancel") public func notify_cancel(_ token: Int32) -> UInt32
"""

def of_network(target, model):
    """Returns the declarations of Network that we use."""
    return head("Network", target, model) + "import Dispatch\n" + watch_of_network


# https://developer.apple.com/documentation/network/nwpathmonitor
watch_of_network = """
public struct NWPath: Sendable {
    public enum Status: Sendable {
        case satisfied
        case unsatisfied
        case requiresConnection
    }
    public let status: NWPath.Status
}
final public class NWPathMonitor {
    public init()
    final public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
    final public func start(queue: DispatchQueue)
    final public func cancel()
}
"""

# The Foundation types that our sources and those of swift-argument-parser use, and the types that these types need. If
# a source needs a type that is not listed here, the compiler names it.
foundation = """
    CGFloat ContiguousBytes CustomNSError Data DataProtocol Date DateInterval Error IndexPath JSONDecoder JSONEncoder
    LocalizedError MutableDataProtocol NSCopying NSError NSLock NSLocking NSMutableCopying NSNotification NSObject
    NSObjectProtocol NSZone Notification NotificationCenter OperationQueue String TimeInterval UUID
""".split()

# Declarations that Foundation lacks on Linux, or whose printed interfaces do not compile, from Apple's documentation.
# The types contain only the members that we use:
# https://developer.apple.com/documentation/foundation/url
# https://developer.apple.com/documentation/swift/duration/unitsformatstyle, …/timeformatstyle
# https://developer.apple.com/documentation/foundation/integerformatstyle, …/locale/language-swift.struct
foundation_of_apple = """
public struct URL: Equatable, Hashable, Sendable, CustomStringConvertible {
    public var isFileURL: Bool { get }
    public var scheme: String? { get }
    public func path(percentEncoded: Bool = true) -> String
    public var description: String { get }
    public func deletingLastPathComponent() -> URL
    public enum DirectoryHint: Sendable { case isDirectory, notDirectory, checkFileSystem, inferFromPath }
    public func appending<S: StringProtocol>(path: S, directoryHint: URL.DirectoryHint = .inferFromPath) -> URL
    public static func == (lhs: URL, rhs: URL) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
public struct Decimal: Hashable, Sendable, Codable, CustomStringConvertible {
    public var description: String { get }
    public init(from decoder: any Decoder) throws
    public func encode(to encoder: any Encoder) throws
    public static func == (lhs: Decimal, rhs: Decimal) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
public struct URLComponents: Hashable, Sendable {
    public init?(url: URL, resolvingAgainstBaseURL resolve: Bool)
    public var url: URL? { get }
    public var host: String? { get set }
    public var user: String? { get set }
    public var password: String? { get set }
    public var fragment: String? { get set }
    public var percentEncodedQuery: String? { get set }
    public static func == (lhs: URLComponents, rhs: URLComponents) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
extension Data {
    public init(contentsOf url: URL, options: Data.ReadingOptions = []) throws
    public func write(to url: URL, options: Data.WritingOptions = []) throws
}
open class FileManager: NSObject, @unchecked Sendable {
    open class var `default`: FileManager { get }
    open func createDirectory(
        at url: URL, withIntermediateDirectories createIntermediates: Bool,
        attributes: [FileAttributeKey: Any]? = nil) throws
    public enum SearchPathDirectory: UInt, Sendable { case applicationSupportDirectory = 14, cachesDirectory = 13 }
    public struct SearchPathDomainMask: OptionSet, Sendable {
        public init(rawValue: UInt)
        public let rawValue: UInt
        public static var userDomainMask: FileManager.SearchPathDomainMask { get }
    }
    open func urls(
        for directory: FileManager.SearchPathDirectory, in domainMask: FileManager.SearchPathDomainMask) -> [URL]
    open func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL?
}
open class UserDefaults: NSObject {
    open class var standard: UserDefaults { get }
    open func bool(forKey defaultName: String) -> Bool
    open func set(_ value: Bool, forKey defaultName: String)
}
public struct AttributeContainer: Equatable, Hashable, Sendable {
    public init()
    public static func == (lhs: AttributeContainer, rhs: AttributeContainer) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
public struct AttributedString: Equatable, Hashable, Sendable {
    public init(_ string: String, attributes: AttributeContainer = AttributeContainer())
    public var characters: AttributedString.CharacterView { get }
    public var runs: AttributedString.Runs { get }
    public static func == (lhs: AttributedString, rhs: AttributedString) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
    public struct CharacterView: Sequence, Sendable {
        public typealias Element = Character
        public typealias Iterator = AnyIterator<Character>
        public func makeIterator() -> AnyIterator<Character>
    }
    public struct Runs: Sendable {
        public var first: AttributedString.Runs.Run? { get }
        public struct Run: Sendable { public var attributes: AttributeContainer { get } }
    }
}
public struct NSRange {}
public typealias NSRangePointer = UnsafeMutablePointer<NSRange>
open class NSAttributedString: NSObject {
    public struct Key: Hashable, RawRepresentable, Sendable {
        public init(rawValue: String)
        public let rawValue: String
    }
    public init(string str: String)
    public init(string str: String, attributes attrs: [NSAttributedString.Key: Any]?)
    open var string: String { get }
    open var length: Int { get }
    open func attributes(at location: Int, effectiveRange range: NSRangePointer?) -> [NSAttributedString.Key: Any]
}
public struct LocalizedStringResource: Equatable, Codable, ExpressibleByStringLiteral, Sendable {
    public init(stringLiteral value: String)
    public init(from decoder: any Decoder) throws
    public func encode(to encoder: any Encoder) throws
    public static func == (lhs: LocalizedStringResource, rhs: LocalizedStringResource) -> Bool
}
public struct FileAttributeKey: Hashable, Equatable, RawRepresentable, @unchecked Sendable {
    public init(rawValue: String)
    public let rawValue: String
}
public struct Locale: Hashable, Sendable {
    public static var autoupdatingCurrent: Locale { get }
    public var language: Locale.Language { get }
    public static func == (lhs: Locale, rhs: Locale) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
    public enum LanguageDirection: Sendable, Hashable { case unknown, leftToRight, rightToLeft, topToBottom, bottomToTop }
    public struct Language: Hashable, Sendable {
        public var characterDirection: Locale.LanguageDirection { get }
        public static func == (lhs: Locale.Language, rhs: Locale.Language) -> Bool
        public func hash(into hasher: inout Hasher)
        public var hashValue: Int { get }
    }
}
public struct IntegerFormatStyle<Value: BinaryInteger>: Sendable {
    public init(locale: Locale = .autoupdatingCurrent)
    public func sign(strategy: NumberFormatStyleConfiguration.SignDisplayStrategy) -> IntegerFormatStyle<Value>
    public func format(_ value: Value) -> String
}
public enum NumberFormatStyleConfiguration {
    public struct SignDisplayStrategy: Sendable {
        public static func always(includingZero: Bool = true) -> NumberFormatStyleConfiguration.SignDisplayStrategy
    }
}
extension Duration {
    public struct TimeFormatStyle: Sendable {
        public struct Pattern: Sendable {
            public static func minuteSecond(
                padMinuteToLength: Int, fractionalSecondsLength: Int = 0, roundFractionalSeconds: FloatingPointRoundingRule = .toNearestOrEven
            ) -> Duration.TimeFormatStyle.Pattern
            public static func hourMinuteSecond(
                padHourToLength: Int, fractionalSecondsLength: Int = 0, roundFractionalSeconds: FloatingPointRoundingRule = .toNearestOrEven
            ) -> Duration.TimeFormatStyle.Pattern
        }
        public init(pattern: Duration.TimeFormatStyle.Pattern, locale: Locale = .autoupdatingCurrent)
        public func format(_ value: Duration) -> String
    }
    public struct UnitsFormatStyle: Sendable {
        public struct Unit: Hashable, Sendable {
            public static var days: Duration.UnitsFormatStyle.Unit { get }
            public static var hours: Duration.UnitsFormatStyle.Unit { get }
            public static var minutes: Duration.UnitsFormatStyle.Unit { get }
            public static var seconds: Duration.UnitsFormatStyle.Unit { get }
            public static func == (lhs: Duration.UnitsFormatStyle.Unit, rhs: Duration.UnitsFormatStyle.Unit) -> Bool
            public func hash(into hasher: inout Hasher)
            public var hashValue: Int { get }
        }
        public struct UnitWidth: Sendable {
            public static var wide: Duration.UnitsFormatStyle.UnitWidth { get }
            public static var narrow: Duration.UnitsFormatStyle.UnitWidth { get }
        }
        public struct FractionalPartDisplayStrategy: Sendable {
            public init<Range: RangeExpression>(
                lengthLimits: Range, roundingRule: FloatingPointRoundingRule = .toNearestOrEven, roundingIncrement: Double? = nil
            ) where Range.Bound == Int
            public static var hide: Duration.UnitsFormatStyle.FractionalPartDisplayStrategy { get }
        }
        public init(
            allowedUnits: Set<Duration.UnitsFormatStyle.Unit>, width: Duration.UnitsFormatStyle.UnitWidth,
            maximumUnitCount: Int? = nil,
            fractionalPart: Duration.UnitsFormatStyle.FractionalPartDisplayStrategy = .hide)
        public func locale(_ locale: Locale) -> Duration.UnitsFormatStyle
        public func format(_ value: Duration) -> String
    }
}
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result
open class ProcessInfo {
    public class var processInfo: ProcessInfo { get }
    @available(macOS, unavailable)
    public func performExpiringActivity(
        withReason reason: String, using block: @escaping @Sendable (Bool) -> Void)
}
"""

# The parts of calendars that SandglassCalendar uses.
# https://developer.apple.com/documentation/foundation/calendar, …/datecomponents, …/timezone, …/locale/weekday
foundation_of_apple += """
public struct TimeZone: Hashable, Sendable {
    public static var gmt: TimeZone { get }
    public func secondsFromGMT(for date: Date = Date()) -> Int
    public static func == (lhs: TimeZone, rhs: TimeZone) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
public struct DateComponents: Hashable, Sendable {
    public init(
        calendar: Calendar? = nil, timeZone: TimeZone? = nil, era: Int? = nil, year: Int? = nil, month: Int? = nil,
        day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil, nanosecond: Int? = nil,
        weekday: Int? = nil, weekdayOrdinal: Int? = nil, quarter: Int? = nil, weekOfMonth: Int? = nil,
        weekOfYear: Int? = nil, yearForWeekOfYear: Int? = nil)
    public var calendar: Calendar?
    public var timeZone: TimeZone?
    public var minute: Int?
    public var second: Int?
    public var nanosecond: Int?
    public var weekday: Int?
    public var weekdayOrdinal: Int?
    public var weekOfMonth: Int?
    public var weekOfYear: Int?
    public var yearForWeekOfYear: Int?
    public static func == (lhs: DateComponents, rhs: DateComponents) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
public struct Calendar: Hashable, Sendable {
    public enum MatchingPolicy: Hashable, Sendable {
        case nextTime, nextTimePreservingSmallerComponents, previousTimePreservingSmallerComponents, strict
    }
    public enum RepeatedTimePolicy: Hashable, Sendable { case first, last }
    public enum SearchDirection: Hashable, Sendable { case forward, backward }
    public enum Component: Hashable, Sendable { case day, weekdayOrdinal }
    public func component(_ component: Calendar.Component, from date: Date) -> Int
    public static var autoupdatingCurrent: Calendar { get }
    public var timeZone: TimeZone { get set }
    public func nextDate(
        after date: Date, matching components: DateComponents, matchingPolicy: Calendar.MatchingPolicy,
        repeatedTimePolicy: Calendar.RepeatedTimePolicy = .first,
        direction: Calendar.SearchDirection = .forward
    ) -> Date?
    public static func == (lhs: Calendar, rhs: Calendar) -> Bool
    public func hash(into hasher: inout Hasher)
    public var hashValue: Int { get }
}
extension Locale {
    public enum Weekday: String, CaseIterable, Sendable {
        case sunday, monday, tuesday, wednesday, thursday, friday, saturday
    }
}
"""

# The parts of URLSession that the library uses, as Apple documents them. On Linux they are in FoundationNetworking.
# https://developer.apple.com/documentation/foundation/urlsession
foundation_of_apple += """
open class URLResponse: @unchecked Sendable {}
open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { get }
    open func value(forHTTPHeaderField field: String) -> String?
}
open class NSURLRequest {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy
        case reloadIgnoringLocalCacheData
    }
}
public struct URLRequest: Sendable {
    public typealias CachePolicy = NSURLRequest.CachePolicy
    public init(
        url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60.0)
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String)
}
public struct URLQueryItem: Hashable, Sendable {
    public init(name: String, value: String?)
}
extension URL {
    public func appending(queryItems: [URLQueryItem]) -> URL
}
open class URLCache: @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
public enum HTTPCookie {
    public enum AcceptPolicy: UInt, Sendable {
        case always, never
    }
}
open class URLCredential: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class URLProtectionSpace: NSObject, @unchecked Sendable {
    open var authenticationMethod: String { get }
}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    open var protectionSpace: URLProtectionSpace { get }
}
public let NSURLAuthenticationMethodHTTPBasic: String
public let NSURLAuthenticationMethodHTTPDigest: String
open class URLSessionConfiguration: @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { get }
    open var urlCache: URLCache?
    open var requestCachePolicy: NSURLRequest.CachePolicy
    open var timeoutIntervalForRequest: TimeInterval
    open var httpMaximumConnectionsPerHost: Int
    open var httpShouldSetCookies: Bool
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy
    open var httpCookieStorage: HTTPCookieStorage?
    open var urlCredentialStorage: URLCredentialStorage?
}
open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { get }
    open func cancel()
    open func resume()
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}
open class URLSession: NSObject, @unchecked Sendable {
    public enum AuthChallengeDisposition: Int, Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    public enum ResponseDisposition: Int, Sendable {
        case cancel, allow
    }
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?)
    open func dataTask(with request: URLRequest) -> URLSessionDataTask
    open func invalidateAndCancel()
}
public struct URLError: Error, Sendable {
    public struct Code: Equatable, Hashable, Sendable {
        public static var cancelled: URLError.Code { get }
        public static var timedOut: URLError.Code { get }
        public static var notConnectedToInternet: URLError.Code { get }
        public static var cannotFindHost: URLError.Code { get }
        public static var dnsLookupFailed: URLError.Code { get }
        public static var badServerResponse: URLError.Code { get }
        public static var cannotParseResponse: URLError.Code { get }
    }
    public var code: URLError.Code { get }
    public var errorCode: Int { get }
}
"""


def of_foundation(printed, target, model):
    """Returns the interface of the types of Foundation that are used, from the printed interfaces of Linux's modules.

    Members that mention other types are left out.
    """
    text = without_comments("\n".join(printed))
    declarations = list(split(text.split("\n")))
    names = {subject(lines) for lines in declarations if not is_extension(lines)} - {None}
    # The printed interfaces of spans and format styles are not complete enough to compile.
    others = "|".join(sorted(names - set(foundation)) + [r"\w*(Span|FormatStyle)"])
    others = re.compile(rf"\b({others})\b")
    kept = []
    for lines in declarations:
        # Both modules declare some types.
        is_new = is_extension(lines) or heading(lines) not in kept
        if subject(lines) in foundation and is_new:
            kept += reduced(lines, others)
    modules = ("Darwin", "Dispatch", "_Concurrency", "_StringProcessing")
    imports = "".join(f"import {module}\n" for module in modules)
    return head("Foundation", target, model) + imports + as_written(kept) + foundation_of_apple


def as_written(lines):
    """Returns a printed declaration with the small changes that an interface needs."""
    text = "\n".join(lines).replace("@inlinable ", "").replace(" private(set)", "")
    return re.sub(r"( subscript\b[^{\n]*)$", r"\1 { get set }", text, flags=re.M)


def head(module, target, model):
    """Returns the first lines of an interface, for the same compiler as `model`."""
    compiler = re.search(r"^// swift-compiler-version:.*$", model, re.M).group()
    flags = f"-target {target} -disable-objc-interop -enable-library-evolution -swift-version 5"
    flags += f" -O -module-name {module}"
    return f"{version}\n{compiler}\n// swift-module-flags: {flags}\nimport Swift\n"


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"^ *///.*\n", "", text, flags=re.M)


def split(lines):
    """Yields each declaration with its attributes, as a list of lines."""
    declaration, depth = [], 0
    for line in lines:
        if not line.strip():
            continue
        declaration.append(line)
        depth += line.count("{") - line.count("}")
        if depth == 0 and not is_attribute(line):
            yield declaration
            declaration = []


def is_attribute(line):
    return re.fullmatch(r" *@\w+(\(.*\))?", line) is not None


def heading(declaration):
    """Returns the line that is not an attribute."""
    return next(line for line in declaration if not is_attribute(line))


def subject(declaration):
    """Returns the name of the type that is declared or extended, or None if it is not a type."""
    kinds = "struct|class|enum|protocol|extension|typealias|actor"
    match = re.search(rf"\b(?:{kinds}) (\w+)", heading(declaration))
    return match and match.group(1)


def is_extension(declaration):
    return heading(declaration).startswith("extension ")


def reduced(declaration, others):
    """Returns the declaration without members that mention `others`, or nothing if the declaration itself does."""
    start = declaration.index(heading(declaration))
    first = without_conformances(declaration[start], others)
    if others.search(first):
        return []
    result = declaration[:start] + [first]
    if first.rstrip().endswith("{"):
        for member in split(declaration[start + 1 : -1]):
            result += reduced(member, others)
        result.append(declaration[-1])
    return result


def without_conformances(line, others):
    """Returns the first line of a type without the protocols among `others`."""
    kinds = "struct|class|enum|protocol|extension"
    match = re.fullmatch(rf"(.*\b(?:{kinds}) [\w.]+ : )(.*?)( where .*)?( \{{)", line)
    if not match:
        return line
    start, inherited, condition, end = match.groups()
    kept = [name for name in inherited.split(", ") if not others.search(name)]
    start = start if kept else start.removesuffix(" : ")
    return start + ", ".join(kept) + (condition or "") + end

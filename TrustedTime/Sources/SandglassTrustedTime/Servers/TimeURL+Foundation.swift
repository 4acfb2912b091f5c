#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension URL {
  /// Returns the URL of a request: without credentials and fragment, and with the nonce instead of one that the URL has.
  /// Returns nil for a URL without a host.
  package func asking(with nonce: String) -> URL? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      parts.host?.isEmpty == false
    else { return nil }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    // The other items stay as they are written.
    let items = (parts.percentEncodedQuery ?? "").split(separator: "&")
      .filter { $0 != "nonce" && !$0.hasPrefix("nonce=") }
    parts.percentEncodedQuery = (items + ["nonce=\(nonce)"]).joined(separator: "&")
    return parts.url
  }
}

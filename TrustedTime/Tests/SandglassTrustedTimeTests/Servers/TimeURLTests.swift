import Foundation
import SandglassTrustedTime
import Testing

struct TimeURLTests {
  @Test(
    "The nonce joins the other items and replaces an old one; credentials and a fragment are left out",
    arguments: [
      ("https://a.example/time", "https://a.example/time?nonce=7"),
      ("https://a.example", "https://a.example?nonce=7"),
      ("https://a.example/time?", "https://a.example/time?nonce=7"),
      ("https://a.example/time?b=c", "https://a.example/time?b=c&nonce=7"),
      ("https://a.example/time?nonce=1&b=%26&nonce=2", "https://a.example/time?b=%26&nonce=7"),
      ("https://a.example/time?nonce&nonces=3", "https://a.example/time?nonces=3&nonce=7"),
      ("https://me:secret@a.example:8443/time", "https://a.example:8443/time?nonce=7"),
      ("https://me@a.example/time#part", "https://a.example/time?nonce=7"),
      ("http://[::1]:80/a%20b?c=d+e", "http://[::1]:80/a%20b?c=d+e&nonce=7"),
    ])
  func urls(text: String, wanted: String) throws {
    #expect(try #require(URL(string: text)).asking(with: "7")?.absoluteString == wanted)
  }

  @Test(
    "A URL without a host has no request",
    arguments: ["time", "http:///time", "mailto:a@b.example"])
  func others(text: String) throws {
    #expect(try #require(URL(string: text)).asking(with: "7") == nil)
  }
}

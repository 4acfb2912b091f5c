/// How often a test repeats its random work: all of `count` in release, a twentieth of it in debug.
///
/// Debug code is some ten times slower, the sanitizers' slower still, and every run of either has
/// another seed. The gate runs both.
package func repetitions(_ count: Int) -> Int {
  #if DEBUG
    max(1, count / 20)
  #else
    count
  #endif
}

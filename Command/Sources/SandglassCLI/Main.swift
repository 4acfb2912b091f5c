import Dispatch
import Sandglass
import SandglassLedger
import SandglassStores

/// The entry point of the program.
@main
@MainActor
enum Main {
  /// Retained until the process exits, because countdowns hold their owners only weakly.
  private static var run: Run?
  private static var detached: DetachedRun?
  private static var stopwatch: StopwatchRun?
  private static var commands: KeptCommands?

  static func main() {
    StandardStream.takeFreeNumbers()
    perform(Array(CommandLine.arguments.dropFirst()))
  }

  private static func perform(_ words: [String]) {
    switch invocation(words) {
    case .run(let request):
      run(request)
    case .attach(let selection, let options, let waits):
      orExit { () throws(CatalogError) in try attach(selection, options, waits: waits) }
      dispatchMain()
    case .list(let isJSON, let isWatched):
      serve { commands throws(CatalogError) in
        if !isWatched { exit(try commands.list(isJSON: isJSON)) }
        try commands.watchList(isJSON: isJSON)
      }
    case .log(let isJSON):
      orExit { () throws(CatalogError) in try showLog(isJSON: isJSON) }
    case .status(let request):
      serve { commands throws(CatalogError) in
        if !request.follows { exit(try commands.status(request)) }
        try commands.follow(request)
      }
    case .change(let selection, let operation, let isJSON):
      serve { commands throws(CatalogError) in
        try commands.change(selection, by: operation, isJSON: isJSON)
      }
    case .stopwatch(let id, let isJSON, let isBig):
      orExit { () throws(CatalogError) in
        let catalog = try CountdownCatalog.inEnvironment()
        checkLimits()
        start(id, in: catalog, isJSON: isJSON, isBig: isBig)
      }
      dispatchMain()
    case .changeStopwatch(let id, let operation, let isJSON):
      serve { commands throws(CatalogError) in
        exit(try commands.change(stopwatch: id, by: operation, isJSON: isJSON))
      }
    case .save(let name, let words):
      orExit { () throws(CatalogError) in try save(words, as: name) }
    case .runPreset(let name, let more):
      run(orExit { () throws(CatalogError) in try preset(name, more) })
    case .complete(let words):
      guard let found = Completion.inEnvironment().candidates(words) else {
        exit(ExitStatus.refused)
      }
      printAndExit(found)
    case .print(let text):
      printAndExit([text])
    case .refuse(let message):
      StandardStream.error.write(line: message)
      exit(ExitStatus.notUnderstood)
    }
  }

  static func invocation(_ words: [String]) -> Invocation {
    Invocation(
      words, now: WallMoment.now, localTime: .system,
      presets: { (try? ConfigFile.presets().names) ?? [] })
  }

  private static func start(_ request: RunRequest) {
    checkLimits()
    check(request.output.reactions.sound)
    for note in request.notes(at: WallMoment.now) { report(note) }
    let ready = ReadyCountdown.all(request)
    // What is over already needs no process.
    guard request.isDetached, !request.isOver(at: WallMoment.now) else {
      return start(ready, request.output)
    }
    let run = DetachedRun(ready, request.output, on: .output)
    detached = run
    orExit { () throws(CatalogError) in try run.start() }
  }

  private static func run(_ request: RunRequest) -> Never {
    start(request)
    dispatchMain()
  }

  private static func attach(
    _ selection: KeptSelection, _ options: OutputOptions, waits: Bool
  ) throws(CatalogError) {
    checkLimits()
    check(options.reactions.sound)
    let catalog = try CountdownCatalog.inEnvironment()
    if case .named(let words) = selection, words.count == 1,
      case .stopwatch(let id)? = try? catalog.named(words[0], warn: { _ in })
    {
      return start(id, in: catalog, isJSON: options.isJSON, isBig: options.isBig)
    }
    var ready = try ReadyCountdown.kept(selection, in: catalog, localTime: .system, warn: report)
    for index in ready.indices { ready[index].waits = waits }
    guard !ready.isEmpty else { throw .noneKept }
    for note in Set(ready.compactMap { $0.countdown.restoration?.certainty.note }) { report(note) }
    start(ready, options)
  }

  /// Shows the stopwatch with this id.
  private static func start(
    _ id: String, in catalog: CountdownCatalog, isJSON: Bool, isBig: Bool
  ) {
    let run = StopwatchRun(id, in: catalog, isJSON: isJSON, isBig: isBig, on: .output)
    stopwatch = run
    run.start()
  }

  private static func start(_ ready: [ReadyCountdown], _ options: OutputOptions) {
    let run = Run(ready, options, on: .output)
    Self.run = run
    run.start()
  }

  static func printAndExit(_ lines: [String]) -> Never {
    StandardStream.output.exitOnFailure()
    for line in lines { StandardStream.output.write(line: line) }
    exit(0)
  }

  /// Exits before any countdown starts, if the system's limits are too low.
  private static func checkLimits() {
    do throws(SystemLimitError) {
      try SystemLimits.check()
    } catch {
      report(error.message)
      exit(ExitStatus.noResources)
    }
  }

  /// Exits before any countdown starts, if the file with the sound cannot be read.
  private static func check(_ sound: String?) {
    guard let sound, access(sound, R_OK) != 0 else { return }
    let reason = String(cString: strerror(errno))
    report("the sound \"\(sound)\" cannot be read: \(reason); accepted: --sound bell.wav")
    exit(ExitStatus.notUnderstood)
  }

  /// Calls `body` with the commands for kept countdowns, and runs until one of them exits.
  private static func serve(_ body: (KeptCommands) throws(CatalogError) -> Void) -> Never {
    commands = orExit { () throws(CatalogError) in
      let catalog = try CountdownCatalog.inEnvironment()
      let commands = KeptCommands(catalog, localTime: .system, on: .output)
      try body(commands)
      return commands
    }
    dispatchMain()
  }

  /// Calls `body`. If it throws, prints the error and exits with the error's status.
  private static func orExit<Result>(_ body: () throws(CatalogError) -> Result) -> Result {
    do throws(CatalogError) {
      return try body()
    } catch {
      report(error.message)
      exit(error.status)
    }
  }

  private static func report(_ message: String) {
    StandardStream.error.write(diagnostic: message)
  }
}

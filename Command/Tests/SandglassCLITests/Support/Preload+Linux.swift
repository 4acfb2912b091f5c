#if os(Linux)
  import Foundation
  import Glibc

  /// A library that makes some calls of the system fail or hang in a program it is loaded into, as
  /// long as a file exists.
  enum Preload {
    /// What a call does.
    enum Fault: String {
      /// `fsync` does not return, as on a disk that hangs.
      case hangingDisk = "FSYNC"

      /// `fdopendir` does not return for the folder of the records, as if it were on a server that does not answer.
      case hangingFolder = "FDOPENDIR"

      /// `tcgetpgrp` does not return: a call that the main actor makes and that nobody expects to
      /// block.
      case hangingTerminal = "TCGETPGRP"

      /// `write` takes nothing, and says nothing of it, for any descriptor from this one on.
      case idleOutput = "WRITE"
    }

    private static let source = """
      #define _GNU_SOURCE
      #include <dirent.h>
      #include <dlfcn.h>
      #include <stdlib.h>
      #include <sys/stat.h>
      #include <sys/types.h>
      #include <unistd.h>

      static int is_on(const char *fault) {
        const char *path = getenv(fault);
        return path && access(path, F_OK) == 0;
      }

      static void hang(const char *fault) { while (is_on(fault)) usleep(10000); }

      int fsync(int file) {
        hang("FSYNC");
        return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
      }

      DIR *fdopendir(int file) {
        struct stat opened, records;
        const char *path = getenv("SANDGLASS_STATE_DIR");
        if (path && !stat(path, &records) && !fstat(file, &opened) &&
            opened.st_ino == records.st_ino && opened.st_dev == records.st_dev)
          hang("FDOPENDIR");
        return ((DIR *(*)(int))dlsym(RTLD_NEXT, "fdopendir"))(file);
      }

      pid_t tcgetpgrp(int file) {
        hang("TCGETPGRP");
        return ((pid_t (*)(int))dlsym(RTLD_NEXT, "tcgetpgrp"))(file);
      }

      useconds_t ualarm(useconds_t first, useconds_t interval) {
        if (getenv("NO_LAST_RESORT")) return 0;
        return ((useconds_t (*)(useconds_t, useconds_t))dlsym(RTLD_NEXT, "ualarm"))(first, interval);
      }

      ssize_t write(int file, const void *bytes, size_t count) {
        const char *first = getenv("WRITE_FROM");
        if (first && file >= atoi(first) && is_on("WRITE")) return 0;
        return ((ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(
            file, bytes, count);
      }
      """

    /// The path of the library; nil where there is no compiler for C. Removed at the end.
    private static let library: String? = {
      atexit { unlink(Preload.path) }
      let build = try? Program(
        [source, path], script: #"echo "$1" | cc -shared -fPIC -o "$2" -xc -"#)
      if let build, (try? build.finish()) == 0 { return path }
      print("not run: a system with faults (this needs a compiler for C)")
      return nil
    }()

    private static let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-preload-\(getpid()).so").path

    /// The variables with which a program has a fault while there is a file at `path`; nil where no program can have one.
    static func environment(_ fault: Fault, while path: String) -> [String: String]? {
      library.map { library in
        let base = fault == .hangingTerminal ? ["LD_PRELOAD": library] : withoutLastResort
        return base.merging([fault.rawValue: path]) { $1 }
      }
    }

    /// The variables with which the kernel's timer does not end a program that a signal ends. On a busy machine, it may be
    /// over before the program has said everything.
    static var withoutLastResort: [String: String] {
      library.map { ["LD_PRELOAD": $0, "NO_LAST_RESORT": "1"] } ?? [:]
    }
  }
#endif

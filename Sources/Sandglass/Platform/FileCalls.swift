/// The system's calls on files, with their errors thrown, and begun again after a signal.
///
/// Names are those of files in an open folder, so that a call cannot stray into another one.
enum FileCalls {}

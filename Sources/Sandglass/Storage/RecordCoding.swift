/// The coding of records as JSON objects.
enum RecordCoding {}

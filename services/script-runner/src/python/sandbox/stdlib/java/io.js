/** java.io: readers and writers of text, and streams of bytes in memory. */
const B = Sk.builtin;
py.importModule('java.lang');

const written = (writer, text) => {
  if (writer.target === undefined) writer.text += text;
  else py.call(Sk.abstr.gattr(writer.target, py.text('write')), py.text(text));
};
const textOf = (value) =>
  value instanceof B.int_ ? String.fromCharCode(py.wholeOf(value, 'write')) : new B.str(value).v;
const writing = {
  append: [
    ['text'],
    (writer, text) => {
      written(writer, py.javaText(text));
      return writer;
    },
  ],
  close: [[], () => undefined],
  flush: [[], () => undefined],
  write: [['text'], (writer, text) => written(writer, textOf(text))],
};

const StringWriter = py.defineType('java.io.StringWriter', {
  create: () => Object.assign(new StringWriter(), { text: '' }),
  slots: {
    tp$str() {
      return py.text(this.text);
    },
  },
  methods: {
    ...writing,
    getBuffer: [[], (writer) => py.text(writer.text)],
    toString: [[], (writer) => py.text(writer.text)],
  },
});
const PrintWriter = py.defineType('java.io.PrintWriter', {
  create: ([target]) => {
    if (py.isNone(target) || py.isText(target)) py.refuse('java.io.PrintWriter', 'scripts have no files');
    return Object.assign(new PrintWriter(), { target });
  },
  methods: {
    ...writing,
    print: [['value'], (writer, value) => written(writer, py.javaText(value))],
    println: [['value?'], (writer, value) => written(writer, `${value === undefined ? '' : py.javaText(value)}\n`)],
  },
});

const IOException = (message) => new (py.standIn('java.io.IOException'))(message);
/** Returns the unread rest of a text. Readers of the same source share their position. */
const restOf = (source) => {
  const rest = source.text.slice(source.at);
  source.at = source.text.length;
  return rest;
};
const next = (source) => (source.at < source.text.length ? source.text.charCodeAt(source.at++) : -1);
/** Returns the next line without its terminator; undefined at the end of the text. */
const lineOf = (source) => {
  if (source.at >= source.text.length) return undefined;
  const ends = /[\r\n]|$/g;
  ends.lastIndex = source.at;
  const line = source.text.slice(source.at, ends.exec(source.text).index);
  const isPair = source.text.startsWith('\r\n', source.at + line.length);
  source.at = Math.min(source.text.length, source.at + line.length + (isPair ? 2 : 1));
  return line;
};
const sourceOf = ({ source }) => {
  if (source.isClosed) throw IOException('Stream closed');
  return source;
};
const closing = { close: [[], ({ source }) => void Object.assign(source, { isClosed: true })] };
const marking = {
  mark: [['limit'], (reader) => void Object.assign(sourceOf(reader), { marked: sourceOf(reader).at })],
  markSupported: [[], () => py.bool(true)],
  reset: [[], (reader) => void Object.assign(sourceOf(reader), { at: sourceOf(reader).marked ?? 0 })],
  skip: [
    ['count'],
    (reader, count) => {
      const source = sourceOf(reader);
      const skipped = Math.max(0, Math.min(py.wholeOf(count, 'skip'), source.text.length - source.at));
      source.at += skipped;
      return py.number(skipped);
    },
  ],
};
const reading = {
  ...closing,
  ...marking,
  read: [[], (reader) => py.number(next(sourceOf(reader)))],
  ready: [[], (reader) => py.bool(sourceOf(reader).at < reader.source.text.length)],
};
/** Creates a reader of a string, or of the rest of another reader. */
const reader = (type, given, name) => {
  const source = py.isText(given) ? { text: given.v, at: 0 } : given?.source;
  if (source === undefined) py.refuse(name, 'scripts have no files');
  return Object.assign(new type(), { source });
};
const lines = (reader) => {
  const all = [];
  for (let line = lineOf(sourceOf(reader)); line !== undefined; line = lineOf(reader.source)) all.push(py.text(line));
  return all;
};

const StringReader = py.defineType('java.io.StringReader', {
  create: ([text]) => reader(StringReader, py.text(py.textOf(text, 'StringReader')), 'java.io.StringReader'),
  methods: reading,
});
const BufferedReader = py.defineType('java.io.BufferedReader', {
  create: ([inner]) => reader(BufferedReader, py.isText(inner) ? undefined : inner, 'java.io.BufferedReader'),
  slots: {
    tp$iter() {
      return new B.list(lines(this)).tp$iter();
    },
  },
  methods: {
    ...reading,
    lines: [[], (reader) => new B.list(lines(reader))],
    readLine: [
      [],
      (reader) => {
        const line = lineOf(sourceOf(reader));
        return line === undefined ? undefined : py.text(line);
      },
    ],
  },
});

const bytesIn = (value, name) =>
  py.isText(value) ? py.bytesOf(value, name) : py.items(value).map((byte) => py.wholeOf(byte, name) & 255);
const unitOf = (byte) => String.fromCharCode(byte);
const ofBytes = (bytes) => py.fromBytes(bytes);
const restAsBytes = (stream) => ofBytes([...restOf(sourceOf(stream))].map((unit) => unit.charCodeAt(0)));
const ByteArrayInputStream = py.defineType('java.io.ByteArrayInputStream', {
  create: ([bytes]) => {
    const text = bytesIn(bytes, 'ByteArrayInputStream').map(unitOf).join('');
    return Object.assign(new ByteArrayInputStream(), { source: { text, at: 0 } });
  },
  methods: {
    ...closing,
    ...marking,
    available: [[], (stream) => py.number(sourceOf(stream).text.length - stream.source.at)],
    read: [[], (stream) => py.number(next(sourceOf(stream)))],
    readAllBytes: [[], restAsBytes],
  },
});
/** Decodes the unread rest of a byte stream. */
const decoded = (stream, charset) => {
  const bytes = restAsBytes(stream);
  const name = py.isNone(charset) ? py.text('utf-8') : py.text(new B.str(charset).v);
  return py.call(Sk.abstr.gattr(bytes, py.text('decode')), name);
};
const InputStreamReader = py.defineType('java.io.InputStreamReader', {
  create: ([stream, charset]) => {
    if (!(stream instanceof ByteArrayInputStream)) py.refuse('java.io.InputStreamReader', 'scripts have no files');
    return reader(InputStreamReader, decoded(stream, charset), 'java.io.InputStreamReader');
  },
  methods: reading,
});
const ByteArrayOutputStream = py.defineType('java.io.ByteArrayOutputStream', {
  create: () => Object.assign(new ByteArrayOutputStream(), { bytes: [] }),
  methods: {
    close: [[], () => undefined],
    flush: [[], () => undefined],
    reset: [[], (stream) => void stream.bytes.splice(0)],
    size: [[], ({ bytes }) => py.number(bytes.length)],
    toByteArray: [[], ({ bytes }) => ofBytes(bytes)],
    toString: [
      ['charset?'],
      ({ bytes }, charset) =>
        py.call(Sk.abstr.gattr(ofBytes(bytes), py.text('decode')), charset === undefined ? py.text('utf-8') : charset),
    ],
    write: [
      ['bytes'],
      (stream, bytes) => {
        const more = bytes instanceof B.int_ ? [py.wholeOf(bytes, 'write') & 255] : bytesIn(bytes, 'write');
        for (const byte of more) stream.bytes.push(byte);
      },
    ],
  },
});

/**
 * Returns the unread text of a reader, stream or file of the script. In a stream, each byte is one character (ISO
 * 8859-1).
 */
py.readWhole = (given) => {
  if (given.source !== undefined) return restOf(sourceOf(given));
  return new B.str(py.call(Sk.abstr.gattr(given, py.text('read')))).v;
};
py.loadFile('java/file');
py.modules['java.io'] = () => ({
  ...py.javaFile,
  BufferedReader,
  ByteArrayInputStream,
  ByteArrayOutputStream,
  InputStreamReader,
  PrintWriter,
  StringReader,
  StringWriter,
});

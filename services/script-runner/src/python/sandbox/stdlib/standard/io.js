/** io: files in memory, and files that the script has created. */
const B = Sk.builtin;
py.loadFile('files');

const memory = (name) => {
  const type = py.defineType(name, {
    base: py.MemoryFile,
    create: ([text]) =>
      Object.assign(new type(), { text: py.isNone(text) ? '' : py.textOf(text, name), at: 0, isClosed: false }),
    getters: { closed: (file) => py.bool(file.isClosed) },
    methods: {
      close: [[], (file) => void Object.assign(file, { isClosed: true })],
      readable: [[], () => py.bool(true)],
      seekable: [[], () => py.bool(true)],
      writable: [[], () => py.bool(true)],
      __enter__: [[], (file) => file],
      __exit__: [['type?', 'value?', 'trace?'], (file) => void Object.assign(file, { isClosed: true })],
    },
  });
  return type;
};
const StringIO = memory('io.StringIO');
const BytesIO = memory('io.BytesIO');
const whence = { SEEK_SET: 0, SEEK_CUR: 1, SEEK_END: 2 };
py.modules.io = () => ({
  BytesIO,
  IOBase: py.MemoryFile,
  StringIO,
  TextIOBase: py.MemoryFile,
  DEFAULT_BUFFER_SIZE: py.number(8192),
  UnsupportedOperation: B.ValueError,
  ...Object.fromEntries(Object.entries(whence).map(([name, value]) => [name, py.number(value)])),
  open: py.define(
    'open',
    ['file', 'mode?', 'buffering?', 'encoding?', 'errors?', 'newline?', 'closefd?'],
    (path, mode) => py.openFile(path, mode, 'io.open'),
  ),
});

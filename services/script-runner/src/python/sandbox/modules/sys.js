/** The module sys, and small modules that scripts and skulpt's own modules use. */
const B = Sk.builtin;

const Stream = py.defineClass('file', {
  methods: {
    write: [
      ['text'],
      (stream, text) => {
        py.beginLine(stream);
        py.write(new B.str(text).v);
      },
    ],
    writelines: [
      ['lines'],
      (_, lines) =>
        py.write(
          py
            .items(lines)
            .map((line) => line.v)
            .join(''),
        ),
    ],
    flush: [[], () => undefined],
    isatty: [[], () => py.bool(false)],
  },
});

const exit = py.define('exit', ['status?'], (status) => {
  const exception = new B.SystemExit(py.isNone(status) ? 0 : new B.str(status).v);
  exception.args = new B.tuple(status === undefined ? [] : [status]);
  throw exception;
});
Sk.builtins.exit = exit;
Sk.builtins.quit = exit;

const versionFields = ['major', 'minor', 'micro', 'releaselevel', 'serial'];
const VersionInfo = py.defineClass('sys.version_info', {
  base: B.tuple,
  getters: Object.fromEntries(versionFields.map((name, at) => [name, (info) => info.v[at]])),
});

py.modules.sys = () => ({
  stdin: new py.MemoryFile(),
  stdout: new Stream(),
  stderr: new Stream(),
  argv: new B.list([py.text('')]),
  path: new B.list([]),
  modules: Sk.sysmodules,
  maxint: new B.int_(9223372036854775807n),
  maxsize: new B.int_(9223372036854775807n),
  version: py.text('2.7 (sandbox)'),
  version_info: new VersionInfo([...[2, 7, 0].map(py.number), py.text('final'), py.number(0)]),
  hexversion: py.number(0x020700f0),
  maxunicode: py.number(0x10ffff),
  executable: py.none,
  prefix: py.text(''),
  exec_prefix: py.text(''),
  platform: py.text('sandbox'),
  byteorder: py.text('little'),
  getdefaultencoding: py.define('getdefaultencoding', [], () => py.text('utf-8')),
  setdefaultencoding: py.define('setdefaultencoding', ['name'], () => undefined),
  getfilesystemencoding: py.define('getfilesystemencoding', [], () => py.text('utf-8')),
  getrecursionlimit: py.define('getrecursionlimit', [], () => py.number(1000)),
  setrecursionlimit: py.define('setrecursionlimit', ['limit'], () => undefined),
  exit,
  ...py.exceptionNames,
});

const keywords =
  'and as assert break class continue def del elif else except exec finally for from global if import in is lambda not or pass print raise return try while with yield';
py.modules.keyword = () => ({
  kwlist: new B.list(keywords.split(' ').map(py.text)),
  iskeyword: py.define('iskeyword', ['s'], (text) => py.bool(keywords.split(' ').includes(text.v))),
});

/** The parser already implements these features, or they change nothing. */
const futures = ['print_function', 'division', 'absolute_import', 'unicode_literals', 'with_statement'];
py.modules.__future__ = () => Object.fromEntries(futures.map((name) => [name, py.bool(true)]));

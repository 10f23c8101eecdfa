/** sys, and small modules that skulpt's own ones or scripts ask for. */
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

py.modules.sys = () => ({
  stdout: new Stream(),
  stderr: new Stream(),
  argv: new B.list([py.text('')]),
  path: new B.list([]),
  modules: Sk.sysmodules,
  maxint: new B.int_(9223372036854775807n),
  maxsize: new B.int_(9223372036854775807n),
  version: py.text('2.7 (sandbox)'),
  version_info: new B.tuple([2, 7, 0].map(py.number)),
  platform: py.text('sandbox'),
  byteorder: py.text('little'),
  getdefaultencoding: py.define('getdefaultencoding', [], () => py.text('utf-8')),
  setdefaultencoding: py.define('setdefaultencoding', ['name'], () => undefined),
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

/** The parser has heard of these already, or knows nothing else. */
const futures = ['print_function', 'division', 'absolute_import', 'unicode_literals', 'with_statement'];
py.modules.__future__ = () => Object.fromEntries(futures.map((name) => [name, py.bool(true)]));

/** tempfile: files in memory. */
const B = Sk.builtin;
py.loadFile('files');
const { files } = py;

const optional = (value) => (py.isNone(value) ? undefined : py.textOf(value, 'tempfile'));
const placed = (suffix, prefix, dir) =>
  files.fresh({ suffix: optional(suffix), prefix: optional(prefix), dir: optional(dir) });
/** The number of an open file. In Jython it is also a file, which scripts close. */
const Descriptor = Sk.abstr.buildNativeClass('int', {
  constructor: function Descriptor(file) {
    B.int_.call(this, file.number);
    this.file = file;
  },
  base: B.int_,
});
for (const [name, parameters] of Object.entries({ close: [], read: ['size?'], write: ['text'], flush: [] }))
  py.addMethod(Descriptor, name, parameters, ({ file }, ...given) =>
    py.call(Sk.abstr.gattr(file, py.text(name)), ...given.filter((one) => one !== undefined)),
  );

const passing = (name) =>
  py.define(
    name,
    ['mode?', 'bufsize?', 'suffix?', 'prefix?', 'dir?', 'delete?'],
    (mode, _size, suffix, prefix, dir, isPassing) =>
      files.open(
        placed(suffix, prefix, dir),
        optional(mode) ?? 'w+b',
        isPassing === undefined || Sk.misceval.isTrue(isPassing),
      ),
  );

py.modules.tempfile = () => ({
  NamedTemporaryFile: passing('NamedTemporaryFile'),
  TemporaryFile: passing('TemporaryFile'),
  mkstemp: py.define('mkstemp', ['suffix?', 'prefix?', 'dir?', 'text?'], (suffix, prefix, dir) => {
    const file = files.open(placed(suffix, prefix, dir), 'w+b');
    return new B.tuple([new Descriptor(file), py.text(file.path)]);
  }),
  mkdtemp: py.define('mkdtemp', ['suffix?', 'prefix?', 'dir?'], (suffix, prefix, dir) => {
    const path = placed(suffix, prefix, dir);
    files.makeFolder(path);
    return py.text(path);
  }),
  gettempdir: py.define('gettempdir', [], () => py.text(files.root)),
  tempdir: py.none,
});

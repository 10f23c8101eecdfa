/** os: paths, an empty environment, and the files that a script has created. */
const B = Sk.builtin;
py.loadFile('files');
const { files } = py;

const textOf = (value) => py.textOf(value, 'path');
const head = (path) => {
  const cut = path.slice(0, path.lastIndexOf('/') + 1);
  return /^\/*$/.test(cut) ? cut : cut.replace(/\/+$/, '');
};
const tail = (path) => path.slice(path.lastIndexOf('/') + 1);
const joined = (first, ...rest) =>
  rest.reduce((path, part) => {
    if (part.startsWith('/')) return part;
    return path === '' || path.endsWith('/') ? path + part : `${path}/${part}`;
  }, first);
/** Splits a path before the last dot of its name. Leading dots are part of the name. */
const split = (path) => {
  const name = tail(path);
  const dot = name.lastIndexOf('.');
  const isBare = dot < 0 || /^\.*$/.test(name.slice(0, dot));
  return isBare ? [path, ''] : [path.slice(0, path.length - name.length + dot), name.slice(dot)];
};
const normal = (path) => {
  const isRooted = path.startsWith('/');
  const steps = [];
  for (const step of path.split('/').filter((one) => one !== '' && one !== '.')) {
    if (step !== '..' || (!isRooted && (steps.length === 0 || steps.at(-1) === '..'))) steps.push(step);
    else steps.pop();
  }
  const two = /^\/\/(?!\/)/.test(path) ? '//' : '/';
  return (isRooted ? two : '') + steps.join('/') || '.';
};
const absolute = (path) => normal(path.startsWith('/') ? path : `/${path}`);
const common = (paths) => {
  const [least, most] = [paths.toSorted()[0] ?? '', paths.toSorted().at(-1) ?? ''];
  const end = [...least].findIndex((unit, at) => unit !== most[at]);
  return end < 0 ? least : least.slice(0, end);
};

const texts = {
  abspath: absolute,
  basename: tail,
  dirname: head,
  expanduser: (path) => path,
  expandvars: (path) => path,
  normpath: normal,
  realpath: absolute,
  normcase: (path) => path,
};
const kinds = {
  exists: (kind) => kind !== 'none',
  lexists: (kind) => kind !== 'none',
  isdir: (kind) => kind === 'folder',
  isfile: (kind) => kind === 'file',
  islink: () => false,
};
const each = (table, does) =>
  Object.fromEntries(Object.entries(table).map(([name, work]) => [name, py.define(name, ['path'], does(work))]));

py.modules['os.path'] = () => ({
  ...each(texts, (work) => (path) => py.text(work(textOf(path)))),
  ...each(kinds, (is) => (path) => py.bool(is(files.kind(textOf(path))))),
  isabs: py.define('isabs', ['path'], (path) => py.bool(textOf(path).startsWith('/'))),
  join: py.defineOpen('join', (parts) => py.text(joined(...parts.map(textOf)))),
  split: py.define('split', ['path'], (path) => new B.tuple([head(textOf(path)), tail(textOf(path))].map(py.text))),
  splitext: py.define('splitext', ['path'], (path) => new B.tuple(split(textOf(path)).map(py.text))),
  commonprefix: py.define('commonprefix', ['paths'], (paths) => py.text(common(py.items(paths).map(textOf)))),
  getsize: py.define('getsize', ['path'], (path) => py.number(files.size(textOf(own(path, 'getsize'))))),
  sep: py.text('/'),
});
py.modules.posixpath = () => py.modules['os.path']();

/** Returns the path of an existing file of the script. Raises an error for other paths. */
const own = (path, name) => {
  if (!files.isInside(files.normal(textOf(path)))) py.refuse(`os.${name}`, 'scripts have no files');
  if (files.kind(textOf(path)) === 'none') files.missing(textOf(path), Sk.builtins.OSError);
  return path;
};
const onOwn = (name, does) => py.define(name, ['path'], (path) => does(textOf(own(path, name))));
const makeFolder = (name) =>
  py.define(name, ['path', 'mode?'], (path) => {
    if (!files.isInside(files.normal(textOf(path)))) py.refuse(`os.${name}`, 'scripts have no files');
    files.makeFolder(textOf(path));
  });

const refused = {
  'scripts have no files': [
    'chdir',
    'chmod',
    'rename',
    'renames',
    'stat',
    'walk',
    'symlink',
    'utime',
    'open',
    'access',
  ],
  'scripts have no operating system': [
    'system',
    'popen',
    'fork',
    'kill',
    'getpid',
    'getppid',
    'getuid',
    'getlogin',
    'uname',
    'umask',
    'spawnl',
    'spawnv',
    'execv',
    'execvp',
    'wait',
    '_exit',
  ],
};
const refusals = Object.entries(refused).flatMap(([why, names]) =>
  names.map((name) => [Sk.fixReserved(name), py.refusing(`os.${name}`, why)]),
);

py.modules.os = () => {
  const environ = new B.dict([]);
  return {
    ...Object.fromEntries(refusals),
    environ,
    path: py.importModule('os.path'),
    name: py.text('posix'),
    sep: py.text('/'),
    pathsep: py.text(':'),
    linesep: py.text('\n'),
    curdir: py.text('.'),
    pardir: py.text('..'),
    extsep: py.text('.'),
    devnull: py.text('/dev/null'),
    error: Sk.builtins.OSError,
    close: py.define('close', ['fd'], () => undefined),
    fdopen: py.define('fdopen', ['fd', 'mode?', 'bufsize?'], (fd) => files.byNumber(py.wholeOf(fd, 'fdopen'))),
    getcwd: py.define('getcwd', [], () => py.text('/')),
    getenv: py.define('getenv', ['name', 'default?'], (name, otherwise) => environ.mp$lookup(name) ?? otherwise),
    listdir: onOwn('listdir', (path) => py.toPython(files.list(path))),
    makedirs: makeFolder('makedirs'),
    mkdir: makeFolder('mkdir'),
    putenv: py.define('putenv', ['name', 'value'], () => undefined),
    remove: onOwn('remove', (path) => void files.remove(path)),
    rmdir: onOwn('rmdir', (path) => void files.remove(path)),
    unlink: onOwn('unlink', (path) => void files.remove(path)),
    write: py.define('write', ['fd', 'text'], (fd, text) =>
      py.call(Sk.abstr.gattr(files.byNumber(py.wholeOf(fd, 'write')), py.text('write')), text),
    ),
  };
};

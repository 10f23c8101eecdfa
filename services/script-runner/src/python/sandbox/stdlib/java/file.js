/** java.io.File: a path. Only files and folders that the script has created exist. */
const B = Sk.builtin;
py.loadFile('files');
const { files } = py;

const clean = (path) => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
const pathOf = (value, name) => (value instanceof File ? value.path : py.textOf(value, name));
const fileOf = (path) => Object.assign(new File(), { path: clean(path) });
const nameOf = ({ path }) => path.slice(path.lastIndexOf('/') + 1);
const parentOf = ({ path }) => {
  const cut = path.lastIndexOf('/');
  if (cut < 0 || path === '/') return undefined;
  return path.slice(0, cut) || '/';
};
const absolute = ({ path }) => (path.startsWith('/') ? path : clean(`/${path}`));
const kindOf = ({ path }) => files.kind(path);
/** Returns the path of a file. Raises an error if the script may not create it. */
const own = (file, name) => {
  if (!files.isInside(files.normal(file.path))) py.refuse(`java.io.File.${name}`, 'scripts have no files');
  return file.path;
};
const listed = (file) => (kindOf(file) === 'folder' ? files.list(file.path) : undefined);
const makeFolder = (file, withParents) => {
  const path = own(file, 'mkdir');
  if (kindOf(file) !== 'none') return false;
  const above = fileOf(parentOf({ path: files.normal(path) }) ?? '/');
  if (kindOf(above) === 'none' && withParents) makeFolder(above, true);
  if (kindOf(above) !== 'folder') return false;
  files.makeFolder(path);
  return true;
};
const deleted = (file) => {
  const path = own(file, 'delete');
  if (kindOf(file) === 'none' || listed(file)?.length > 0) return false;
  files.remove(path);
  return true;
};
const created = (file) => {
  const path = own(file, 'createNewFile');
  if (kindOf(file) !== 'none') return false;
  files.open(path, 'wb');
  return true;
};
const text = (value) => (value === undefined ? undefined : py.text(value));
const reads = {
  AbsolutePath: (file) => py.text(absolute(file)),
  CanonicalPath: (file) => py.text(files.normal(absolute(file)) || '/'),
  Name: (file) => py.text(nameOf(file)),
  Parent: (file) => text(parentOf(file)),
  ParentFile: (file) => (parentOf(file) === undefined ? undefined : fileOf(parentOf(file))),
  Path: ({ path }) => py.text(path),
};
const property = (name) => name[0].toLowerCase() + name.slice(1);
const ask = (test) => [[], (file) => py.bool(test(file))];

const File = py.defineType('java.io.File', {
  create: ([first, second]) => {
    if (second === undefined) return fileOf(pathOf(first, 'File'));
    return fileOf(py.isNone(first) ? pathOf(second, 'File') : `${pathOf(first, 'File')}/${pathOf(second, 'File')}`);
  },
  slots: {
    ...py.javaShown(({ path }) => path),
    tp$hash() {
      return py.text(this.path).tp$hash();
    },
    tp$richcompare(other, op) {
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return (other instanceof File && other.path === this.path) === (op === 'Eq');
    },
  },
  getters: Object.fromEntries(
    Object.entries(reads).map(([name, read]) => [property(name), (file) => read(file) ?? py.none]),
  ),
  methods: {
    ...Object.fromEntries(Object.entries(reads).map(([name, read]) => [`get${name}`, [[], read]])),
    canRead: ask((file) => kindOf(file) !== 'none'),
    canWrite: ask((file) => kindOf(file) !== 'none'),
    createNewFile: ask(created),
    delete: ask(deleted),
    deleteOnExit: [[], () => undefined],
    exists: ask((file) => kindOf(file) !== 'none'),
    getAbsoluteFile: [[], (file) => fileOf(absolute(file))],
    isAbsolute: ask(({ path }) => path.startsWith('/')),
    isDirectory: ask((file) => kindOf(file) === 'folder'),
    isFile: ask((file) => kindOf(file) === 'file'),
    length: [[], (file) => py.number(kindOf(file) === 'file' ? files.size(file.path) : 0)],
    list: [[], (file) => listed(file) && new B.list(listed(file).map(py.text))],
    listFiles: [[], (file) => listed(file) && new B.list(listed(file).map((name) => fileOf(`${file.path}/${name}`)))],
    mkdir: ask((file) => makeFolder(file, false)),
    mkdirs: ask((file) => makeFolder(file, true)),
    toPath: [
      [],
      ({ path }) => py.call(py.memberOfModule('java.nio.file', 'Paths').tp$getattr(py.text('get')), py.text(path)),
    ],
    toString: [[], ({ path }) => py.text(path)],
  },
  statics: {
    createTempFile: [
      ['prefix', 'suffix?', 'folder?'],
      (prefix, suffix, folder) => {
        const dir = py.isNone(folder) ? files.root : own(folder, 'createTempFile');
        const path = files.fresh({ prefix: prefix.v, suffix: py.isNone(suffix) ? '.tmp' : suffix.v, dir });
        files.open(path, 'wb');
        return fileOf(path);
      },
    ],
    pathSeparator: py.text(':'),
    separator: py.text('/'),
  },
});
py.javaFile = { File };

/**
 * java.nio.file: paths, and the files that a script has created. Also the class loader of the product family, which
 * contains the list of certificates.
 */
const B = Sk.builtin;
py.loadFile('files');
const { files } = py;

const pathText = (value) => {
  if (value instanceof Path) return value.text;
  return py.textOf(value, 'get');
};
const pathOf = (text) => Object.assign(new Path(), { text });
const joined = (parts) =>
  parts
    .map(pathText)
    .filter(Boolean)
    .join('/')
    .replace(/\/+/g, '/')
    .replace(/(.)\/$/, '$1');
const Path = py.defineClass('java.nio.file.Path', {
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    tp$hash() {
      return py.text(this.text).tp$hash();
    },
    tp$richcompare(other, op) {
      if (op !== 'Eq' && op !== 'NotEq') return B.NotImplemented.NotImplemented$;
      return (other instanceof Path && other.text === this.text) === (op === 'Eq');
    },
  },
  methods: {
    getFileName: [[], (path) => pathOf(path.text.slice(path.text.lastIndexOf('/') + 1))],
    getParent: [
      [],
      (path) => {
        const cut = path.text.lastIndexOf('/');
        return cut < 0 ? undefined : pathOf(path.text.slice(0, cut) || '/');
      },
    ],
    resolve: [
      ['other'],
      (path, other) => pathOf(pathText(other).startsWith('/') ? pathText(other) : joined([py.text(path.text), other])),
    ],
    toAbsolutePath: [[], (path) => pathOf(path.text.startsWith('/') ? path.text : `/${path.text}`)],
    toString: [[], (path) => py.text(path.text)],
  },
});

const noObjects = (name) => () => py.raise('TypeError', `${name} has no objects`);
const Paths = py.defineType('java.nio.file.Paths', {
  create: noObjects('java.nio.file.Paths'),
  statics: { get: py.defineOpen('get', (parts) => pathOf(joined(parts))) },
});

const failed = (name, path) => {
  throw new (py.standIn(`java.nio.file.${name}`))(path);
};
/** Returns the path of a file. Raises an error if the script may not create or read it. */
const own = (value, name) => {
  const path = pathText(value);
  if (!files.isInside(files.normal(path))) py.refuse(`java.nio.file.Files.${name}`, 'scripts have no files');
  return path;
};
const existing = (value, name) => {
  const path = own(value, name);
  return files.kind(path) === 'none' ? failed('NoSuchFileException', path) : path;
};
const isThere = (value) => files.kind(pathText(value)) !== 'none';
const opened = (path, mode) => files.open(path, mode);
const contentOf = (source, name) =>
  source instanceof Path
    ? opened(existing(source, name), 'rb').text
    : py.textOf(py.call(Sk.abstr.gattr(source, py.text('read'))), name);

/** Creates an enumeration. The value of each member is its name. */
const enumeration = (name, values) =>
  py.defineType(name, {
    create: noObjects(name),
    statics: Object.fromEntries(values.map((value) => [value, py.text(value)])),
  });
const StandardCopyOption = enumeration('java.nio.file.StandardCopyOption', [
  'ATOMIC_MOVE',
  'COPY_ATTRIBUTES',
  'REPLACE_EXISTING',
]);

const written = (path, text) => {
  const file = opened(path, 'wb');
  file.text = text;
  return py.number(text.length);
};
const copy = ([source, target, ...options]) => {
  const to = own(target, 'copy');
  const replaces = options.some((option) => py.isText(option) && option.v === 'REPLACE_EXISTING');
  if (!replaces && isThere(target)) failed('FileAlreadyExistsException', to);
  const size = written(to, contentOf(source, 'copy'));
  return source instanceof Path ? target : size;
};
const remove = (name) => (value) => void files.remove(existing(value, name));

const Files = py.defineType('java.nio.file.Files', {
  create: noObjects('java.nio.file.Files'),
  statics: {
    copy: py.defineOpen('copy', copy),
    createTempFile: [
      ['prefix', 'suffix?'],
      (prefix, suffix) => {
        const path = files.fresh({ prefix: prefix.v, suffix: py.isNone(suffix) ? '.tmp' : suffix.v });
        opened(path, 'wb');
        return pathOf(path);
      },
    ],
    delete: [['path'], remove('delete')],
    deleteIfExists: [
      ['path'],
      (path) => {
        const was = isThere(path);
        if (was) remove('deleteIfExists')(path);
        return py.bool(was);
      },
    ],
    exists: [['path'], (path) => py.bool(isThere(path))],
    notExists: [['path'], (path) => py.bool(!isThere(path))],
    readAllBytes: [['path'], (path) => py.bytes(opened(existing(path, 'readAllBytes'), 'rb').text)],
    size: [['path'], (path) => py.number(files.size(existing(path, 'size')))],
    write: [
      ['path', 'content'],
      (path, content) => {
        written(own(path, 'write'), py.textOf(content, 'write'));
        return path;
      },
    ],
  },
});
py.modules['java.nio.file'] = () => ({ Files, Path, Paths, StandardCopyOption });

/** The product verifies certificates by its own rules. The list of certificates that a script names has no effect. */
const certificates = '# The product verifies certificates by its own rules and does not read this file.\n';
const Resource = py.defineClass('java.net.URL', {
  slots: {
    tp$str() {
      return py.text(`file:/${this.path}`);
    },
  },
  methods: {
    openStream: [[], () => Object.assign(new py.MemoryFile(), { text: certificates, at: 0 })],
    getPath: [[], (resource) => py.text(`/${resource.path}`)],
    toString: [[], (resource) => py.text(`file:/${resource.path}`)],
  },
});
const resource = (path) => {
  const text = py.textOf(path, 'getResource');
  return /(?:^|\/)cacert\.pem$/.test(text) ? Object.assign(new Resource(), { path: text }) : py.none;
};
const LoaderUtil = py.defineType('com.xebialabs.xlr.ssl.LoaderUtil', {
  create: noObjects('com.xebialabs.xlr.ssl.LoaderUtil'),
  statics: {
    getResourceBySelfClassLoader: [['path'], resource],
  },
});
py.modules['com.xebialabs.xlr.ssl'] = () => ({ LoaderUtil });

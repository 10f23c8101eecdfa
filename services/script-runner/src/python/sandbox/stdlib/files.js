/** Files that a script creates. They are in memory, below one folder, and end with the run. */
const B = Sk.builtin;
const root = '/tmp';

/** The files of this run by path: null for a folder, `{ text }` for a file. */
let there = new Map();
let run;
const all = () => {
  if (run !== Sk.sysmodules) there = new Map([[root, null]]);
  run = Sk.sysmodules;
  return there;
};

const normal = (path) => {
  const steps = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return (path.startsWith('/') ? '/' : '') + steps.join('/');
};
const above = (path) => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
const isInside = (path) => path === root || path.startsWith(`${root}/`);
const failed = (number, message, path, type = B.IOError) => {
  const error = new type(message);
  error.args = new B.tuple([py.number(number), py.text(`${message}: '${path}'`)]);
  throw error;
};
const missing = (path, type) => failed(2, 'No such file or directory', path, type);

const File = py.defineClass('file', {
  base: py.MemoryFile,
  getters: {
    name: (file) => py.text(file.path),
    closed: (file) => py.bool(file.isClosed),
    mode: (file) => py.text(file.mode),
  },
  methods: {
    close: [
      [],
      (file) => {
        file.isClosed = true;
        if (file.isPassing) all().delete(file.path);
      },
    ],
    __enter__: [[], (file) => file],
    __exit__: [['type?', 'value?', 'trace?'], (file) => void py.call(Sk.abstr.gattr(file, py.text('close')))],
    fileno: [[], (file) => py.number(file.number)],
  },
});

let opened = [];
/** Opens a file. All open files with the same path share their text. */
const opening = (path, mode, isPassing = false) => {
  const entry = all().get(path);
  const file = Object.defineProperty(new File(), 'text', {
    get: () => entry.text,
    set: (text) => {
      entry.text = text;
    },
  });
  if (opened.run !== run) opened = Object.assign([], { run });
  opened.push(file);
  const at = mode.startsWith('a') ? entry.text.length : 0;
  return Object.assign(file, { path, mode, at, isPassing, isClosed: false, number: opened.length + 2 });
};

const open = (given, mode, isPassing) => {
  const path = normal(given);
  if (!all().has(above(path))) missing(given);
  if (all().get(path) === null) failed(21, 'Is a directory', given);
  if (mode.startsWith('r') && !all().has(path)) missing(given);
  if (mode.startsWith('w') || !all().has(path)) all().set(path, { text: '' });
  return opening(path, mode, isPassing);
};

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789_';
/** Returns an unused path. */
const fresh = ({ prefix = 'tmp', suffix = '', dir = root }) => {
  const name = Array.from({ length: 6 }, () => letters[Math.floor(py.effects.random() * letters.length)]).join('');
  return normal(`${dir}/${prefix}${name}${suffix}`);
};

py.files = {
  root,
  normal,
  isInside,
  missing,
  open,
  fresh,
  kind(path) {
    const found = all().get(normal(path));
    if (found === undefined) return 'none';
    return found === null ? 'folder' : 'file';
  },
  size: (path) => all().get(normal(path)).text.length,
  byNumber: (number) =>
    opened.find((file) => opened.run === run && file.number === number) ??
    failed(9, 'Bad file descriptor', number, Sk.builtins.OSError),
  makeFolder(path) {
    if (all().has(normal(path))) failed(17, 'File exists', path, Sk.builtins.OSError);
    all().set(normal(path), null);
  },
  remove: (path) => all().delete(normal(path)) || missing(path, Sk.builtins.OSError),
  list: (path) =>
    [...all().keys()].filter((one) => above(one) === normal(path)).map((one) => one.slice(normal(path).length + 1)),
};

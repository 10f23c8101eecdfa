/**
 * The standard library. A file is evaluated when a script first imports one of its modules, because most scripts need
 * none.
 */
const files = globalThis.__stdlib;
delete globalThis.__stdlib;

const fileOf = new Map(files.flatMap(({ file, modules }) => modules.map((name) => [name, file])));
py.isStdlibModule = (name) => fileOf.has(name);
py.stdlibModules = () => [...fileOf.keys()];

const loaded = new Set();
/** Evaluates a file at its first use. */
py.loadFile = (file) => {
  if (loaded.has(file)) return;
  loaded.add(file);
  Sk.global.eval(`((py) => {${files.find((entry) => entry.file === file).code}\n})`)(py);
};
/** Evaluates the file of a module. */
py.loadStdlibModule = (name) => py.loadFile(fileOf.get(name));

/** Opens a file that the script itself has created. No other files exist. */
py.openFile = (path, mode, name) => {
  py.loadFile('files');
  const { open, isInside, normal } = py.files;
  if (!py.isText(path) || !isInside(normal(path.v))) py.refuse(name, 'scripts have no files');
  return open(path.v, py.isNone(mode) ? 'r' : py.textOf(mode, name));
};

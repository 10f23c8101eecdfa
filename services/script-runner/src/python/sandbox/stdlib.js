/** Modules that are evaluated when a script first imports one of them: most scripts need none. */
const files = globalThis.__stdlib;
delete globalThis.__stdlib;

const fileOf = new Map(files.flatMap(({ file, modules }) => modules.map((name) => [name, file])));
py.isStdlibModule = (name) => fileOf.has(name);
py.stdlibModules = () => [...fileOf.keys()];

const loaded = new Set();
/** Evaluates a file, once. */
py.loadFile = (file) => {
  if (loaded.has(file)) return;
  loaded.add(file);
  Sk.global.eval(`((py) => {${files.find((entry) => entry.file === file).code}\n})`)(py);
};
/** Evaluates the file that a module is in. */
py.loadStdlibModule = (name) => py.loadFile(fileOf.get(name));

/** Opens a file that the script has made for itself; there are no others. */
py.openFile = (path, mode, name) => {
  py.loadFile('files');
  const { open, isInside, normal } = py.files;
  if (!py.isText(path) || !isInside(normal(path.v))) py.refuse(name, 'scripts have no files');
  return open(path.v, py.isNone(mode) ? 'r' : py.textOf(mode, name));
};

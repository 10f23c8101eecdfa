/** Modules that are evaluated when a script first imports one of them: most scripts need none. */
const files = globalThis.__shelf;
delete globalThis.__shelf;

const fileOf = new Map(files.flatMap(({ file, modules }) => modules.map((name) => [name, file])));
py.isShelved = (name) => fileOf.has(name);
py.shelved = () => [...fileOf.keys()];

const taken = new Set();
/** Evaluates a file, once. */
py.takeFile = (file) => {
  if (taken.has(file)) return;
  taken.add(file);
  Sk.global.eval(`((py) => {${files.find((one) => one.file === file).code}\n})`)(py);
};
/** Evaluates the file that a module is in. */
py.takeFromShelf = (name) => py.takeFile(fileOf.get(name));

/** Opens a file that the script has made for itself; there are no others. */
py.openFile = (path, mode, name) => {
  py.takeFile('files');
  const { open, isInside, normal } = py.files;
  if (!py.isText(path) || !isInside(normal(path.v))) py.refuse(name, 'scripts have no files');
  return open(path.v, py.isNone(mode) ? 'r' : py.textOf(mode, name));
};

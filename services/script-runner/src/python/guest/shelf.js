/** Modules that are evaluated when a script first imports one of them: most scripts need none. */
const files = globalThis.__shelf;
delete globalThis.__shelf;

const fileOf = new Map(files.flatMap((file) => file.modules.map((name) => [name, file])));
py.isShelved = (name) => fileOf.has(name);
py.shelved = () => [...fileOf.keys()];

const taken = new Set();
/** Evaluates the file that a module is in, once. */
py.takeFromShelf = (name) => {
  const file = fileOf.get(name);
  if (taken.has(file)) return;
  taken.add(file);
  Sk.global.eval(`((py) => {${file.code}\n})`)(py);
};

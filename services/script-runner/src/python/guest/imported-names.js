/** What a text imports, wherever in it: modules can be got ready before it runs. */
const { Import, ImportFrom } = Sk.astnodes;

const isNode = (value) => value !== null && typeof value === 'object' && value._astname !== undefined;
const partsOf = (node) => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));

/** `import a.b` and `from .c import d` as `{ name, wanted, level }`; a level below 0 means beside the module or at a root. */
const namesIn = (node) => {
  if (node instanceof Import) return node.names.map(({ name }) => ({ name: name.v, wanted: [], level: -1 }));
  if (!(node instanceof ImportFrom)) return [];
  const wanted = node.names.map(({ name }) => name.v).filter((name) => name !== '*');
  return [{ name: node.module?.v ?? '', wanted, level: node.level > 0 ? node.level : -1 }];
};

let imports = [];
/** Those of the text that was parsed last. */
py.lastImports = () => imports;
py.noteImports = (module) => {
  imports = [];
  const nodes = [module];
  while (nodes.length > 0) {
    const node = nodes.pop();
    imports.push(...namesIn(node));
    nodes.push(...partsOf(node).filter(isNode));
  }
};

/** What a text imports, wherever in it: modules can be got ready before it runs. And which members it touches of names. */
const { Import, ImportFrom, Attribute, Name, Try } = Sk.astnodes;

const isNode = (value) => value !== null && typeof value === 'object' && value._astname !== undefined;
const partsOf = (node) => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));

/** `import a.b` and `from .c import d` as `{ name, wanted, level }`; a level below 0 means beside the module or at a root. */
const namesIn = (node) => {
  if (node instanceof Import) return node.names.map(({ name }) => ({ name: name.v, wanted: [], level: -1 }));
  if (!(node instanceof ImportFrom)) return [];
  const wanted = node.names.map(({ name }) => name.v).filter((name) => name !== '*');
  return [{ name: node.module?.v ?? '', wanted, level: node.level > 0 ? node.level : -1 }];
};

const catching = ['ImportError', 'Exception', 'BaseException', 'StandardError'];
/** Whether a text handles a failed import. */
const forgives = (node) =>
  node instanceof Try &&
  node.handlers.some(({ type }) => type === null || (type.elts ?? [type]).some((one) => catching.includes(one.id?.v)));

let imports = [];
let members = [];
/** Those of the text that was parsed last; `tried` are those that it can do without. */
py.lastImports = () => imports;
/** Of the text that was parsed last: `{ of, name }` for each `of.name` in it. */
py.lastMembers = () => members;
/**
 * Scans a module before it is compiled. An import without a handler is soft: a missing module is reported on its use.
 */
py.recordImports = (module) => {
  imports = [];
  members = [];
  const open = [{ node: module, tried: false, guarded: false }];
  while (open.length > 0) {
    const { node, tried, guarded } = open.pop();
    if (node instanceof Import || node instanceof ImportFrom) node.isSoft = !guarded;
    imports.push(...namesIn(node).map((one) => ({ ...one, tried })));
    if (node instanceof Attribute && node.value instanceof Name)
      members.push({ of: node.value.id.v, name: Sk.unfixReserved(node.attr.v) });
    const inside = tried || forgives(node);
    const isTry = node instanceof Try && node.handlers.length > 0;
    for (const part of partsOf(node).filter(isNode))
      open.push({ node: part, tried: inside, guarded: guarded || (isTry && node.body.includes(part)) });
  }
};

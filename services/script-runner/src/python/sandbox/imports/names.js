/**
 * Lists all imports of a text, so that modules can be prepared before it runs, and the members of names that it uses.
 */
const { Import, ImportFrom, Attribute, Name, Try } = Sk.astnodes;

const isNode = (value) => value !== null && typeof value === 'object' && value._astname !== undefined;
const partsOf = (node) => Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));

/**
 * Returns `import a.b` and `from .c import d` as `{ name, wanted, level }`. A negative level means: beside the module,
 * or at the root of a jar.
 */
const namesIn = (node) => {
  if (node instanceof Import) return node.names.map(({ name }) => ({ name: name.v, wanted: [], level: -1 }));
  if (!(node instanceof ImportFrom)) return [];
  const wanted = node.names.map(({ name }) => name.v).filter((name) => name !== '*');
  return [{ name: node.module?.v ?? '', wanted, level: node.level > 0 ? node.level : -1 }];
};

const catching = ['ImportError', 'Exception', 'BaseException', 'StandardError'];
/** Whether a `try` statement handles a failed import. */
const forgives = (node) =>
  node instanceof Try &&
  node.handlers.some(({ type }) => type === null || (type.elts ?? [type]).some((one) => catching.includes(one.id?.v)));

let imports = [];
let members = [];
/** The imports of the last parsed text. `tried` is set for an import whose failure the text handles. */
py.lastImports = () => imports;
/** The members of names in the last parsed text: `{ of, name }` for each `of.name`. */
py.lastMembers = () => members;
/**
 * Scans a module before it is compiled. An import without a handler is soft: a missing module is reported when it is
 * used.
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

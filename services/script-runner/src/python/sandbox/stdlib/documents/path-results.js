/** Classes for parts of a response: JsonPathResult and XmlPathResult of the product family's webhook plugin. */
const B = Sk.builtin;
py.loadFile('documents/json-path');
py.loadFile('xml/element-parser');

const jsonOf = (value) => {
  if (!py.isText(value)) return py.toJson(value);
  try {
    return JSON.parse(py.textOf(value, 'JsonPathResult'));
  } catch {
    return py.raise('ValueError', 'JsonPathResult() expects JSON');
  }
};
/** Returns the single result of a path, a list of several results, or None. */
const single = (values) => py.toPython(values.length > 1 ? values : (values[0] ?? null));
const JsonPathResult = py.defineType('JsonPathResult', {
  create: ([json, path]) => {
    const values = py.jsonPath(jsonOf(json), py.textOf(path, 'JsonPathResult'));
    return Object.assign(new JsonPathResult(), { result: single(values) });
  },
  methods: { get: [[], ({ result }) => result] },
});

const building = {
  make: (tag, attributes) => ({
    tag: local(tag),
    attributes: attributes.map(([key, value]) => [local(key), value]),
    parts: [],
    parent: null,
  }),
  add(element, part) {
    element.parts.push(
      typeof part === 'string' ? { text: part, parent: element } : Object.assign(part, { parent: element }),
    );
  },
};
const local = (name) => name.replace(/^\{[^}]*\}/, '').replace(/^.*:/, '');

const stringOf = (node) => node.text ?? (node.parts ?? []).map(stringOf).join('');
const elementsIn = (node) => (node.parts ?? []).filter((part) => part.tag !== undefined);
const all = (node) => [node, ...elementsIn(node).flatMap(all)];
const invalid = (path) => py.raise('ValueError', `'${path.slice(0, 200)}' is not a path that is supported`);

const token = /(\/\/?)|(@?)([\w*][\w.*-]*(?::[\w*][\w.*-]*)?)(\(\))?|(\.\.?)|\[((?:[^[\]'"]|'[^']*'|"[^"]*")*)\]/y;

const attributesOf = (node, name) =>
  (node.attributes ?? []).filter(([key]) => name === '*' || key === name).map(([, text]) => ({ text, parent: node }));
/** Returns a function that finds the nodes of one step of a path. */
const stepOf = (path, [, , at, name, call, dots]) => {
  if (dots === '.') return (node) => [node];
  if (dots === '..') return (node) => (node.parent === null ? [] : [node.parent]);
  if (call !== undefined && name !== 'text' && name !== 'node') invalid(path);
  if (call !== undefined)
    return (node) => (node.parts ?? []).filter((part) => name === 'node' || part.text !== undefined);
  const wanted = local(name);
  if (at === '@') return (node) => attributesOf(node, wanted);
  return (node) => elementsIn(node).filter(({ tag }) => wanted === '*' || tag === wanted);
};

const conditionOf = (path, text) => {
  const term = text.trim();
  if (/^\d+$/.test(term)) return (_, at) => at === Number(term) - 1;
  if (term === 'last()') return (_, at, siblings) => at === siblings.length - 1;
  if (/\s(?:and|or)\s/.test(term.replace(/'[^']*'|"[^"]*"/g, ''))) {
    const isAll = !/\sor\s/.test(term.replace(/'[^']*'|"[^"]*"/g, ''));
    const parts = term.split(isAll ? /\sand\s/ : /\sor\s/).map((part) => conditionOf(path, part));
    return (...given) => (isAll ? parts.every((holds) => holds(...given)) : parts.some((holds) => holds(...given)));
  }
  const [, inside, one, other] = /^contains\((.+?),\s*(?:'([^']*)'|"([^"]*)")\s*\)$/.exec(term) ?? [];
  if (inside !== undefined) {
    const find = finderOf(inside.trim(), path);
    return (node) => find(node).some((found) => stringOf(found).includes(one ?? other));
  }
  const [, left, operator, ...quoted] =
    /^(.+?)\s*(?:(=|!=)\s*(?:'([^']*)'|"([^"]*)"|(-?[\d.]+)))?$/.exec(term) ?? invalid(path);
  const find = finderOf(left.trim(), path);
  const value = quoted.find((each) => each !== undefined);
  if (operator === undefined) return (node) => find(node).length > 0;
  return (node) => find(node).some((found) => (stringOf(found) === value) === (operator === '='));
};

const unique = (nodes) => [...new Set(nodes)];
/** Returns a function that finds all nodes at a path. A path with a leading slash begins at the document. */
const finderOf = (written, path) => {
  const steps = [];
  let isDeep = false;
  for (let at = 0; at < written.length; ) {
    token.lastIndex = at;
    const found = token.exec(written) ?? invalid(path);
    at = token.lastIndex;
    if (found[1] !== undefined) isDeep = found[1] === '//';
    else if (found[6] !== undefined) (steps.at(-1) ?? invalid(path)).conditions.push(conditionOf(path, found[6]));
    else {
      steps.push({ isDeep, step: stepOf(path, found), conditions: [] });
      isDeep = false;
    }
  }
  const isAbsolute = written.startsWith('/');
  const rootOf = (node) => (node.parent === null ? node : rootOf(node.parent));
  const taken = (node, { step, conditions }) =>
    conditions.reduce((found, holds) => found.filter((one, no) => holds(one, no, found)), step(node));
  return (from) =>
    steps.reduce(
      (nodes, step) =>
        unique(
          nodes.flatMap((node) => (step.isDeep ? all(node).flatMap((one) => taken(one, step)) : taken(node, step))),
        ),
      [isAbsolute ? rootOf(from) : from],
    );
};

/** Returns the text of the result of a path, or of a function of a path. */
const xmlPath = (root, path) => {
  const document = { parts: [root], parent: null };
  root.parent = document;
  const [, name, inside] = /^(count|string|normalize-space|boolean)\((.*)\)$/s.exec(path) ?? [];
  const found = finderOf((inside ?? path).trim(), path)(document);
  const text = found.length === 0 ? '' : stringOf(found[0]);
  if (name === 'count') return String(found.length);
  if (name === 'boolean') return String(found.length > 0);
  return name === 'normalize-space' ? text.trim().replace(/\s+/g, ' ') : text;
};
const XmlPathResult = py.defineType('XmlPathResult', {
  create: ([xml, path]) => {
    const source = py.textOf(xml, 'XmlPathResult');
    const decoded = xml.isBytes$ ? (py.decodeUtf8(py.bytesOf(xml, 'XmlPathResult')) ?? source) : source;
    const root = py.parseXml(decoded.trim(), building);
    return Object.assign(new XmlPathResult(), {
      result: new B.str(xmlPath(root, py.textOf(path, 'XmlPathResult').trim())),
    });
  },
  methods: { get: [[], ({ result }) => result] },
});

py.modules['com.xebialabs.xlrelease.plugin.webhook'] = () => ({ JsonPathResult, XmlPathResult });

/** Serializes elements, and contains the functions of ElementTree. */
const { Element, elementOf, withAll, checked, parsed, read, searching, call } = py.elements;

const wellKnown = {
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'http://www.w3.org/1999/xhtml': 'html',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://schemas.xmlsoap.org/wsdl/': 'wsdl',
  'http://www.w3.org/2001/XMLSchema': 'xs',
  'http://www.w3.org/2001/XMLSchema-instance': 'xsi',
  'http://purl.org/dc/elements/1.1/': 'dc',
};
let registered = {};
let run;

/** Returns a function that adds prefixes to names with a namespace, and collects the used prefixes. */
const prefixing = () => {
  const used = new Map();
  const known = { ...wellKnown, ...(run === Sk.sysmodules ? registered : {}) };
  const short = (name) => {
    const [, uri, local] = /^\{([^}]*)\}([\s\S]*)$/.exec(name) ?? [];
    if (uri === undefined) return name;
    if (!used.has(uri)) used.set(uri, known[uri] ?? `ns${used.size}`);
    return `${used.get(uri)}:${local}`;
  };
  return { used, short };
};

const signs = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': '&#10;' };
const inText = (text) => text.replace(/[&<>]/g, (sign) => signs[sign]);
const inQuotes = (text) => text.replace(/[&<>"\n]/g, (sign) => signs[sign]);
const textIn = (value) => {
  if (py.isText(value)) return value.v;
  return py.raise('TypeError', `cannot serialize ${Sk.misceval.objectRepr(value)} (type ${Sk.abstr.typeName(value)})`);
};
const isEmpty = (value) => py.isNone(value) || (py.isText(value) && value.v === '');

const written = (root) => {
  const { used, short } = prefixing();
  const attributes = (element) =>
    element.attrib
      .$items()
      .map(([key, value]) => [textIn(key), ` ${short(textIn(key))}="${inQuotes(textIn(value))}"`])
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, text]) => text)
      .join('');
  const inside = (element) => {
    const text = isEmpty(element.text) ? '' : inText(textIn(element.text));
    return text + element.children.map(whole).join('');
  };
  const closed = (element, begin, body) => {
    const isShort = isEmpty(element.text) && element.children.length === 0;
    const tail = isEmpty(element.tail) ? '' : inText(textIn(element.tail));
    return isShort ? `<${begin} />${tail}` : `<${begin}>${body}</${short(textIn(element.tag))}>${tail}`;
  };
  const whole = (element) => closed(element, short(textIn(element.tag)) + attributes(element), inside(element));
  const [tag, own, body] = [short(textIn(root.tag)), attributes(root), inside(root)];
  const spaces = [...used]
    .filter(([, prefix]) => prefix !== 'xml')
    .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
    .map(([uri, prefix]) => ` xmlns:${prefix}="${inQuotes(uri)}"`);
  return closed(root, tag + spaces.join('') + own, body);
};

const encoded = (text, encoding) => {
  const name = py.isNone(encoding) ? 'us-ascii' : py.textOf(encoding, 'tostring');
  const declared = ['us-ascii', 'utf-8'].includes(name) ? '' : `<?xml version='1.0' encoding='${name}'?>\n`;
  if (/^utf-?8$/i.test(name)) return py.text(declared + text);
  return py.text(declared + [...text].map((one) => (one > '\x7f' ? `&#${one.codePointAt(0)};` : one)).join(''));
};

const onRoot = (name) => [
  searching[name][0],
  (tree, path, ...rest) => {
    const here = py.isText(path) && path.v.startsWith('/') ? py.text(`.${path.v}`) : path;
    return searching[name][1](tree.root, here, ...rest);
  },
];
const Tree = py.defineType('ElementTree', {
  create: ([element, file], named) => {
    const source = file ?? named.file;
    return Object.assign(new Tree(), { root: source === undefined ? element : read(source) });
  },
  methods: {
    ...Object.fromEntries(Object.keys(searching).map((name) => [name, onRoot(name)])),
    getroot: [[], (tree) => tree.root],
    parse: [['source'], (tree, source) => Object.assign(tree, { root: read(source) }).root],
    write: [
      ['file', 'encoding?', 'xml_declaration?'],
      (tree, file, encoding, declares) => {
        const text = encoded(written(tree.root), encoding);
        const isBare = declares === undefined || !Sk.misceval.isTrue(declares) || text.v.startsWith('<?xml');
        const name = py.isNone(encoding) ? 'us-ascii' : encoding.v;
        const whole = isBare ? text : py.text(`<?xml version='1.0' encoding='${name}'?>\n${text.v}`);
        call(py.isText(file) ? py.openFile(file, py.text('w'), 'open') : file, 'write', whole);
      },
    ],
  },
});
const rootOf = (given) => (given instanceof Tree ? given.root : checked(given));

const SubElement = py.defineOpen('SubElement', ([parent, tag, ...args], named) => {
  const child = elementOf(tag, withAll(args, named));
  checked(parent).children.push(child);
  return child;
});

/** Returns the names of the module. */
py.elementTree = () => ({
  Element,
  ElementTree: Tree,
  ParseError: py.XmlParseError,
  SubElement,
  XML: py.define('XML', ['text', 'parser?'], parsed),
  dump: py.define('dump', ['element'], (element) => py.write(`${encoded(written(rootOf(element))).v}\n`)),
  fromstring: py.define('fromstring', ['text', 'parser?'], parsed),
  iselement: py.define('iselement', ['element'], (one) => py.bool(one instanceof Element)),
  parse: py.define('parse', ['source', 'parser?'], (source) => Object.assign(new Tree(), { root: read(source) })),
  register_namespace: py.define('register_namespace', ['prefix', 'uri'], (prefix, uri) => {
    if (run !== Sk.sysmodules) registered = {};
    run = Sk.sysmodules;
    registered[py.textOf(uri, 'register_namespace')] = py.textOf(prefix, 'register_namespace');
  }),
  tostring: py.define('tostring', ['element', 'encoding?', 'method?'], (element, encoding) =>
    encoded(written(rootOf(element)), encoding),
  ),
});

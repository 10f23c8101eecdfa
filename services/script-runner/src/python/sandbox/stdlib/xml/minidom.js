/** xml.dom.minidom: documents as nodes. Only the predefined entities exist, so a document cannot grow exponentially. */
const B = Sk.builtin;
for (const file of ['xml/element-parser', 'http/classes', 'xml/dom-tree', 'xml/dom-writer']) py.loadFile(file);
const { types, prefixOf, localOf, textOf, DOMException, NotFoundErr } = py.dom;
const { node, elementOf, leafOf, insert, remove, copyOf, normalize, sibling, documentOf, below } = py.dom;
const written = py.writeDom;

const constants = {
  ...{ ELEMENT_NODE: 1, ATTRIBUTE_NODE: 2, TEXT_NODE: 3, CDATA_SECTION_NODE: 4, PROCESSING_INSTRUCTION_NODE: 7 },
  ...{ COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11 },
};
const orNone = (value) =>
  value === null || value === undefined ? py.none : typeof value === 'string' ? py.text(value) : value;
const elementsBelow = (self, name) =>
  new B.list(below(self).filter((one) => one.type === types.element && (name === '*' || one.name === name)));
const optional = (value, otherwise) => (py.isNone(value) ? otherwise : textOf(value));
const encoded = (text, encoding) =>
  py.isNone(encoding) ? py.text(text) : py.fromBytesOrText(py.bytesOf(py.text(text), 'toxml'));

/** Creates the object of an attribute. Writing its value changes the element. */
const attributeOf = (element, name) => node(types.attribute, { name, element });
const attributeValue = (self) => self.element.attributes.get(self.name) ?? '';
const Attributes = py.defineClass('NamedNodeMap', {
  slots: {
    tp$as_sequence_or_mapping: true,
    mp$subscript(key) {
      const name = textOf(key);
      return this.element.attributes.has(name) ? attributeOf(this.element, name) : py.raise('KeyError', name);
    },
    sq$length() {
      return this.element.attributes.size;
    },
    sq$contains(key) {
      return this.element.attributes.has(textOf(key));
    },
  },
  getters: { length: ({ element }) => py.number(element.attributes.size) },
  methods: {
    get: [
      ['name', 'value?'],
      ({ element }, name, otherwise) =>
        element.attributes.has(textOf(name)) ? attributeOf(element, textOf(name)) : otherwise,
    ],
    getNamedItem: [
      ['name'],
      ({ element }, name) => (element.attributes.has(textOf(name)) ? attributeOf(element, textOf(name)) : undefined),
    ],
    has_key: [['name'], ({ element }, name) => py.bool(element.attributes.has(textOf(name)))],
    item: [
      ['index'],
      ({ element }, at) =>
        orNone(
          [...element.attributes.keys()].slice(py.wholeOf(at, 'item'))[0] &&
            attributeOf(element, [...element.attributes.keys()][py.wholeOf(at, 'item')]),
        ),
    ],
    items: [
      [],
      ({ element }) =>
        new B.list([...element.attributes].map(([key, value]) => new B.tuple([py.text(key), py.text(value)]))),
    ],
    keys: [[], ({ element }) => new B.list([...element.attributes.keys()].map(py.text))],
    values: [[], ({ element }) => new B.list([...element.attributes.keys()].map((name) => attributeOf(element, name)))],
  },
});

const nodeValue = (self) => (self.type === types.attribute ? attributeValue(self) : self.data);
const members = {
  attributes: (self) => (self.attributes === null ? py.none : Object.assign(new Attributes(), { element: self })),
  childNodes: ({ children }) => new B.list(children.slice()),
  data: (self) => orNone(nodeValue(self)),
  documentElement: ({ children }) => orNone(children.find(({ type }) => type === types.element)),
  firstChild: ({ children }) => orNone(children[0]),
  lastChild: ({ children }) => orNone(children.at(-1)),
  localName: (self) => orNone(self.attributes === null && self.type !== types.attribute ? null : localOf(self.name)),
  name: (self) => py.text(self.name),
  namespaceURI: (self) => orNone(self.uri),
  nextSibling: (self) => orNone(sibling(self, 1)),
  nodeName: (self) => py.text(self.name),
  nodeType: (self) => py.number(self.type),
  nodeValue: (self) => orNone(nodeValue(self)),
  ownerDocument: (self) => orNone(documentOf(self)),
  parentNode: (self) => orNone(self.parent),
  prefix: (self) => orNone(prefixOf(self.name)),
  previousSibling: (self) => orNone(sibling(self, -1)),
  tagName: (self) => py.text(self.name),
  value: (self) => orNone(nodeValue(self)),
  wholeText: (self) => orNone(self.data),
};
const creating = (name, make) => [
  [name],
  (self, value) => Object.assign(make(textOf(value)), { owner: documentOf(self) }),
];
const valued = ['data', 'nodeValue', 'value'];

const Node = py.defineClass('Node', {
  slots: {
    tp$setattr(name, value) {
      if (!valued.includes(name.v))
        throw new B.AttributeError(`'Node' object has no attribute '${name.v}' that can be set`);
      if (this.type === types.attribute) this.element.attributes.set(this.name, textOf(value));
      else this.data = textOf(value);
    },
    $r() {
      const what = this.type === types.element ? `DOM Element: ${this.name}` : this.name;
      return py.text(`<${what}>`);
    },
  },
  getters: members,
  methods: {
    appendChild: [['node'], (self, child) => insert(self, child, null)],
    cloneNode: [['deep'], (self, deep) => copyOf(self, Sk.misceval.isTrue(deep))],
    createCDATASection: creating('data', (data) => leafOf(types.cdata, '#cdata-section', data)),
    createComment: creating('data', (data) => leafOf(types.comment, '#comment', data)),
    createElement: creating('tagName', elementOf),
    createElementNS: [
      ['uri', 'tagName'],
      (self, uri, name) =>
        Object.assign(elementOf(textOf(name), [], py.isNone(uri) ? null : textOf(uri)), { owner: documentOf(self) }),
    ],
    createTextNode: creating('data', (data) => leafOf(types.text, '#text', data)),
    getAttribute: [['name'], (self, name) => py.text(self.attributes?.get(textOf(name)) ?? '')],
    getAttributeNode: [
      ['name'],
      (self, name) => (self.attributes?.has(textOf(name)) ? attributeOf(self, textOf(name)) : undefined),
    ],
    getElementsByTagName: [['name'], (self, name) => elementsBelow(self, textOf(name))],
    getElementsByTagNameNS: [
      ['uri', 'localName'],
      (self, uri, name) =>
        new B.list(
          below(self).filter(
            (one) =>
              one.type === types.element &&
              ['*', one.uri].includes(py.isNone(uri) ? null : textOf(uri)) &&
              ['*', localOf(one.name)].includes(textOf(name)),
          ),
        ),
    ],
    hasAttribute: [['name'], (self, name) => py.bool(self.attributes?.has(textOf(name)) === true)],
    hasAttributes: [[], (self) => py.bool((self.attributes?.size ?? 0) > 0)],
    hasChildNodes: [[], ({ children }) => py.bool(children.length > 0)],
    insertBefore: [['node', 'before'], (self, child, before) => insert(self, child, py.isNone(before) ? null : before)],
    normalize: [[], normalize],
    removeAttribute: [['name'], (self, name) => void self.attributes?.delete(textOf(name))],
    removeChild: [['node'], remove],
    replaceChild: [
      ['node', 'old'],
      (self, child, old) => {
        insert(self, child, old);
        return remove(self, old);
      },
    ],
    setAttribute: [['name', 'value'], (self, name, value) => void self.attributes.set(textOf(name), textOf(value))],
    toprettyxml: [
      ['indent?', 'newl?', 'encoding?'],
      (self, indent, newl, encoding) =>
        encoded(
          written(self, {
            indent: optional(indent, '\t'),
            newl: optional(newl, '\n'),
            encoding: optional(encoding, null),
          }),
          encoding,
        ),
    ],
    toxml: [
      ['encoding?'],
      (self, encoding) => encoded(written(self, { encoding: optional(encoding, null) }), encoding),
    ],
    unlink: [[], () => undefined],
    writexml: [
      ['writer', 'indent?', 'addindent?', 'newl?', 'encoding?'],
      (self, writer, indent, added, newl, encoding) => {
        const style = { indent: optional(added, ''), newl: optional(newl, ''), encoding: optional(encoding, null) };
        py.invoke(writer, 'write', [py.text(written(self, style, optional(indent, '')))]);
      },
    ],
  },
});

py.dom.Node = Node;

const newDocument = () => node(types.document, { name: '#document' });
const uriOf = (tag) => /^\{([^}]*)\}/.exec(tag)?.[1] ?? null;
const building = {
  make: (tag, _, { key, pairs }) => elementOf(key, pairs, uriOf(tag)),
  add(element, part) {
    const last = element.children.at(-1);
    if (typeof part !== 'string') insert(element, part, null);
    else if (part !== '' && last?.type === types.text) last.data += part;
    else if (part !== '') insert(element, leafOf(types.text, '#text', part), null);
  },
  comment(element, text) {
    if (element !== undefined) insert(element, leafOf(types.comment, '#comment', text), null);
  },
};
const parsed = (source) => {
  const text = py.textOf(source, 'parseString');
  const decoded = source.isBytes$ ? (py.decodeUtf8(py.bytesOf(source, 'parseString')) ?? text) : text;
  const document = newDocument();
  insert(document, py.parseXml(decoded, building), null);
  return document;
};

const Implementation = py.defineClass('DOMImplementation', {
  methods: {
    createDocument: [
      ['uri', 'name', 'doctype'],
      (_, uri, name) => {
        const document = newDocument();
        if (!py.isNone(name)) insert(document, elementOf(textOf(name), [], py.isNone(uri) ? null : textOf(uri)), null);
        return document;
      },
    ],
  },
});
const numbers = () => Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, py.number(value)]));
py.offer(Node, numbers());
py.modules['xml.parsers.expat'] = () => ({ ExpatError: py.XmlParseError, error: py.XmlParseError });
py.modules['xml.dom'] = () => ({ DOMException, Node, NotFoundErr });
py.modules['xml.dom.minidom'] = () => ({
  Document: py.define('Document', [], newDocument),
  Element: Node,
  Node,
  getDOMImplementation: py.define('getDOMImplementation', ['features?'], () => new Implementation()),
  parse: py.define('parse', ['file', 'parser?'], (file) =>
    parsed(py.invoke(py.isText(file) ? py.openFile(file, undefined, 'open') : file, 'read')),
  ),
  parseString: py.define('parseString', ['string', 'parser?'], parsed),
});

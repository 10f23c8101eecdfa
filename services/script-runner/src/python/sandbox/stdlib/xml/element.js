/** xml.etree.ElementTree. */
const B = Sk.builtin;
for (const file of ['xml/element-parser', 'xml/element-path']) py.loadFile(file);

const settable = ['tag', 'text', 'tail', 'attrib'];
const textOf = (value, name) => py.textOf(value, name);
const call = (object, name, ...args) => py.call(Sk.abstr.gattr(object, py.text(name)), ...args);

const elementOf = (tag, attrib) =>
  Object.assign(new Element(), { tag, attrib, text: py.none, tail: py.none, children: [] });
const checked = (child) =>
  child instanceof Element ? child : py.raise('TypeError', `an Element is wanted, not ${Sk.abstr.typeName(child)}`);
const withAll = (args, named) => {
  const attrib = new B.dict([]);
  if (!py.isNone(args[0])) for (const [key, value] of args[0].$items()) attrib.mp$ass_subscript(key, value);
  for (const [key, value] of Object.entries(named)) attrib.mp$ass_subscript(py.text(key), value);
  return attrib;
};

const iterator = (items) => Sk.abstr.iter(new B.list(items));
const found = (element, path, prefixes) =>
  py.findElements(element, textOf(path, 'find'), py.isNone(prefixes) ? undefined : prefixes);
const findText = (element, path, otherwise, prefixes) => {
  const first = found(element, path, prefixes)[0];
  if (first === undefined) return otherwise;
  return py.isNone(first.text) ? py.text('') : first.text;
};
const iterated = (element, tag) =>
  [element, ...py.elementsBelow(element)].filter(
    (one) => py.isNone(tag) || tag.v === '*' || (py.isText(one.tag) && one.tag.v === tag.v),
  );
const textsIn = (element) => [
  ...(py.isNone(element.text) ? [] : [element.text]),
  ...element.children.flatMap((child) => [...textsIn(child), ...(py.isNone(child.tail) ? [] : [child.tail])]),
];

const searching = {
  find: [['path', 'namespaces?'], (element, path, prefixes) => found(element, path, prefixes)[0]],
  findall: [['path', 'namespaces?'], (element, path, prefixes) => new B.list(found(element, path, prefixes))],
  findtext: [['path', 'default?', 'namespaces?'], findText],
  iterfind: [['path', 'namespaces?'], (element, path, prefixes) => iterator(found(element, path, prefixes))],
  iter: [['tag?'], (element, tag) => iterator(iterated(element, tag))],
  getiterator: [['tag?'], (element, tag) => new B.list(iterated(element, tag))],
};

const Element = py.defineType('Element', {
  create: ([tag, ...args], named) => elementOf(tag, withAll(args, named)),
  slots: {
    tp$as_number: true,
    tp$as_sequence_or_mapping: true,
    tp$getattr(name) {
      return settable.includes(name.v) ? this[name.v] : Sk.generic.getAttr.call(this, name);
    },
    tp$setattr(name, value) {
      if (!settable.includes(name.v)) throw new B.AttributeError(`'Element' object has no attribute '${name.v}'`);
      this[name.v] = value ?? py.none;
    },
    tp$iter() {
      return iterator(this.children);
    },
    sq$length() {
      return this.children.length;
    },
    nb$bool() {
      return this.children.length > 0;
    },
    mp$subscript(key) {
      return new B.list(this.children).mp$subscript(key);
    },
    mp$ass_subscript(key, value) {
      const list = new B.list(this.children);
      list.mp$ass_subscript(key, value);
      this.children = list.v;
    },
    $r() {
      return py.text(`<Element ${Sk.misceval.objectRepr(this.tag)}>`);
    },
  },
  methods: {
    ...searching,
    append: [['element'], (element, child) => void element.children.push(checked(child))],
    clear: [[], (element) => void Object.assign(element, elementOf(element.tag, new B.dict([])))],
    extend: [['elements'], (element, more) => void element.children.push(...py.items(more).map(checked))],
    get: [['key', 'default?'], (element, key, otherwise) => element.attrib.mp$lookup(key) ?? otherwise],
    getchildren: [[], (element) => new B.list(element.children.slice())],
    insert: [
      ['index', 'element'],
      (element, index, child) => void element.children.splice(py.wholeOf(index, 'insert'), 0, checked(child)),
    ],
    items: [[], (element) => call(element.attrib, 'items')],
    itertext: [[], (element) => iterator(textsIn(element))],
    keys: [[], (element) => call(element.attrib, 'keys')],
    makeelement: [['tag', 'attrib'], (_, tag, attrib) => elementOf(tag, withAll([attrib], {}))],
    remove: [
      ['element'],
      (element, child) => {
        const at = element.children.indexOf(child);
        if (at < 0) py.raise('ValueError', 'list.remove(x): x not in list');
        element.children.splice(at, 1);
      },
    ],
    set: [['key', 'value'], (element, key, value) => void element.attrib.mp$ass_subscript(key, value)],
  },
});

const joined = (before, text) => (py.isNone(before) ? py.text(text) : py.text(before.v + text));
const building = {
  make: (tag, pairs) => elementOf(py.text(tag), new B.dict(pairs.flat().map(py.text))),
  add(element, part) {
    if (typeof part !== 'string') element.children.push(part);
    else if (part !== '' && element.children.length === 0) element.text = joined(element.text, part);
    else if (part !== '') element.children.at(-1).tail = joined(element.children.at(-1).tail, part);
  },
};
const parsed = (text) => {
  const source = textOf(text, 'fromstring');
  const decoded = text.isBytes$ ? (py.decodeUtf8(py.bytesOf(text, 'fromstring')) ?? source) : source;
  return py.parseXml(decoded, building);
};
const read = (source) => parsed(call(py.isText(source) ? py.openFile(source, undefined, 'open') : source, 'read'));

py.elements = { Element, elementOf, withAll, checked, parsed, read, searching, call };
py.loadFile('xml/element-writer');
for (const name of ['xml.etree.ElementTree', 'xml.etree.cElementTree']) py.modules[name] = py.elementTree;

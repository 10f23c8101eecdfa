/** The tree of a document. Each node has at most one parent. */
const B = Sk.builtin;

const types = { element: 1, attribute: 2, text: 3, cdata: 4, comment: 8, document: 9 };
const DOMException = py.defineError('DOMException', B.Exception);
const NotFoundErr = py.defineError('NotFoundErr', DOMException);

const prefixOf = (name) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : null);
const localOf = (name) => name.slice(name.indexOf(':') + 1);
const textOf = (value) => new B.str(value).v;

const node = (type, fields) =>
  Object.assign(new py.dom.Node(), {
    type,
    parent: null,
    children: [],
    attributes: null,
    owner: null,
    data: null,
    ...fields,
  });
const elementOf = (name, pairs = [], uri = null) => node(types.element, { name, uri, attributes: new Map(pairs) });
const leafOf = (type, name, data) => node(type, { name, data });

const sibling = (self, by) => {
  const at = self.parent?.children.indexOf(self) ?? -1;
  return at < 0 ? undefined : self.parent.children[at + by];
};
const documentOf = (self) =>
  self.parent === null ? (self.type === types.document ? self : self.owner) : documentOf(self.parent);
const below = (self) => self.children.flatMap((child) => [child, ...below(child)]);
const isInside = (self, other) => self === other || (self.parent !== null && isInside(self.parent, other));

const checked = (value) => (value instanceof py.dom.Node ? value : py.raise('TypeError', 'a Node is expected'));
const detach = (self) => {
  if (self.parent === null) return;
  self.parent.children = self.parent.children.filter((child) => child !== self);
  self.parent = null;
};
const insert = (self, child, before) => {
  if (isInside(self, checked(child))) throw new DOMException('a node cannot be put into itself');
  if (self.attributes === null && self.type !== types.document) throw new DOMException('the node has no children');
  detach(child);
  const at = before === null ? self.children.length : self.children.indexOf(before);
  if (at < 0) throw new NotFoundErr('the node is not a child');
  self.children.splice(at, 0, child);
  child.parent = self;
  return child;
};
const remove = (self, child) => {
  if (!self.children.includes(child)) throw new NotFoundErr('the node is not a child');
  detach(child);
  return child;
};
const copyOf = (self, deep) => {
  const { type, name, data, uri, owner } = self;
  const made = node(type, { name, data, uri, owner, attributes: self.attributes && new Map(self.attributes) });
  if (deep) for (const child of self.children) insert(made, copyOf(child, true), null);
  return made;
};
const normalize = (self) => {
  const kept = [];
  for (const child of self.children) {
    if (child.type !== types.text) kept.push(child);
    else if (kept.at(-1)?.type === types.text) kept.at(-1).data += child.data;
    else if (child.data !== '') kept.push(child);
    normalize(child);
  }
  self.children = kept;
};

py.dom = {
  ...{ types, prefixOf, localOf, textOf, DOMException, NotFoundErr },
  ...{ node, elementOf, leafOf, insert, remove, copyOf, normalize, sibling, documentOf, below },
};

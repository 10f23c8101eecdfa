/** Serializes a document as XML. */
const { types } = py.dom;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const inQuotes = (text) => escaped(text).replaceAll('"', '&quot;');
const declared = (encoding) => `<?xml version="1.0"${encoding === null ? ' ' : ` encoding="${encoding}"`}?>`;
const isShort = ({ children }) => children.length === 1 && children[0].type === types.text;
/** Serializes a node. `indent` and `newl` format the lines, `margin` is the present indentation. */
const written = (self, { indent = '', newl = '', encoding = null }, margin = '') => {
  if (self.type === types.document) {
    const head = `${declared(encoding)}${newl}`;
    return head + self.children.map((child) => written(child, { indent, newl })).join('');
  }
  if (self.type === types.text) return `${margin}${escaped(self.data)}${newl}`;
  if (self.type === types.cdata) return `<![CDATA[${self.data.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  if (self.type === types.comment) return `${margin}<!--${self.data}-->${newl}`;
  const pairs = [...self.attributes].sort(([one], [other]) => (one < other ? -1 : 1));
  const begin = `${margin}<${self.name}${pairs.map(([key, value]) => ` ${key}="${inQuotes(value)}"`).join('')}`;
  if (self.children.length === 0) return `${begin}/>${newl}`;
  if (isShort(self)) return `${begin}>${escaped(self.children[0].data)}</${self.name}>${newl}`;
  const inside = self.children.map((child) => written(child, { indent, newl }, margin + indent)).join('');
  return `${begin}>${newl}${inside}${margin}</${self.name}>${newl}`;
};
py.writeDom = written;

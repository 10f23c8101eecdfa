/** xml.sax.saxutils: the three functions that escape text for XML. */
const B = Sk.builtin;

/** Returns the additional replacements of a caller, `{from: to}`, as pairs. */
const pairsOf = (entities) => {
  if (py.isNone(entities)) return [];
  if (!(entities instanceof B.dict)) py.raise('TypeError', 'entities are a dict of texts');
  return entities.$items().map(([from, to]) => [py.textOf(from, 'escape'), py.textOf(to, 'escape')]);
};
const replaced = (text, pairs) => pairs.reduce((whole, [from, to]) => whole.replaceAll(from, () => to), text);

const marks = [
  ['&', '&amp;'],
  ['>', '&gt;'],
  ['<', '&lt;'],
];
const blanks = [
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
];
const escaped = (text, pairs) => replaced(replaced(text, marks), pairs);

function quote(text) {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '&quot;')}"` : `'${text}'`;
}

const taking = (name, does) =>
  py.define(name, ['data', 'entities?'], (data, entities) => py.text(does(py.textOf(data, name), pairsOf(entities))));

py.modules['xml.sax.saxutils'] = () => ({
  escape: taking('escape', escaped),
  unescape: taking('unescape', (text, pairs) =>
    replaced(text, [['&lt;', '<'], ['&gt;', '>'], ...pairs, ['&amp;', '&']]),
  ),
  quoteattr: taking('quoteattr', (text, pairs) => quote(escaped(text, [...blanks, ...pairs]))),
});

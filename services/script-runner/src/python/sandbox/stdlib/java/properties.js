/** java.util.Properties: strings by key, and the format of `.properties` files. */
const B = Sk.builtin;
const { collection, iteratorOf, HashMap, HashSet } = py.javaCollections;

const escapes = { t: '\t', n: '\n', r: '\r', f: '\f' };
const unescaped = (text) =>
  text.replace(/\\(u[0-9a-fA-F]{4}|.)/gs, (_, written) =>
    written.length === 5 ? String.fromCharCode(Number.parseInt(written.slice(1), 16)) : (escapes[written] ?? written),
  );
/** Returns the lines without comments. A line with a backslash at its end continues on the next line. */
const logicalLines = (text) => {
  const lines = [];
  let begun;
  for (const natural of text.split(/\r\n|\r|\n/)) {
    const line = natural.replace(/^[ \t\f]+/, '');
    if (begun === undefined && (line === '' || line.startsWith('#') || line.startsWith('!'))) continue;
    const whole = (begun ?? '') + line;
    const isOpen = /\\*$/.exec(line)[0].length % 2 === 1;
    begun = isOpen ? whole.slice(0, -1) : undefined;
    if (!isOpen) lines.push(whole);
  }
  return begun === undefined ? lines : [...lines, begun];
};
/** Parses an entry. The key ends at the first separator without a backslash. */
const entryIn = (line) => {
  const key = /^(?:\\.|[^\\=: \t\f])*/s.exec(line)[0];
  const value = line.slice(key.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
  return [unescaped(key), unescaped(value)];
};

const written = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\f': '\\f' };
const escaped = (text, isKey) =>
  text.replace(/[\\\t\n\r\f=:#!]/g, (unit) => written[unit] ?? `\\${unit}`).replace(isKey ? / /g : /^ /, '\\ ');

const textAt = (properties, key) => {
  const value = properties.mp$lookup(key);
  if (value !== undefined && py.isText(value)) return value;
  return properties.defaults === undefined ? undefined : textAt(properties.defaults, key);
};
const names = (properties) => {
  const own = properties.$items().flatMap(([key, value]) => (py.isText(key) && py.isText(value) ? [key] : []));
  return properties.defaults === undefined ? own : [...names(properties.defaults), ...own];
};
const unique = (keys) => [...new Map(keys.map((key) => [key.v, key])).values()];

const Properties = collection('java.util.Properties', HashMap, {
  contentOf: () => [],
  prepare: (properties, [given]) => {
    if (given instanceof Properties) properties.defaults = given;
  },
  methods: {
    getProperty: [['key', 'otherwise?'], (properties, key, otherwise) => textAt(properties, key) ?? otherwise],
    setProperty: [
      ['key', 'value'],
      (properties, key, value) => {
        for (const each of [key, value]) py.textOf(each, 'setProperty');
        const before = properties.mp$lookup(key);
        properties.mp$ass_subscript(key, value);
        return before;
      },
    ],
    load: [
      ['from'],
      (properties, from) => {
        py.importModule('java.io');
        for (const [key, value] of logicalLines(py.readWhole(from)).map(entryIn))
          properties.mp$ass_subscript(py.text(key), py.text(value));
      },
    ],
    store: [
      ['to', 'comments?'],
      (properties, to, comments) => {
        const comment = py.isNone(comments) ? [] : [`#${py.textOf(comments, 'store')}`];
        const lines = properties.$items().map(([key, value]) => `${escaped(key.v, true)}=${escaped(value.v, false)}`);
        const text = py.text([...comment, ...lines, ''].join('\n'));
        py.call(Sk.abstr.gattr(to, py.text('write')), text);
      },
    ],
    propertyNames: [[], (properties) => iteratorOf(new B.list(unique(names(properties))))],
    stringPropertyNames: [[], (properties) => py.call(HashSet, new B.list(unique(names(properties))))],
  },
});
py.javaProperties = { Properties };

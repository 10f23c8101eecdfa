/** Parses XML to elements. Only the predefined entities exist, so a document cannot grow exponentially. */
const B = Sk.builtin;

const ParseError = py.defineError('ParseError', B.SyntaxError);
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const xml = 'http://www.w3.org/XML/1998/namespace';
const name = /[A-Za-z_:\u00b7-\uffff][\w.:\u00b7-\uffff-]*/y;
const space = /\s*/y;

const failing = (source) => (why, at) => {
  const lines = source.slice(0, at).split('\n');
  throw new ParseError(`${why}: line ${lines.length}, column ${lines.at(-1).length}`);
};

const characterOf = (reference) => {
  const digits = /^#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))$/i.exec(reference);
  if (digits === null) return Object.hasOwn(entities, reference) ? entities[reference] : undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : Number.parseInt(digits[1], 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
};

/** Returns a reader of a text, from its beginning to its end. */
const reader = (source) => {
  const fail = failing(source);
  let at = 0;
  const self = {
    at: () => at,
    fail: (why, from = at) => fail(why, from),
    isOver: () => at >= source.length,
    sees: (text) => source.startsWith(text, at),
    skip(text) {
      if (!source.startsWith(text, at)) fail('not well-formed (invalid token)', at);
      at += text.length;
    },
    match(pattern) {
      pattern.lastIndex = at;
      const found = pattern.exec(source)?.[0];
      if (found === undefined) fail('not well-formed (invalid token)', at);
      at += found.length;
      return found;
    },
    until(mark, why) {
      const end = source.indexOf(mark, at);
      if (end < 0) fail(why, at);
      const text = source.slice(at, end);
      at = end + mark.length;
      return text;
    },
    text() {
      const end = source.indexOf('<', at);
      const raw = source.slice(at, end < 0 ? undefined : end);
      const text = self.resolved(raw);
      at += raw.length;
      return text;
    },
    resolved: (raw) =>
      raw.replace(/&([^;&\s]{0,40};?)/g, (_, reference, place) => {
        if (!reference.endsWith(';')) fail('not well-formed (invalid token)', at);
        return characterOf(reference.slice(0, -1)) ?? fail('undefined entity', at + place);
      }),
  };
  return self;
};

const attributesOf = (read) => {
  const found = [];
  for (read.match(space); !read.sees('>') && !read.sees('/>'); read.match(space)) {
    const from = read.at();
    const key = read.match(name);
    read.match(space);
    read.skip('=');
    read.match(space);
    const quote = read.sees("'") ? "'" : '"';
    read.skip(quote);
    const value = read.until(quote, 'unclosed token');
    if (value.includes('<')) read.fail('not well-formed (invalid token)');
    if (found.some(([known]) => known === key)) read.fail('duplicate attribute', from);
    found.push([key, read.resolved(value.replace(/[\t\n\r]/g, ' '))]);
  }
  return found;
};

/** Returns the namespace prefixes that are visible in an element, and the resolved names of the element. */
const namesIn = (read, above, from) => {
  const pairs = attributesOf(read);
  const declared = pairs.filter(([key]) => /^xmlns(?::|$)/.test(key));
  const added = Object.fromEntries(declared.map(([key, value]) => [key.slice(6), value]));
  const known = declared.length === 0 ? above : { ...above, ...added };
  const resolve = (key, plain) => {
    const colon = key.indexOf(':');
    const prefix = key.slice(0, Math.max(colon, 0));
    if (colon < 0 && plain === undefined) return key;
    if (!Object.hasOwn(known, prefix)) return colon < 0 ? key : read.fail('unbound prefix', from);
    return known[prefix] === '' ? key : `{${known[prefix]}}${key.slice(colon + 1)}`;
  };
  const own = pairs.filter(([key]) => !/^xmlns(?::|$)/.test(key)).map(([key, value]) => [resolve(key), value]);
  return { known, resolve, own, pairs };
};

const skipDoctype = (read) => {
  const text = read.until('>', 'unclosed token');
  if (text.includes('[')) read.fail('a document with definitions of its own is not supported');
};

/**
 * Parses an XML text, and returns its root element. `make(tag, attributes, written)` creates an element, where
 * `written` contains the names as in the text. `add(element, child | text)` adds content. The optional
 * `comment(element, text)` receives comments; the element is undefined outside of the root.
 */
py.parseXml = (source, { make, add, comment: noteComment = () => {} }) => {
  const read = reader(source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const open = [];
  let root;
  const begin = () => {
    const from = read.at() - 1;
    if (open.length === 0 && root !== undefined) read.fail('junk after document element', from);
    const key = read.match(name);
    const { known, resolve, own, pairs } = namesIn(read, open.at(-1)?.known ?? { xml }, from);
    const element = make(resolve(key, true), own, { key, pairs });
    if (open.length === 0) root = element;
    else add(open.at(-1).element, element);
    open.push({ key, element, known });
    if (read.sees('/>')) open.pop();
    read.skip(read.sees('/>') ? '/>' : '>');
  };
  const end = () => {
    const from = read.at();
    if (open.length === 0 || read.match(name) !== open.at(-1).key) read.fail('mismatched tag', from);
    read.match(space);
    read.skip('>');
    open.pop();
  };
  const said = (text, from) => {
    if (open.length > 0) add(open.at(-1).element, text);
    else if (text.trim() !== '') read.fail(root === undefined ? 'syntax error' : 'junk after document element', from);
  };
  const kinds = [
    ['<!--', () => noteComment(open.at(-1)?.element, read.until('-->', 'unclosed token'))],
    ['<![CDATA[', () => said(read.until(']]>', 'unclosed CDATA section'))],
    ['<!DOCTYPE', () => skipDoctype(read)],
    ['<?', () => read.until('?>', 'unclosed token')],
    ['</', end],
    ['<', begin],
  ];
  while (!read.isOver()) {
    const kind = kinds.find(([mark]) => read.sees(mark));
    const from = read.at();
    if (kind === undefined) said(read.text(), from);
    else {
      read.skip(kind[0]);
      kind[1]();
    }
  }
  if (root === undefined || open.length > 0) read.fail('no element found');
  return root;
};
py.XmlParseError = ParseError;

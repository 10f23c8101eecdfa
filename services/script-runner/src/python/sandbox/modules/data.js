/** The modules binascii, uuid, ast and pprint: the functions that scripts commonly use. */
const B = Sk.builtin;
const { Num, Str, NameConstant, List, Tuple, Dict, UnaryOp, USub } = Sk.astnodes;

const encode = (name, spell) => py.define(name, ['s'], (text) => py.text(spell(py.bytesOf(text, name))));
const decode = (name, read) => py.define(name, ['s'], (text) => py.fromBytesOrText(read(py.textOf(text, name))));
/** Returns the CRC-32 as a signed number, as Python 2 does. */
const crc32 = (bytes, before) => {
  let crc = ~before;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
};
py.modules.binascii = () => ({
  crc32: py.define('crc32', ['data', 'crc?'], (data, crc) =>
    py.number(crc32(py.bytesOf(data, 'crc32'), crc === undefined ? 0 : py.wholeOf(crc, 'crc32') | 0)),
  ),
  hexlify: encode('hexlify', py.toHex),
  b2a_hex: encode('b2a_hex', py.toHex),
  unhexlify: decode('unhexlify', py.fromHex),
  a2b_hex: decode('a2b_hex', py.fromHex),
  b2a_base64: encode('b2a_base64', (bytes) => `${py.toBase64(bytes)}\n`),
  a2b_base64: decode('a2b_base64', py.fromBase64),
});

const digit = () => Math.floor(py.effects.random() * 16).toString(16);
const hex = (length) => Array.from({ length }, digit).join('');
const Uuid = py.defineClass('uuid.UUID', {
  slots: {
    tp$str() {
      return py.text(this.text);
    },
    $r() {
      return py.text(`UUID('${this.text}')`);
    },
  },
  getters: { hex: (uuid) => py.text(uuid.text.replaceAll('-', '')) },
});
py.modules.uuid = () => ({
  uuid4: py.define('uuid4', [], () =>
    Object.assign(new Uuid(), {
      text: `${hex(8)}-${hex(4)}-4${hex(3)}-${'89ab'[Math.floor(py.effects.random() * 4)]}${hex(3)}-${hex(12)}`,
    }),
  ),
});

const bad = () => py.raise('ValueError', 'malformed string');
/** Returns the value of an expression that consists of literals only. */
const literal = (node) => {
  if (node instanceof Num) return node.n;
  if (node instanceof Str) return node.s;
  if (node instanceof NameConstant) return node.value;
  if (node instanceof UnaryOp && node.op === USub && node.operand instanceof Num)
    return literal(node.operand).nb$negative();
  if (node instanceof List) return new B.list(node.elts.map(literal));
  if (node instanceof Tuple) return new B.tuple(node.elts.map(literal));
  if (node instanceof Dict)
    return new B.dict((node.keys ?? []).flatMap((key, at) => [literal(key), literal(node.values[at])]));
  return bad();
};
const evaluated = (text) => {
  const parse = Sk.parse('literal', py.prepare(`${py.textOf(text, 'literal_eval').trim()}\n`));
  const { body } = Sk.astFromParse(parse.cst, 'literal', parse.flags);
  return body.length === 1 && body[0] instanceof Sk.astnodes.Expr ? literal(body[0].value) : bad();
};
py.modules.ast = () => ({ literal_eval: py.define('literal_eval', ['node_or_string'], evaluated) });

const sortedItems = (dict) => {
  const keys = py.items(py.call(Sk.builtins.sorted, new B.list(dict.$items().map(([key]) => key))));
  return keys.map((key) => [key, dict.mp$lookup(key)]);
};
const oneLine = (value) => {
  if (value instanceof B.dict)
    return `{${sortedItems(value)
      .map(([key, item]) => `${oneLine(key)}: ${oneLine(item)}`)
      .join(', ')}}`;
  if (value instanceof B.list) return `[${value.v.map(oneLine).join(', ')}]`;
  return Sk.misceval.objectRepr(value);
};
/** Formats a value. Uses several lines if it does not fit into 80 characters; `margin` is its column. */
const pretty = (value, margin, after) => {
  const plain = oneLine(value);
  if (margin + plain.length + after < 80) return plain;
  const rows = (parts, open, close) => `${open}${parts.join(`,\n${' '.repeat(margin + 1)}`)}${close}`;
  if (value instanceof B.dict) {
    const row = ([key, item]) => {
      const name = `${oneLine(key)}: `;
      return name + pretty(item, margin + 1 + name.length, 1);
    };
    return rows(sortedItems(value).map(row), '{', '}');
  }
  return value instanceof B.list
    ? rows(
        value.v.map((item) => pretty(item, margin + 1, 1)),
        '[',
        ']',
      )
    : plain;
};
py.modules.pprint = () => ({
  pformat: py.define('pformat', ['object', 'indent?', 'width?', 'depth?'], (value) => py.text(pretty(value, 0, 0))),
  pprint: py.define('pprint', ['object', 'stream?', 'indent?', 'width?', 'depth?'], (value) =>
    py.write(`${pretty(value, 0, 0)}\n`),
  ),
});

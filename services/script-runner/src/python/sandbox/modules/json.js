/** The module json. Texts equal those of Python 2: separators, indent, `\u` escapes, order of keys. */
const B = Sk.builtin;

const escapes = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\f': '\\f', '\b': '\\b' };
const hex = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
const quoted = (text, asciiOnly) => {
  const plain = text.replace(/["\\]|\p{Cc}/gu, (unit) => escapes[unit] ?? (unit < ' ' ? hex(unit) : unit));
  return `"${asciiOnly ? plain.replace(/[\u007f-\uffff]/g, hex) : plain}"`;
};

const floatText = (value) => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return new B.float_(value).$r().v;
};

const keyText = (key) => {
  if (py.isText(key)) return key.v;
  if (key === py.none) return 'null';
  if (key instanceof B.bool) return key === B.bool.true$ ? 'true' : 'false';
  if (key instanceof B.int_ || key instanceof B.float_) return new B.str(key).v;
  return py.raise('TypeError', 'keys must be a string');
};

const scalar = (value, style) => {
  if (value === py.none) return 'null';
  if (value instanceof B.bool) return value === B.bool.true$ ? 'true' : 'false';
  if (value instanceof B.int_) return String(value.v);
  if (value instanceof B.float_) return floatText(value.v);
  return py.isText(value) ? quoted(value.v, style.asciiOnly) : undefined;
};

const wrap = (open, parts, close, style, depth) => {
  if (parts.length === 0) return open + close;
  if (style.indent === undefined) return open + parts.join(style.comma) + close;
  const margin = `\n${' '.repeat(style.indent * (depth + 1))}`;
  return `${open}${margin}${parts.join(style.comma + margin)}\n${' '.repeat(style.indent * depth)}${close}`;
};

const pairsOf = (dict, style) => {
  const pairs = dict.$items().map(([key, item]) => [keyText(key), item]);
  return style.sorted ? pairs.sort(([a], [b]) => (a < b ? -1 : 1)) : pairs;
};

const write = (value, style, depth) => {
  const simple = scalar(value, style);
  if (simple !== undefined) return simple;
  if (depth > 200) py.raise('ValueError', 'Circular reference detected');
  if (value instanceof B.list || value instanceof B.tuple) {
    return wrap(
      '[',
      value.v.map((item) => write(item, style, depth + 1)),
      ']',
      style,
      depth,
    );
  }
  if (value instanceof B.dict) {
    const one = ([key, item]) => quoted(key, style.asciiOnly) + style.colon + write(item, style, depth + 1);
    return wrap('{', pairsOf(value, style).map(one), '}', style, depth);
  }
  if (style.otherwise) return write(py.call(style.otherwise, value), style, depth + 1);
  return refuse(value);
};

const isTrue = (value) => value !== undefined && Sk.misceval.isTrue(value);

/**
 * Returns the function for values that JSON cannot represent: the argument `default`, or the method `default` of a
 * JSONEncoder subclass.
 */
const otherwiseOf = (named) => {
  if (!py.isNone(named.default)) return named.default;
  return py.isNone(named.cls) ? undefined : Sk.abstr.gattr(py.call(named.cls), new B.str('default'), false);
};

const styleOf = (named) => {
  const indent = py.isNone(named.indent) ? undefined : py.wholeOf(named.indent, 'dumps');
  const [comma, colon] = py.isNone(named.separators) ? [', ', ': '] : py.items(named.separators).map((part) => part.v);
  return {
    indent,
    comma,
    colon,
    sorted: isTrue(named.sort_keys),
    asciiOnly: named.ensure_ascii === undefined || isTrue(named.ensure_ascii),
    otherwise: otherwiseOf(named),
  };
};

const dumps = ([value], named) => {
  if (value === undefined) py.raise('TypeError', 'dumps() takes at least 1 argument (0 given)');
  return py.text(write(value, styleOf(named), 0));
};

/** Wraps a Python value, to distinguish it from parsed JSON. */
class Held {
  constructor(value) {
    this.value = value;
  }
}

/** Numbers with a point or exponent are floats. Others are integers of any size. */
const revive = (_key, value, { source } = {}) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (/[.eE]/.test(source)) return new Held(new B.float_(value));
  return Number.isSafeInteger(value) ? value : new Held(new B.int_(BigInt(source)));
};

const fromJson = (value, hook, isPairs) => {
  if (value === null || typeof value !== 'object') return py.toPython(value);
  if (Array.isArray(value)) return new B.list(value.map((item) => fromJson(item, hook, isPairs)));
  if (value instanceof Held) return value.value;
  const pairs = Object.entries(value).map(([key, item]) => [new B.str(key), fromJson(item, hook, isPairs)]);
  if (isPairs) return py.call(hook, new B.list(pairs.map((pair) => new B.tuple(pair))));
  const dict = new B.dict(pairs.flat());
  return hook ? py.call(hook, dict) : dict;
};

const parse = JSON.parse;
const loads = ([text], named) => {
  const given = py.textOf(text, 'loads');
  let value;
  try {
    value = parse(given, revive);
  } catch {
    py.raise('ValueError', 'No JSON object could be decoded');
  }
  const pairs = py.isNone(named.object_pairs_hook) ? undefined : named.object_pairs_hook;
  return fromJson(value, pairs ?? (py.isNone(named.object_hook) ? undefined : named.object_hook), pairs !== undefined);
};

const through = (stream, name, ...args) => py.call(Sk.abstr.gattr(stream, py.text(name)), ...args);

const refuse = (value) => py.raise('TypeError', `${Sk.misceval.objectRepr(value)} is not JSON serializable`);
const coder = (name, methods) => py.defineClass(`json.${name}`, { methods });
const Encoder = coder('JSONEncoder', {
  default: [['o'], (_, value) => refuse(value)],
  encode: [
    ['o'],
    (self, value) =>
      py.text(write(value, { ...styleOf({}), otherwise: Sk.abstr.gattr(self, new B.str('default'), false) }, 0)),
  ],
});
const Decoder = coder('JSONDecoder', { decode: [['s'], (_, text) => loads([text], {})] });

py.modules.json = () => ({
  dumps: py.defineOpen('dumps', dumps),
  loads: py.defineOpen('loads', loads),
  dump: py.defineOpen('dump', ([value, stream], named) => through(stream, 'write', dumps([value], named))),
  load: py.defineOpen('load', ([stream], named) => loads([through(stream, 'read')], named)),
  JSONEncoder: Encoder,
  JSONDecoder: Decoder,
});
/** Other modules that scripts use for JSON: a Java library and a Python library with the same functions. */
py.modules['com.xhaus.jyson.JysonCodec'] = py.modules.json;
py.modules.simplejson = py.modules.json;

/**
 * yaml and org.yaml.snakeyaml: reads documents as plain Python values by the rules of YAML 1.1. The parser is js-yaml.
 */
const B = Sk.builtin;
py.loadFile('js-yaml');
const { load: parse, loadAll: parseAll, dump: write, defineScalarTag, NOT_RESOLVED } = Sk.global.jsyaml;
const { YAML11_SCHEMA, DUMP_SCHEMA, realMapTag, mergeTag } = Sk.global.jsyaml;
delete Sk.global.jsyaml;
py.loadFile('http/classes');

const limits = { maxDepth: 100, maxAliases: 10_000 };
/** Booleans as in PyYAML and SnakeYAML: `y` and `n` are strings. */
const flag = /^(?:(true|True|TRUE|yes|Yes|YES|on|On|ON)|false|False|FALSE|no|No|NO|off|Off|OFF)$/;
const flagTag = defineScalarTag('tag:yaml.org,2002:bool', {
  implicit: true,
  implicitFirstChars: [...'yYnNtTfFoO'],
  resolve: (source) => {
    const found = flag.exec(source);
    return found === null ? NOT_RESOLVED : found[1] !== undefined;
  },
  identify: (value) => typeof value === 'boolean',
  represent: String,
});
const reading = { schema: YAML11_SCHEMA.withTags(mergeTag, realMapTag, flagTag), ...limits };
const writing = DUMP_SCHEMA.withTags(realMapTag);

const YAMLError = py.defineError('YAMLError', B.Exception);
const failing = (does) => {
  try {
    return does();
  } catch (thrown) {
    if (thrown instanceof B.BaseException || thrown instanceof RangeError) throw thrown;
    throw new YAMLError(String(thrown.message).split('\n')[0]);
  }
};

const moment = (date) => {
  const { datetime, date: day } = py.importModule('datetime').$d;
  const parts = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const all = clock.some((part) => part !== 0) ? [...parts, ...clock] : parts;
  return py.call(all.length === 3 ? day : datetime, ...all.map(py.number));
};

/** Converts a document to Python. An alias is the same object, so a document cannot grow exponentially. */
const toPython = (value, known) => {
  if (typeof value === 'bigint') return py.call(B.int_, py.text(value.toString()));
  if (value === null || typeof value !== 'object') return py.toPython(value);
  if (known.has(value)) return known.get(value);
  if (value instanceof Date) return moment(value);
  if (value instanceof Uint8Array) return py.fromBytes([...value]);
  if (Array.isArray(value)) {
    const list = new B.list([]);
    known.set(value, list);
    for (const item of value) list.v.push(toPython(item, known));
    return list;
  }
  if (value instanceof Set) return new B.set([...value].map((item) => toPython(item, known)));
  const dict = new B.dict([]);
  known.set(value, dict);
  for (const [key, item] of value instanceof Map ? value : Object.entries(value))
    dict.mp$ass_subscript(toPython(key, known), toPython(item, known));
  return dict;
};

const deepest = 100;
/** Converts Python for the writer. Dicts become maps, so their keys keep their types. */
const toPlain = (value, known, depth = 0) => {
  if (depth > deepest) py.raise('ValueError', `values may be nested ${deepest} deep`);
  if (known.has(value)) return known.get(value);
  if (value instanceof B.dict) {
    const map = new Map();
    known.set(value, map);
    for (const [key, item] of value.$items()) map.set(toPlain(key, known, depth + 1), toPlain(item, known, depth + 1));
    return map;
  }
  if (value instanceof B.list || value instanceof B.tuple) {
    const list = [];
    known.set(value, list);
    for (const item of value.v) list.push(toPlain(item, known, depth + 1));
    return list;
  }
  if (value instanceof B.set || value instanceof B.frozenset)
    return new Set(py.items(value).map((one) => toPlain(one, known, depth + 1)));
  const plain = py.toJson(value);
  if (plain === undefined) throw new YAMLError(`cannot represent an object: ${Sk.abstr.typeName(value)}`);
  return plain;
};

const sourceOf = (stream) => {
  const text = py.isText(stream) ? stream : py.invoke(stream, 'read');
  const source = py.textOf(text, 'load');
  return text.isBytes$ ? (py.decodeUtf8(py.bytesOf(text, 'load')) ?? source) : source;
};
const loaded = (stream) => failing(() => toPython(parseOne(sourceOf(stream)), new Map()));
/** Parses one document. A text without documents is `None`. */
const parseOne = (source) => {
  const [first, ...others] = parseAll(source, reading);
  return others.length === 0 ? (first ?? null) : parse(source, reading);
};
const loadedAll = (stream) =>
  failing(() => Sk.abstr.iter(new B.list(parseAll(sourceOf(stream), reading).map((one) => toPython(one, new Map())))));

const byKey = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const isOn = (value) => !py.isNone(value) && Sk.misceval.isTrue(value);
const dumped = (value, { flow, sorted = true, width, indent, start = false }) =>
  failing(() => {
    const text = write(toPlain(value, new Map()), {
      schema: writing,
      flowLevel: flow ? 0 : -1,
      sortKeys: sorted ? byKey : false,
      ...(width !== undefined && { lineWidth: width }),
      ...(indent !== undefined && { indent }),
    });
    return start ? `---\n${text}` : text;
  });

const options = ['default_flow_style', 'sort_keys', 'width', 'indent', 'explicit_start'];
const named = (given) => ({
  flow: isOn(given.default_flow_style),
  sorted: given.sort_keys === undefined || isOn(given.sort_keys),
  ...(py.isNone(given.width) ? {} : { width: py.wholeOf(given.width, 'dump') }),
  ...(py.isNone(given.indent) ? {} : { indent: py.wholeOf(given.indent, 'dump') }),
  start: isOn(given.explicit_start),
});
const ignored = [
  'Dumper',
  'allow_unicode',
  'encoding',
  'line_break',
  'default_style',
  'canonical',
  'explicit_end',
  'stream',
];
const put = (text, stream) =>
  py.isNone(stream) ? py.text(text) : py.invoke(stream, 'write', [py.text(text)]) && undefined;
const dumper = (name, isMany) =>
  py.defineOpen(name, (args, given) => {
    const unknown = Object.keys(given).find((key) => ![...options, ...ignored].includes(key));
    if (unknown !== undefined) py.raise('TypeError', `${name}() got an unexpected keyword argument '${unknown}'`);
    const values = isMany ? py.items(args[0]) : [args[0]];
    const texts = values.map((value, at) =>
      dumped(value, { ...named(given), ...(isMany && at > 0 && { start: true }) }),
    );
    return put(texts.join(''), args[1] ?? given.stream);
  });

const loader = (name, does) => py.define(name, ['stream', 'Loader?'], (stream) => does(stream));
const classes = ['Loader', 'SafeLoader', 'FullLoader', 'BaseLoader', 'CLoader', 'CSafeLoader', 'Dumper', 'SafeDumper'];
py.modules.yaml = () => ({
  ...Object.fromEntries(['load', 'safe_load', 'full_load'].map((name) => [name, loader(name, loaded)])),
  ...Object.fromEntries(['load_all', 'safe_load_all', 'full_load_all'].map((name) => [name, loader(name, loadedAll)])),
  ...Object.fromEntries(['dump', 'safe_dump'].map((name) => [name, dumper(name, false)])),
  ...Object.fromEntries(['dump_all', 'safe_dump_all'].map((name) => [name, dumper(name, true)])),
  ...Object.fromEntries(classes.map((name) => [name, py.defineClass(name, {})])),
  YAMLError,
  __version__: py.text('5.1'),
});

const BLOCK = 'BLOCK';
const Styles = py.holderOf({ BLOCK: py.text(BLOCK), FLOW: py.text('FLOW'), AUTO: py.text('AUTO') });
const DumperOptions = py.defineType('DumperOptions', {
  create: () => Object.assign(new DumperOptions(), { flow: false, start: false }),
  methods: {
    setDefaultFlowStyle: [['style'], (self, style) => void Object.assign(self, { flow: style.v === 'FLOW' })],
    setExplicitStart: [['start'], (self, start) => void Object.assign(self, { start: isOn(start) })],
    setIndent: [['indent'], (self, indent) => void Object.assign(self, { indent: py.wholeOf(indent, 'setIndent') })],
    setPrettyFlow: [['pretty'], () => undefined],
    setWidth: [['width'], (self, width) => void Object.assign(self, { width: py.wholeOf(width, 'setWidth') })],
  },
  statics: { FlowStyle: Styles },
});
const optionsOf = (self) => {
  const { flow, start, indent, width } = self.options ?? { flow: false, start: false };
  return { flow, start, indent, width, sorted: false };
};
const Yaml = py.defineType('Yaml', {
  create: (args) => Object.assign(new Yaml(), { options: args.find((one) => one instanceof DumperOptions) }),
  methods: {
    dump: [['data', 'writer?'], (self, value, stream) => put(dumped(value, optionsOf(self)), stream)],
    dumpAsMap: [['data'], (self, value) => py.text(dumped(value, optionsOf(self)))],
    load: [['yaml'], (_, stream) => loaded(stream)],
    loadAll: [['yaml'], (_, stream) => loadedAll(stream)],
    loadAs: [['yaml', 'type'], (_, stream) => loaded(stream)],
  },
});
py.modules['org.yaml.snakeyaml'] = () => ({ DumperOptions, Yaml });
py.modules['org.yaml.snakeyaml.constructor'] = () => ({
  Constructor: py.defineOpenType('Constructor', { start: () => undefined }),
  SafeConstructor: py.defineOpenType('SafeConstructor', { start: () => undefined }),
});

/** The modules copy, types, textwrap and StringIO. Their implementation here is small and needs no compiler. */
const B = Sk.builtin;

const same = (value) => value;

/** Copies a dict or an object of a script's class. `part` copies each of its members. */
const rebuilt = (value, part) => {
  const made = Object.assign(Object.create(Object.getPrototypeOf(value)), value);
  for (const [key, held] of Object.entries(made)) if (Array.isArray(held)) made[key] = held.slice();
  return { made, fill: () => fill(made, value, part) };
};
const fill = (made, value, part) => {
  if (value instanceof B.dict) {
    Object.assign(made, { entries: Object.create(null), buckets: {}, size: 0 });
    for (const [key, item] of value.$items()) B.dict.prototype.set$item.call(made, key, part(item));
  }
  if (value.$d instanceof B.dict) made.$d = new B.dict(value.$d.$items().flatMap(([key, item]) => [key, part(item)]));
};

const isPlain = (value) =>
  value === py.none || value instanceof B.int_ || value instanceof B.float_ || py.isText(value);
const isOpen = (value) => value instanceof B.dict || value.$d instanceof B.dict;

const copied = (value, part, seen) => {
  if (isPlain(value)) return value;
  if (seen.has(value)) return seen.get(value);
  if (value.constructor === B.list) {
    const made = new B.list([]);
    seen.set(value, made);
    made.v.push(...value.v.map(part));
    return made;
  }
  if (value.constructor === B.tuple) return new B.tuple(value.v.map(part));
  if (value.constructor === B.set) return new B.set(py.items(value));
  if (!isOpen(value) || value instanceof B.type || value instanceof B.func) return value;
  const { made, fill } = rebuilt(value, part);
  seen.set(value, made);
  fill();
  return made;
};

const deep = (value) => {
  const seen = new Map();
  const part = (one) => copied(one, part, seen);
  return part(value);
};

py.modules.copy = () => ({
  copy: py.define('copy', ['x'], (value) => copied(value, same, new Map())),
  deepcopy: py.define('deepcopy', ['x', 'memo?'], deep),
});

const types = {
  NoneType: py.none.ob$type,
  BuiltinFunctionType: B.sk_method,
  BuiltinMethodType: B.sk_method,
  ClassType: B.type,
  ComplexType: B.complex,
  // instances of old-style classes in Python 2; here such classes derive from object
  InstanceType: py.defineClass('instance', {}),
  ObjectType: B.object,
  SliceType: B.slice,
  UnboundMethodType: B.method,
  TypeType: B.type,
  BooleanType: B.bool,
  IntType: B.int_,
  LongType: B.lng,
  FloatType: B.float_,
  StringType: B.str,
  UnicodeType: B.str,
  TupleType: B.tuple,
  ListType: B.list,
  DictType: B.dict,
  DictionaryType: B.dict,
  FunctionType: B.func,
  LambdaType: B.func,
  GeneratorType: B.generator,
  MethodType: B.method,
  ModuleType: B.module,
};
py.modules.types = () => ({ ...types, StringTypes: new B.tuple([B.str]) });

const dedented = (text) => {
  const lines = text.split('\n').map((line) => (line.trim() === '' ? '' : line));
  const margins = lines.filter((line) => line !== '').map((line) => /^[ \t]*/.exec(line)[0].length);
  const margin = margins.length === 0 ? 0 : Math.min(...margins);
  return lines.map((line) => line.slice(margin)).join('\n');
};

const wrapped = (text, width) => {
  const lines = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
};
const widthOf = (width) => (width === undefined ? 70 : py.wholeOf(width, 'wrap'));

py.modules.textwrap = () => ({
  dedent: py.define('dedent', ['text'], (text) => py.text(dedented(py.textOf(text, 'dedent')))),
  wrap: py.define('wrap', ['text', 'width?'], (text, width) =>
    py.toPython(wrapped(py.textOf(text, 'wrap'), widthOf(width))),
  ),
  fill: py.define('fill', ['text', 'width?'], (text, width) =>
    py.text(wrapped(py.textOf(text, 'fill'), widthOf(width)).join('\n')),
  ),
});

const taken = (stream, to) => {
  const text = stream.text.slice(stream.at, to);
  stream.at += text.length;
  return text;
};
const lineEnd = (stream) => {
  const end = stream.text.indexOf('\n', stream.at);
  return end < 0 ? stream.text.length : end + 1;
};
const written = (stream, text) => {
  stream.text = stream.text.slice(0, stream.at) + text + stream.text.slice(stream.at + text.length);
  stream.at += text.length;
};
const linesOf = (stream) => {
  const lines = [];
  while (stream.at < stream.text.length) lines.push(taken(stream, lineEnd(stream)));
  return lines;
};

const Memory = py.defineClass('StringIO.StringIO', {
  construct() {
    Object.assign(this, { text: '', at: 0 });
  },
  slots: {
    tp$iter() {
      return Sk.abstr.iter(py.toPython(linesOf(this)));
    },
  },
  methods: {
    write: [['text'], (stream, text) => written(stream, new B.str(text).v)],
    writelines: [
      ['lines'],
      (stream, lines) =>
        written(
          stream,
          py
            .items(lines)
            .map((line) => line.v)
            .join(''),
        ),
    ],
    getvalue: [[], (stream) => py.text(stream.text)],
    read: [
      ['size?'],
      (stream, size) => py.text(taken(stream, size === undefined ? undefined : stream.at + py.wholeOf(size, 'read'))),
    ],
    readline: [[], (stream) => py.text(taken(stream, lineEnd(stream)))],
    readlines: [[], (stream) => py.toPython(linesOf(stream))],
    seek: [['offset'], (stream, offset) => void Object.assign(stream, { at: py.wholeOf(offset, 'seek') })],
    tell: [[], (stream) => py.number(stream.at)],
    close: [[], () => undefined],
    flush: [[], () => undefined],
  },
});
py.MemoryFile = Memory;

const inMemory = py.define('StringIO', ['text?'], (text) => Object.assign(new Memory(), { text: text?.v ?? '' }));
py.modules.StringIO = () => ({ StringIO: inMemory });
py.modules.cStringIO = () => ({ StringIO: inMemory });

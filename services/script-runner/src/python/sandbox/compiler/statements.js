/** `print` with and without a stream, and `raise`. */
const { compiler } = py;
const { emit } = Sk;
const B = Sk.builtin;

compiler.cprint = function compilePrint(node) {
  const stream = node.dest ? this._gr('stream', 'Sk.$stream(', this.vexpr(node.dest), ')') : 'Sk.$stream()';
  for (const value of node.values) emit('Sk.$print(', stream, ',', this.vexpr(value), ');');
  if (node.nl) emit('Sk.$endLine(', stream, ');');
};

/** Streams with a value in their current line: the next value is preceded by a space. */
let inLine = new WeakSet();
py.resetStreams = () => {
  inLine = new WeakSet();
};
/** Resets a stream when a script itself writes to it. */
py.beginLine = (stream) => inLine.delete(stream);

const streamOfTask = () => py.importModule('sys').$d.stdout;
Sk.$stream = (stream) => (py.isNone(stream) ? streamOfTask() : stream);
const write = (stream, text) => py.call(Sk.abstr.gattr(stream, py.text('write')), text);
const endsLine = /[\t\n\v\f\r]$/;
Sk.$print = (stream, value) => {
  if (inLine.has(stream)) write(stream, py.text(' '));
  const text = py.isText(value) ? value : new B.str(value);
  write(stream, text);
  if (py.isText(value) && endsLine.test(text.v)) inLine.delete(stream);
  else inLine.add(stream);
};
Sk.$endLine = (stream) => {
  write(stream, py.text('\n'));
  inLine.delete(stream);
};

const isErrorClass = (value) => value.prototype instanceof B.BaseException;
const made = (type, value) => {
  if (value instanceof type) return value;
  if (value === py.none) return py.call(type);
  return value instanceof B.tuple ? py.call(type, ...value.v) : py.call(type, value);
};
/** Returns the exception of `raise type, value`. */
Sk.$exception = (type, value) => {
  if (type instanceof B.tuple && type.v.length > 0) return Sk.$exception(type.v[0], value);
  if (type instanceof B.BaseException) {
    if (value !== py.none) py.raise('TypeError', 'instance exception may not have a separate value');
    return type;
  }
  const error = isErrorClass(type) ? made(type, value) : undefined;
  if (error instanceof B.BaseException) return error;
  return py.raise(
    'TypeError',
    `exceptions must be old-style classes or derived from BaseException, not ${Sk.abstr.typeName(error ?? type)}`,
  );
};
Sk.$errorInfo = (error) => Sk.builtin.getExcInfo(error).v;

compiler.craise = function compileRaise(node) {
  if (!node.exc) {
    this.rethrow('Sk.$handled()');
    return;
  }
  const type = this._gr('type', this.vexpr(node.exc));
  const value = node.inst ? this.vexpr(node.inst) : 'Sk.builtin.none.none$';
  if (node.tback) this.vexpr(node.tback);
  emit('throw Sk.$exception(', type, ',', value, ');');
};

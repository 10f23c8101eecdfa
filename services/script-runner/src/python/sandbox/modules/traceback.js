/** The module traceback, and the exception state of sys. Only frames of the script itself are included. */
const B = Sk.builtin;

/**
 * The exception that a handler caught last. The code of each function adds its own name to the frames of a traceback.
 */
let caught;
py.resetCaught = () => {
  caught = undefined;
};
Sk.$caught = (error) => {
  caught = error;
};
Sk.$handling = (...before) => {
  const now = caught;
  if (before.length > 0) [caught] = before;
  return now;
};
/** Returns the exception that a `raise` without arguments raises, outside of the function that has caught it. */
Sk.$handled = () =>
  caught ?? py.raise('TypeError', 'exceptions must be old-style classes or derived from BaseException, not NoneType');
const places = py.patternInCode(/var (\$scope\d+)=\(function|err\.traceback\.push\(\{/.source);
py.withCaught = (code) => {
  let scope = '';
  return py.changedCode(code, places, (found, begun) => {
    if (begun) scope = begun;
    if (begun) return found;
    return `${found}scope: ${scope}, `;
  });
};

const nameOf = ({ scope }) => scope?.co_name?.v ?? '<module>';
const fileOf = ({ filename }) => (py.isModuleFile(filename) ? filename : '<string>');
const frameText = (frame) => `  File "${fileOf(frame)}", line ${frame.lineno}, in ${nameOf(frame)}\n`;
const framesOf = (error) => (error?.traceback ?? []).filter(({ lineno }) => lineno > 0).reverse();

const Trace = py.defineClass('traceback', {
  getters: { tb_lineno: (trace) => py.number(framesOf(trace.error)[0]?.lineno ?? 0) },
});
const traceOf = (error) => Object.assign(new Trace(), { error });

const lastLine = (error) => {
  const { type, message } = py.describe(error);
  return message === '' ? `${type}\n` : `${type}: ${message}\n`;
};
const linesOf = (error) => {
  const frames = framesOf(error).map(frameText);
  return [...(frames.length > 0 ? ['Traceback (most recent call last):\n'] : []), ...frames, lastLine(error)];
};
/** Returns the exception of the arguments (type, value, trace). The value may be missing, or a string. */
const given = (type, value) => {
  if (value instanceof B.BaseException) return value;
  return py.isNone(type) ? undefined : py.call(type, ...(py.isNone(value) ? [] : [value]));
};
const listOf = (lines) => new B.list(lines.map(py.text));
const text = (error) => (error === undefined ? 'None\n' : linesOf(error).join(''));
py.caughtText = () => text(caught);

const print = (written, stream) => {
  if (py.isNone(stream)) return py.write(written);
  return void py.call(Sk.abstr.gattr(stream, py.text('write')), py.text(written));
};

py.exceptionNames = {
  exc_info: py.define(
    'exc_info',
    [],
    () => new B.tuple(caught === undefined ? [py.none, py.none, py.none] : [caught.ob$type, caught, traceOf(caught)]),
  ),
  exc_clear: py.define('exc_clear', [], py.resetCaught),
};

const parts = ['type', 'value', 'tb'];
py.modules.traceback = () => ({
  format_exc: py.define('format_exc', ['limit?'], () => py.text(text(caught))),
  print_exc: py.define('print_exc', ['limit?', 'file?'], (_, stream) => print(text(caught), stream)),
  format_exception: py.define('format_exception', [...parts, 'limit?'], (type, value) =>
    listOf(linesOf(given(type, value))),
  ),
  format_exception_only: py.define('format_exception_only', parts.slice(0, 2), (type, value) =>
    listOf([lastLine(given(type, value))]),
  ),
  print_exception: py.define('print_exception', [...parts, 'limit?', 'file?'], (type, value, _trace, _limit, stream) =>
    print(linesOf(given(type, value)).join(''), stream),
  ),
  format_tb: py.define('format_tb', ['tb', 'limit?'], (trace) => listOf(framesOf(trace.error).map(frameText))),
  print_tb: py.define('print_tb', ['tb', 'limit?', 'file?'], (trace, _, stream) =>
    print(framesOf(trace.error).map(frameText).join(''), stream),
  ),
  extract_tb: py.define(
    'extract_tb',
    ['tb', 'limit?'],
    (trace) =>
      new B.list(
        framesOf(trace.error).map(
          (frame) => new B.tuple([py.text(fileOf(frame)), py.number(frame.lineno), py.text(nameOf(frame)), py.none]),
        ),
      ),
  ),
  format_stack: py.define('format_stack', [], () => listOf([])),
  print_stack: py.define('print_stack', [], () => undefined),
});

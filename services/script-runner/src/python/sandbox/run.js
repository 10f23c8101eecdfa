/**
 * One run: compiles the script, sets its names, runs it, and returns the result. Each run has new names and modules.
 */
const B = Sk.builtin;
const file = py.scriptFile;
/** Longer than the displayed output, so that a secret at the cut is complete and can be masked. */
const maxOutput = 72 * 1024;

let output = '';
/** The times of the lines; undefined: no output so far, null: not recorded. */
let times;
const write = (text) => {
  if (output.length >= maxOutput) return;
  const kept = text.slice(0, maxOutput - output.length);
  output += kept;
  if (times === undefined) times = py.effects.lineTimes();
  times?.add(kept);
};
py.write = write;

/**
 * Translates a Python text to JavaScript. The value of the code is a function that runs it with given names. It is in
 * parentheses, since V8 then compiles the inner functions, too, and includes them in its cache.
 */
const translate = (text, name, divides) => {
  const { code } = Sk.compile(text, name, 'exec', false);
  const changed = py.withNames(py.withCaught(divides ? py.withTrueDivision(code) : code));
  const whole = /^\$compiledmod = (function\(\) \{[\s\S]*\})\(\);\s*$/.exec(changed);
  return `(${whole[1]})()`;
};
py.translate = (text, name, divides = py.dividesTruly(text)) => {
  lines = text.split(/\r\n?|\n/).length;
  Sk.__future__ = py.futureOf(text);
  return translate(py.prepare(text), name, divides);
};

/** Compiles a text for a script. Returns a function. Errors have the position of the script. */
py.compileText = (text, name) => {
  const before = { lines, future: Sk.__future__ };
  try {
    return Sk.global.eval(py.translate(text, name, last.divides || py.dividesTruly(text)));
  } finally {
    ({ lines, future: Sk.__future__ } = before);
  }
};

const messageOf = (error) => {
  try {
    return new B.str(error).v;
  } catch {
    return '';
  }
};

/** The number of lines of the running script. A parser that expects more text reports a line after the end. */
let lines = 1;

const isOfScript = ({ filename }) => filename === file;
const isPlace = ({ lineno }) => Number.isInteger(lineno) && lineno > 0;

const lineOf = (error) => {
  const location = (error.traceback ?? []).find(isOfScript);
  return location !== undefined && isPlace(location) ? Math.min(location.lineno, lines) : null;
};
/** Returns the line in the script, and the position in a module of its jar if the error was raised there. */
const locationOf = (error) => {
  const [inner] = (error.traceback ?? []).filter(isPlace);
  const isInModule = inner !== undefined && !isOfScript(inner) && py.isModuleFile(inner.filename);
  return { line: lineOf(error), ...(isInModule && { at: { file: inner.filename, line: inner.lineno } }) };
};

const tooDeep = 'maximum recursion depth exceeded';
const tooLarge = { type: 'MemoryError', message: 'a value is larger than the limit' };
/** Returns Python 2's names of errors for skulpt's. */
const asInPython2 = (type, message) => {
  if (type === 'RecursionError') return { type: 'RuntimeError', message: tooDeep };
  if (type === 'SyntaxError' && /^bad (?:input|token)/.test(message)) return { type, message: 'invalid syntax' };
  return { type, message };
};

/** Describes an exception for the caller: its class, message and position. */
const describe = (thrown) => {
  if (thrown instanceof B.BaseException && !(thrown instanceof B.ExternalError)) {
    return { ...asInPython2(Sk.abstr.typeName(thrown), messageOf(thrown)), ...locationOf(thrown) };
  }
  const inner = thrown.nativeError ?? thrown;
  if (inner instanceof RangeError) {
    const isDeep = /call stack/i.test(inner.message);
    return { ...(isDeep ? asInPython2('RecursionError') : tooLarge), ...locationOf(thrown) };
  }
  return { type: 'SystemError', message: 'the interpreter could not continue', ...locationOf(thrown) };
};

py.describe = describe;

const isQuietExit = (thrown) => {
  if (!(thrown instanceof B.SystemExit)) return false;
  const [code] = thrown.args.v;
  return py.isNone(code) || (code instanceof B.int_ && Number(code.v) === 0);
};

/** The compiled script of the last run: an isolate serves one version of one script. */
let last = { text: undefined, run: undefined, needs: [], divides: false };
const compile = (text) => {
  if (last.text !== text) {
    const run = Sk.global.eval(py.translate(text, file));
    const needs = py.needsOfScript(py.lastImports());
    last = { text, run, needs, lines, future: Sk.__future__, divides: py.dividesTruly(text) };
  }
  ({ lines, future: Sk.__future__ } = last);
  return last;
};

const firstNames = (inputs) => {
  const names = { __name__: new B.str('__main__'), __doc__: py.none };
  for (const [name, value] of Object.entries(inputs)) names[Sk.fixReserved(name)] = value;
  return names;
};

/**
 * Returns the JSON of a value. If all variables are requested, those without JSON, for example cyclic ones, are
 * omitted.
 */
const plainOf = (value) => {
  try {
    return py.toJson(value);
  } catch {
    return undefined;
  }
};

/** Whether a value is a function, class or module, which is never an output. */
const isDefinition = (value) =>
  value instanceof B.func || value instanceof B.type || value instanceof B.module || value instanceof B.sk_method;

const warn = (text) => {
  if (output !== '' && !output.endsWith('\n')) write('\n');
  write(`Warning: ${text}\n`);
};

const wantedOf = (names, wanted, given) => {
  const found = {};
  const limit = py.fitting();
  const keys = wanted === '*' ? Object.keys(names).map(Sk.unfixReserved) : wanted;
  for (const key of keys) {
    if (key.startsWith('__') || !Object.hasOwn(names, Sk.fixReserved(key))) continue;
    const value = names[Sk.fixReserved(key)];
    if (wanted === '*' && value === given[key]) continue;
    if (wanted !== '*' && isDefinition(value)) continue;
    const jsonValue = wanted === '*' ? plainOf(value) : py.outputOf(key, value, limit, warn);
    if (jsonValue !== undefined) found[key] = jsonValue;
  }
  return found;
};

/**
 * The result variable of these purposes, instead of `result`. It has priority over the value of a single expression.
 */
const deciders = new Map([
  ['webhook', 'authenticated'],
  ['eventSource', 'output'],
]);

const deciding = (names, purpose) => {
  const variable = deciders.get(purpose) ?? 'result';
  const isOther = !deciders.has(purpose) || !Object.hasOwn(names, variable);
  const value = names[isOther && Object.hasOwn(names, py.expressionName) ? py.expressionName : variable];
  if (value === undefined) return null;
  const jsonValue = py.toJson(value);
  return jsonValue === undefined ? new B.str(value).v : jsonValue;
};

const clearState = () => {
  output = '';
  times = undefined;
  Sk.sysmodules = new B.dict([]);
  Sk.globals = {};
  py.resetCaught();
  py.resetMissingNames();
  py.resetPreloaded();
  py.resetModules();
  py.resetTexts();
  py.resetGenerators();
  py.resetStreams();
  py.resetOrder();
};

const run = (request) => {
  clearState();
  py.effects.begin(request);
  const given = py.namesOf(request);
  const names = firstNames(given);
  let error = null;
  try {
    compile(request.script).run(names);
  } catch (thrown) {
    if (!isQuietExit(thrown)) error = describe(thrown);
  }
  try {
    py.closeGenerators();
    if (error === null) py.settle();
  } catch (thrown) {
    error ??= describe(thrown);
  }
  return { error, names, given };
};

const { stringify, parse } = JSON;

const printed = () => ({ output, lineTimes: times?.list() });

const answer = (request) => {
  const { error, names, given } = run(request);
  const actions = py.actions();
  try {
    const result = error ? null : deciding(names, request.purpose);
    const variables = wantedOf(names, request.wanted, given);
    const scheduled = error ? undefined : (parse(py.effects.scheduled() ?? 'null') ?? undefined);
    return { error, result, variables, actions, ...printed(), lacks: py.missingNames(), scheduled };
  } catch (thrown) {
    return { error: describe(thrown), result: null, variables: {}, actions, ...printed(), lacks: py.missingNames() };
  }
};

globalThis.__run = (request) => stringify(answer(py.parseJson(request)));
globalThis.__compile = (text) => {
  try {
    clearState();
    const { needs } = compile(text);
    return needs.length > 0 ? stringify({ needs }) : '{}';
  } catch (thrown) {
    return stringify({ error: describe(thrown) });
  }
};
/** Returns the result for a text of a jar, or its compile error, as JSON. */
const jarLocation = (does) => (request) => {
  try {
    clearState();
    return stringify(does(parse(request)));
  } catch (thrown) {
    const { at, line, ...error } = describe(thrown);
    return stringify({ error: { ...error, line: at?.line ?? line } });
  }
};
globalThis.__translate = jarLocation(py.translateModule);
globalThis.__inspect = jarLocation((given) => ({ lacks: py.inspect(given) }));

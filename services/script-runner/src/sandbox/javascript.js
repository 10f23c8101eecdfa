// Sandbox code of JavaScript. It defines three globals, which the host removes before untrusted code runs:
// `__begin(request)` sets the names of the script, `__end(values, value, …)` returns the result, and `__printed()` the
// output of a failed script. The script runs in the same realm, so this code saves all builtins that it needs before
// the script starts.
{
  const { parse, stringify } = JSON;
  const { hasOwn, keys } = Object;
  const { ownKeys, get: getOf, defineProperty } = Reflect;
  const { toLowerCase } = String.prototype;
  const { join, map } = Array.prototype;
  const apply = Reflect.apply;
  const asText = String;
  const { isSafeInteger } = Number;
  const { exec } = RegExp.prototype;
  const { isArray } = Array;
  const isOfArrays = (name) => name !== 'toString' && hasOwn(Array.prototype, name);
  const textMethods = ownKeys(String.prototype)
    .filter((name) => typeof name === 'string' && !isOfArrays(name) && name !== 'constructor')
    .map((name) => [name, String.prototype[name]])
    .filter(([, does]) => typeof does === 'function');
  const InvalidInput = TypeError;
  const AnyError = Error;
  const ProxyOf = Proxy;
  const global = globalThis;
  const createRecorder = global.__recording;
  delete global.__recording;
  const { __hashing: hashing } = global;
  delete global.__hashing;
  const { outputOf, dictOf, fitting } = global.__storedValues;
  delete global.__storedValues;
  const { namesOf: namesOfHttp, contentOf, contentIn } = global.__http;
  delete global.__http;
  const effects = global.__effects;
  delete global.__effects;
  defineProperty(Math, 'random', { value: effects.random, writable: true, enumerable: false, configurable: true });

  /** JavaScript numbers cannot represent all integers beyond 2^53, so scripts receive their digits as text. */
  const exactInteger = (_name, value, { source }) =>
    typeof value === 'number' && !isSafeInteger(value) && apply(exec, /^-?[0-9]+$/, [source]) !== null ? source : value;

  /**
   * Parses a request. A reviver makes parsing several times slower, so it is used only for texts with 16 consecutive
   * digits.
   */
  const readRequest = (text) => (apply(exec, /[0-9]{16}/, [text]) === null ? parse(text) : parse(text, exactInteger));

  /** Returns the JSON of a value; null for functions, cycles, big integers, and getters that throw. */
  const jsonOrNull = (value) => {
    try {
      const text = stringify(value);
      return typeof text === 'string' ? text : null;
    } catch {
      return null;
    }
  };

  const define = (name, value) =>
    defineProperty(global, name, { value, writable: true, enumerable: false, configurable: true });

  const displayText = (value) => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null || value instanceof AnyError) return asText(value);
    return jsonOrNull(value) ?? 'Object';
  };

  /** Returns an object whose lookups ignore case (compatibility.md, Scripts). */
  function anyCase(headers) {
    const spelled = { __proto__: null };
    for (const name of keys(headers)) spelled[apply(toLowerCase, name, [])] = name;
    const spellingOf = (name) =>
      typeof name === 'symbol' || hasOwn(headers, name) ? name : (spelled[apply(toLowerCase, name, [])] ?? name);
    return new ProxyOf(headers, {
      __proto__: null,
      get: (target, name) => getOf(target, spellingOf(name)),
      has: (target, name) => spellingOf(name) in target,
    });
  }

  /**
   * Converts the values of each parameter to an array that also acts as the text of its first value (compatibility.md,
   * Scripts). Members of both types are those of the array.
   */
  function asValues(parameters) {
    const names = keys(parameters);
    for (let i = 0; i < names.length; i += 1) {
      const values = parameters[names[i]];
      const first = isArray(values) ? values[0] : undefined;
      if (typeof first !== 'string') continue;
      for (let at = 0; at < textMethods.length; at += 1) {
        const [name, does] = textMethods[at];
        const value = (...args) => apply(does, first, args);
        defineProperty(values, name, { __proto__: null, value, writable: true, configurable: true });
      }
    }
    return parameters;
  }

  /**
   * Returns the function that creates the events of an event source: objects of a type that a plugin defines, with all
   * its properties.
   */
  const constructorOf = (types) => (type, properties) => {
    const name = asText(type);
    if (!hasOwn(types, name)) throw new InvalidInput(`no plugin defines a type '${name}'`);
    const made = { __proto__: null };
    const add = (from) => {
      const names = keys(from);
      for (let i = 0; i < names.length; i += 1) {
        if (!hasOwn(types[name], names[i])) throw new InvalidInput(`${name} has no property '${names[i]}'`);
        made[names[i]] = from[names[i]];
      }
    };
    add(types[name]);
    add(properties ?? {});
    made.type = name;
    return made;
  };

  /** Calls an API method. In scripts, files are texts or arrays of bytes. */
  function calledBy(recording, api, method, args) {
    const at = recording.contentAt(api, method);
    if (at !== undefined) args[at] = contentOf(args[at]) ?? contentOf('');
    const answer = recording.call(api, method, args);
    return recording.answersContent(api, method) ? contentIn(answer) : answer;
  }

  const apiOf = (recording, api) =>
    new ProxyOf(
      { __proto__: null },
      {
        __proto__: null,
        get: (_, method) =>
          typeof method === 'symbol' || method === 'then' || method === 'toJSON'
            ? undefined
            : (...args) => calledBy(recording, api, method, args),
      },
    );

  function showRelease(snapshot, recording) {
    const { finders } = recording;
    for (const name of keys(finders)) define(name, finders[name]);
    define('release', finders.getCurrentRelease());
    define('phase', finders.getCurrentPhase());
    const task = finders.getCurrentTask();
    const printed = task?.statusLine;
    define('task', task);
    const settleTask = () => {
      if (typeof task?.statusLine === 'string' && task.statusLine !== printed) recording.setStatusLine(task.statusLine);
    };
    for (const api of recording.apis) define(api, apiOf(recording, api));
    const settleAll = ['releaseVariables', 'globalVariables', 'folderVariables'].map((name) => {
      const { dict, settle } = dictOf(snapshot[name], recording.setVariable);
      define(name, dict);
      return settle;
    });
    add(settleAll, settleTask);
    return settleAll;
  }

  function showEffects(print, task) {
    const { http, HttpRequest, sleep, schedule } = namesOfHttp(effects, inputs, print);
    define('http', http);
    define('HttpRequest', HttpRequest);
    define('sleep', sleep);
    if (typeof task === 'object' && task !== null)
      defineProperty(task, 'schedule', { __proto__: null, value: schedule, writable: true, configurable: true });
  }

  let recording;
  let settles = [];
  let before;
  let inputs;

  global.__begin = (text) => {
    const request = readRequest(text);
    effects.begin(request);
    recording = createRecorder(request.snapshot);
    const { print } = recording;
    const say = (...values) => print(apply(join, apply(map, values, [displayText]), [' ']));
    define('print', say);
    define('hashing', hashing);
    if (request.types !== undefined) define('CI', constructorOf(request.types));
    define('console', { log: say, info: say, warn: say, error: say, debug: say });
    if (request.snapshot !== null) settles = showRelease(request.snapshot, recording);
    inputs = request.inputs;
    showEffects(say, global.task);
    for (const name of keys(inputs)) {
      const value = inputs[name];
      const isHeaders = name === 'headers' && typeof value === 'object' && value !== null;
      const isSent = (name === 'parameters' || name === 'params') && request.snapshot === null && value !== null;
      define(name, isHeaders ? anyCase(value) : isSent ? asValues(value) : value);
      if (name === 'input' && hasOwn(value, 'headers')) value.headers = anyCase(value.headers);
    }
    before = { __proto__: null };
    for (const name of ownKeys(global)) before[name] = true;
  };

  /** Returns the names that the script has defined, and the inputs that it has changed. */
  function madeNames() {
    const made = [];
    const names = ownKeys(global);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i];
      const isChanged = hasOwn(inputs, name) && name !== 'headers' && inputs[name] !== global[name];
      if (typeof name === 'string' && name !== 'result' && (isChanged || !(name in before))) add(made, name);
    }
    return made;
  }

  /** Adds an own element, even if assignments have been intercepted. */
  function add(list, value) {
    defineProperty(list, list.length, { value, writable: true, enumerable: true, configurable: true });
  }

  const writtenAs = (_, value) => jsonOrNull(value);

  function variablesOf(values, names, all) {
    let text = '';
    const seen = { __proto__: null };
    const fit = fitting();
    const storedAs = (name, value) => outputOf(name, value, fit, recording.print);
    const write = (name, value, jsonOf) => {
      if (seen[name]) return;
      const json = jsonOf(name, value);
      if (json === null) return;
      seen[name] = true;
      text += `${text === '' ? '' : ','}${stringify(name)}:${json}`;
    };
    for (let i = 0; i < names.length; i += 1) write(names[i], values[i + 1], all ? writtenAs : storedAs);
    const made = all ? madeNames() : [];
    for (let i = 0; i < made.length; i += 1) write(made[i], global[made[i]], writtenAs);
    return `{${text}}`;
  }

  function resultOf(decided) {
    if (typeof decided === 'object' && decided !== null && typeof decided.then === 'function') {
      throw new InvalidInput('the result is a promise, which is not supported');
    }
    const text = jsonOrNull(decided) ?? 'null';
    // Only the value true authenticates a caller (compatibility.md, Scripts), not a value whose JSON is `true`.
    return text === 'true' && decided !== true ? '"true"' : text;
  }

  const printedJson = () => {
    const times = recording.lineTimes();
    const timesJson = times === undefined ? '' : `,"lineTimes":${stringify(times)}`;
    return `"output":${stringify(recording.output())}${timesJson}`;
  };

  /** Returns the output of a script that has not finished, as JSON. */
  global.__printed = () => `{${printedJson()}}`;

  /**
   * `values` contains the result variable, then the values of `namesText`, the names as JSON. With `all`, all other
   * variables are included. If the script `isExpression`, the result is `value`, unless the variable `comesFirst` and
   * was set.
   */
  global.__end = (values, value, namesText, all, isExpression, comesFirst) => {
    const isVariable = !isExpression || (comesFirst && values[0] !== undefined);
    const result = resultOf(isVariable ? values[0] : value);
    for (let i = 0; i < settles.length; i += 1) settles[i]();
    const variables = variablesOf(values, parse(namesText), all);
    const scheduled = effects.scheduled();
    const goesOn = scheduled === null ? '' : `,"scheduled":${scheduled}`;
    const lacks = recording.lacks();
    const missingName = lacks.length === 0 ? '' : `,"lacks":${stringify(lacks)}`;
    return `{"error":null,"result":${result},"variables":${variables},"actions":${recording.actions()},${printedJson()}${missingName}${goesOn}}`;
  };
}

/** The names of a script that belongs to a release: its objects, variables, finders and API objects. */
const B = Sk.builtin;
const recordingOf = globalThis.__recording;
delete globalThis.__recording;
const RangeMistake = RangeError;

const noRelease = { release: {}, releaseVariables: [], globalVariables: [], folderVariables: [] };
/** Whether an API object has this method; undefined if there is no such object. */
py.isApiMethod = (api, method) => {
  const { apis, supports } = recordingOf(noRelease);
  return apis.includes(api) ? supports(api, method) : undefined;
};

let recording;
/** Returns a field of a release that the script has created and that does not exist yet; undefined for others. */
py.inherited = (id, name) => {
  const value = recording?.inherited ? asked(() => recording.inherited(id, name)) : undefined;
  return value === undefined ? undefined : py.memberOf(name, value, true);
};
py.actions = () => JSON.parse(recording.actions());
/**
 * Returns the unavailable methods of API objects that the script has called; empty for a text that is only inspected.
 */
py.missingMethods = () => recording?.lacks() ?? [];

/** The exception classes of REST errors, by names that are equal in both languages. */
const refusals = { __proto__: null, TypeError: B.TypeError };
py.refusals = refusals;
for (const name of ['NotFoundException', 'ForbiddenException', 'InvalidException'])
  refusals[name] = py.defineError(name, py.throwables.RuntimeException);

/** Calls the recorder, and converts its error to a Python exception. */
const asked = (ask) => {
  try {
    return ask();
  } catch (refused) {
    if (refused instanceof RangeMistake || refused instanceof B.BaseException) throw refused;
    throw new (refusals[refused.name] ?? B.RuntimeError)(refused.message);
  }
};

const plainOf = (value) => {
  const plain = py.toJson(value);
  return plain === undefined
    ? py.raise('TypeError', `${Sk.abstr.typeName(value)} objects cannot be handed over`)
    : plain;
};

/** Converts the content of a file to the form of a request body: text or bytes. */
const fileOf = (value) => {
  py.loadFile('http/transport');
  return py.bodyOf(py.contentOf(value, 'the content of a file') ?? py.text(''));
};
const fileIn = (body) => {
  py.loadFile('http/transport');
  return py.contentIn(body);
};

/** Returns the arguments in the order of `names`. Without `names`, keyword arguments are an error. */
const inOrder = (name, names, args, named, contentAt) => {
  const placed = args.slice();
  for (const [key, value] of Object.entries(named)) {
    const at = names.indexOf(key);
    if (at < 0) py.raise('TypeError', `${name}() takes no argument by the name ${key} here`);
    placed[at] = value;
  }
  return Array.from(placed, (value, at) => {
    if (value === undefined) return null;
    return at === contentAt ? fileOf(value) : plainOf(value);
  });
};

/**
 * Creates a function that calls the recorder. Results are copies that a script can change; an update call sends the
 * changes.
 */
const caller = (name, names, ask) =>
  py.defineOpen(name, (args, named) => {
    const plain = inOrder(name, names, args, named);
    return py.toRecord(asked(() => ask(plain)) ?? null, true);
  });

/** Creates a method of an API object. It has no keyword arguments. */
const methodOf = (api, method) =>
  py.defineOpen(`${api}.${method}`, (args, named) => {
    const plain = inOrder(`${api}.${method}`, [], args, named, recording.contentAt(api, method));
    const answer = asked(() => recording.call(api, method, plain)) ?? null;
    return recording.answersContent(api, method) ? fileIn(answer) : py.toRecord(answer, true);
  });

const Api = py.defineClass('Api', {
  slots: {
    tp$getattr(name) {
      if (name.v.startsWith('__')) return Sk.generic.getAttr.call(this, name);
      return methodOf(this.api, name.v);
    },
    $r() {
      return py.text(`<${this.api}>`);
    },
  },
});
const reads = {
  Release: ['releaseApi', 'getRelease'],
  Phase: ['phaseApi', 'getPhase'],
  Task: ['taskApi', 'getTask'],
  Folder: ['folderApi', 'getFolder'],
  Configuration: ['configurationApi', 'getConfiguration'],
};
/** Reads the object with an id, as a script would read it. */
py.readObject = (kind, id) => {
  const [api, method] = reads[kind];
  if (!recording.call)
    py.raise('RuntimeError', `this script has no access to releases: only the id of '${id}' is available`);
  return py.toRecord(
    asked(() => recording.call(api, method, [id])),
    true,
  );
};

const apiOf = (name) => Object.assign(new Api(), { api: name });

/** A dict of variables by key. Each write is recorded immediately, and changes inside a value at the end of the run. */
const Variables = Sk.abstr.buildNativeClass('Variables', {
  constructor: function Variables(items) {
    B.dict.call(this, items);
  },
  base: B.dict,
  slots: {},
});

const written = (value) => JSON.stringify(plainOf(value));
const note = (dict, key, value) => {
  const isText = /String|Reference/.test(dict.types.get(key) ?? '');
  const text = value === undefined ? 'null' : written(isText ? py.withTexts(value) : value);
  if (dict.known.get(key) === text || (value === undefined && !dict.known.has(key))) return;
  asked(() => recording.setVariable(key, JSON.parse(text)));
  dict.known.set(key, text);
};
const settled = (dict) => {
  for (const [key, value] of dict.$items()) note(dict, plainOf(key), value);
  for (const key of dict.known.keys()) if (!dict.sq$contains(py.text(key))) note(dict, key, undefined);
};
/** All writes to a dict use one of these slots. `known` is undefined while the dict is filled. */
for (const slot of ['mp$ass_subscript', 'set$item', 'pop$item']) {
  const plain = B.dict.prototype[slot];
  Variables.prototype[slot] = function changed(key, value) {
    const done = plain.call(this, key, value);
    if (this.known && py.isText(key)) note(this, key.v, this.mp$lookup(key));
    return done;
  };
}

const isSet = /\bSetStringVariable$/;
const heldBy = ({ type, value }) =>
  isSet.test(type) && Array.isArray(value) ? new B.set(value.map(py.text)) : py.toPython(value);

const dictOf = (variables) => {
  const dict = new Variables(variables.flatMap((variable) => [py.text(variable.key), heldBy(variable)]));
  dict.types = new Map(variables.map(({ key, type }) => [key, type]));
  dict.known = new Map(variables.map((variable) => [variable.key, written(heldBy(variable))]));
  return dict;
};

let hasRelease = false;
/** Returns the API object with this name; undefined for an unknown name, and in a script without a release. */
py.apiNamed = (name) => (hasRelease && recording.apis.includes(name) ? apiOf(name) : undefined);

let dicts = [];
let task;
const statusLine = () => task?.mp$lookup?.(py.text('statusLine'));
/** Records changes inside the values of variables, and of the status line. */
py.settle = () => {
  dicts.forEach(settled);
  const said = statusLine();
  if (py.isText(said) && said !== task.said) recording.setStatusLine(said.v);
};

const argumentNames = {
  getTasksByTitle: ['taskTitle', 'phaseTitle', 'releaseId'],
  getPhasesByTitle: ['phaseTitle', 'releaseId'],
  getReleasesByTitle: ['releaseTitle'],
};

const dictNames = ['releaseVariables', 'globalVariables', 'folderVariables'];

let prefix;
/** Returns the prefix of the product's types, taken from the type of the release. */
py.typePrefix = () => prefix;

/** Returns the names that a request's snapshot defines; none without a snapshot. */
py.releaseNames = ({ snapshot }) => {
  prefix = /^(.+)\.[^.]*$/.exec(snapshot?.release.type)?.[1] ?? 'rel';
  recording = recordingOf(snapshot);
  dicts = [];
  task = undefined;
  hasRelease = snapshot !== null;
  if (!hasRelease) return {};
  const { finders, apis } = recording;
  const names = {};
  for (const name of Object.keys(finders))
    names[name] = caller(name, argumentNames[name] ?? [], (args) => finders[name](...args));
  for (const api of apis) names[api] = apiOf(api);
  names.release = py.toRecord(finders.getCurrentRelease(), true);
  names.phase = py.toRecord(finders.getCurrentPhase(), true);
  names.task = py.toRecord(finders.getCurrentTask(), true);
  task = names.task;
  task.said = statusLine();
  dicts = dictNames.map((name) => dictOf(snapshot[name]));
  dictNames.forEach((name, at) => {
    names[name] = dicts[at];
  });
  return names;
};

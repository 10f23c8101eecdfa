// Guest code of every language: the actions of a script, beside its questions (reading.js). Evaluated before untrusted
// code; it defines one global, which the language's own files take and remove: `__recording(snapshot)` → { call(api,
// method, args), supports(api, method), contentAt(api, method), answersContent(api, method), apis, finders,
// setVariable(key, value), setStatusLine(text), print(text), actions(), output(), lacks() }. Values are JSON. The code
// has no effect of its own: actions are texts until the script has ended.
{
  const { stringify } = JSON;
  const { hasOwn, create, defineProperty, keys } = Object;
  const asText = String;
  const Refused = Error;

  /** More than is shown, so that a secret at the cut is seen whole and masked. */
  const keptOutput = 72 * 1024;
  /** Unavailable names are counted by name. */
  const mostLacks = 20;
  const nameable = /^[\w.]{1,100}$/;

  const apis = [
    'taskApi',
    'releaseApi',
    'phaseApi',
    'templateApi',
    'folderApi',
    'configurationApi',
    'userApi',
    'rolesApi',
    'triggersApi',
    'activityLogsApi',
    'facetApi',
    'reportApi',
    'riskApi',
    'environmentApi',
    'environmentLabelApi',
    'environmentStageApi',
    'environmentReservationApi',
    'applicationApi',
    'deliveryApi',
    'deliveryPatternApi',
    'deploymentServerApi',
    'managedApplicationApi',
    'releaseGroupApi',
    'dslApi',
    'deploymentServerApi',
    'managedApplicationApi',
  ];

  const { readingOf, idOf, pageOf } = globalThis.__reading;
  delete globalThis.__reading;
  const making = globalThis.__making;
  delete globalThis.__making;
  const taking = globalThis.__taking;
  delete globalThis.__taking;
  const outside = globalThis.__outside;
  delete globalThis.__outside;
  const plans = globalThis.__plans;
  delete globalThis.__plans;
  const others = globalThis.__others;
  delete globalThis.__others;
  const inheriting = globalThis.__inheriting;
  delete globalThis.__inheriting;
  const { taken, answered } = others.contents;
  const isObject = (given) => typeof given === 'object' && given !== null;
  /** A variable that is sent whole, with its value as its type takes it. */
  const withTaken = (variable) =>
    isObject(variable) && isObject(variable.value) && typeof variable.type === 'string'
      ? { ...variable, value: taking(variable.key, variable.type, variable.value) }
      : variable;
  /** An element of its own: an assignment would go through a setter that a script has put in its way. */
  const add = (list, value) => defineProperty(list, list.length, { __proto__: null, value });

  /** Methods that read one object by its id, which may not exist yet. */
  const readsOne = { __proto__: null };
  for (const name of ['Release', 'Variable']) readsOne[`releaseApi.get${name}`] = true;
  for (const name of ['Template', 'Variable']) readsOne[`templateApi.get${name}`] = true;
  for (const name of ['task', 'phase']) readsOne[`${name}Api.get${name === 'task' ? 'Task' : 'Phase'}`] = true;

  function releaseParts(wishing, snapshot, lack) {
    const { finders, methods: reading, ask, templateOf } = readingOf(snapshot);
    const { inherit, inherited } = inheriting(templateOf);
    const type = asText(snapshot.release.type ?? '');
    const prefix = type.slice(0, type.lastIndexOf('.')) || 'rel';
    const given = { idOf, withTaken, pageOf, inherit, reads: reading };
    const methods = create(null);
    for (const part of [reading, plans(wishing, prefix, given), outside(wishing, given), others(ask, wishing, given)])
      for (const api of keys(part)) methods[api] = { ...methods[api], ...part[api] };
    const supports = (api, method) => methods[api] !== undefined && hasOwn(methods[api], method);
    const call = (api, method, args) => {
      if (supports(api, method)) {
        const isMade = readsOne[`${api}.${method}`] === true && wishing.making.has(args[0]);
        return isMade ? wishing.making.read(args[0]) : methods[api][method](...args);
      }
      lack(`${api}.${method}`);
      throw new Refused(`${api}.${method} is not supported in scripts here`);
    };
    /** Which argument is the content of a file; undefined: none is. */
    const contentAt = (api, method) => taken[`${api}.${method}`];
    const answersContent = (api, method) => answered[`${api}.${method}`] === true;
    return { call, supports, finders, contentAt, answersContent, inherited };
  }

  const idNames = [
    ...['taskId', 'containerId', 'phaseId', 'releaseId', 'templateId', 'variableId', 'dependencyId', 'conditionId'],
    ...['target', 'configurationId', 'folderId', 'parentId', 'attachmentId', 'riskProfileId'],
  ];

  /** The actions of a script in order: as text at once, except those that create, which later calls may change. */
  function wishesOf() {
    const made = making();
    const all = [];
    const requireThere = (action) => {
      for (const name of idNames) {
        if (made.isUnnamed(action[name])) throw new Refused(`${action[name]} is not there before the script has ended`);
        made.name(action[name]);
      }
    };
    return {
      making: made,
      record(action) {
        requireThere(action);
        const text = stringify(action);
        add(all, () => text);
      },
      make(given, actionFor, as) {
        const { id, body, shown } = made.make(given, as);
        requireThere(actionFor(body, id));
        add(all, () => (made.isGone(id) ? null : stringify(actionFor(body, id))));
        return shown;
      },
      written() {
        let text = '';
        for (let i = 0; i < all.length; i += 1) {
          const one = all[i]();
          if (one !== null) text += text === '' ? one : `,${one}`;
        }
        return `[${text}]`;
      },
    };
  }

  /** Types of the variables that a script can write, by key. */
  function typesOf(snapshot) {
    const types = create(null);
    for (const name of ['releaseVariables', 'globalVariables', 'folderVariables'])
      for (const { key, type } of snapshot?.[name] ?? []) types[key] = type;
    return types;
  }

  globalThis.__recording = (snapshot) => {
    let output = '';
    const wishing = wishesOf();
    const { record } = wishing;
    const types = typesOf(snapshot);
    const setVariable = (key, value) => record({ does: 'setVariable', key, value: taking(key, types[key], value) });
    const setStatusLine = (value) => record({ does: 'setStatusLine', text: asText(value) });
    const print = (text) => {
      if (output.length < keptOutput) output += `${text}\n`.slice(0, keptOutput - output.length);
    };
    const lacks = [];
    const lack = (name) => {
      if (lacks.length < mostLacks && nameable.test(name) && !lacks.includes(name)) add(lacks, name);
    };
    const outcome = { actions: wishing.written, output: () => output, lacks: () => lacks };
    const written = { apis, setVariable, setStatusLine, print, ...outcome };
    return snapshot === null ? written : { ...written, ...releaseParts(wishing, snapshot, lack) };
  };
}

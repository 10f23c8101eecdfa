// Sandbox code of every language: the actions of a script; questions.js contains its requests for data. It is evaluated
// before untrusted code and defines one global, which the code of the language takes and removes:
// `__recording(snapshot)` → { call(api, method, args), supports(api, method), contentAt(api, method),
// answersContent(api, method), apis, finders, setVariable(key, value), setStatusLine(text), print(text), actions(),
// output(), lineTimes(), lacks() }. Values are JSON. The code has no side effects: actions are texts until the script has ended.
{
  const { stringify } = JSON;
  const { hasOwn, create, defineProperty, keys } = Object;
  const asText = String;
  const Refused = Error;

  /** Longer than the displayed output, so that a secret at the cut is complete and can be masked. */
  const keptOutput = 72 * 1024;
  /** The maximum number of reported unavailable names. */
  const maxLacks = 20;
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

  const { readingOf, idOf, pageOf } = globalThis.__questions;
  delete globalThis.__questions;
  const createdObjectsOf = globalThis.__createdObjects;
  delete globalThis.__createdObjects;
  const takeVariableValue = globalThis.__variableValues;
  delete globalThis.__variableValues;
  const resourceActions = globalThis.__resourceActions;
  delete globalThis.__resourceActions;
  const planActions = globalThis.__planActions;
  delete globalThis.__planActions;
  const otherActions = globalThis.__userRiskFileActions;
  delete globalThis.__userRiskFileActions;
  const { lineTimes } = globalThis.__effects;
  const recordingMethods = globalThis.__recordingMethods;
  delete globalThis.__recordingMethods;
  const templateFields = globalThis.__templateFields;
  delete globalThis.__templateFields;
  const { taken, answered } = otherActions.contents;
  const isObject = (value) => typeof value === 'object' && value !== null;
  /** Returns a variable with its value converted for its type. */
  const withVariableValue = (variable) =>
    isObject(variable) && isObject(variable.value) && typeof variable.type === 'string'
      ? { ...variable, value: takeVariableValue(variable.key, variable.type, variable.value) }
      : variable;
  /** Adds an own element. An assignment would call a setter that a script may have defined. */
  const add = (list, value) => defineProperty(list, list.length, { __proto__: null, value });

  const commentOf = (input) => {
    if (input === undefined || input === null) return null;
    if (typeof input !== 'object') return asText(input);
    return asText(input.text ?? input.comment ?? '');
  };

  /**
   * Creates the methods that only record an action with their arguments, by API object (recordingMethods of
   * script-protocol).
   */
  function plainActions({ record }) {
    const readers = { __proto__: null, id: idOf, text: asText, comment: commentOf };
    const byApi = create(null);
    for (const { api, names, does, members } of recordingMethods) {
      const method = (...inputs) => {
        const action = { does };
        for (let at = 0; at < members.length; at += 1) {
          const value = readers[members[at][1]](inputs[at]);
          defineProperty(action, members[at][0], { __proto__: null, value, enumerable: true });
        }
        record(action);
      };
      byApi[api] ??= {};
      for (const name of names) byApi[api][name] = method;
    }
    return byApi;
  }

  /** Methods that read one object by its id. The object may not exist yet. */
  const readsOne = { __proto__: null };
  for (const name of ['Release', 'Variable']) readsOne[`releaseApi.get${name}`] = true;
  for (const name of ['Template', 'Variable']) readsOne[`templateApi.get${name}`] = true;
  for (const name of ['task', 'phase']) readsOne[`${name}Api.get${name === 'task' ? 'Task' : 'Phase'}`] = true;

  function releaseParts(recording, snapshot, recordMissing) {
    const { finders, methods: reading, ask, templateOf } = readingOf(snapshot);
    const { inherit, inherited } = templateFields(templateOf);
    const type = asText(snapshot.release.type ?? '');
    const prefix = type.slice(0, type.lastIndexOf('.')) || 'rel';
    const helpers = { idOf, withTaken: withVariableValue, pageOf, inherit, reads: reading };
    const methods = create(null);
    for (const part of [
      reading,
      plainActions(recording),
      planActions(recording, prefix, helpers),
      resourceActions(recording, helpers),
      otherActions(ask, recording, helpers),
    ])
      for (const api of keys(part)) methods[api] = { ...methods[api], ...part[api] };
    const supports = (api, method) => methods[api] !== undefined && hasOwn(methods[api], method);
    const call = (api, method, args) => {
      if (supports(api, method)) {
        const isMade = readsOne[`${api}.${method}`] === true && recording.making.has(args[0]);
        return isMade ? recording.making.read(args[0]) : methods[api][method](...args);
      }
      recordMissing(`${api}.${method}`);
      throw new Refused(`${api}.${method} is not supported in scripts here`);
    };
    /** Returns the index of the argument that is the content of a file, or undefined. */
    const contentAt = (api, method) => taken[`${api}.${method}`];
    const answersContent = (api, method) => answered[`${api}.${method}`] === true;
    return { call, supports, finders, contentAt, answersContent, inherited };
  }

  const idNames = [
    ...['taskId', 'containerId', 'phaseId', 'releaseId', 'templateId', 'variableId', 'dependencyId', 'conditionId'],
    ...['target', 'configurationId', 'folderId', 'parentId', 'attachmentId', 'riskProfileId'],
  ];

  /**
   * Collects the actions of a script in order. They are serialized immediately, except create actions, which later
   * calls may change.
   */
  function createActions() {
    const createdObjects = createdObjectsOf();
    const all = [];
    const requireThere = (action) => {
      for (const name of idNames) {
        if (createdObjects.isUnnamed(action[name]))
          throw new Refused(`${action[name]} is not available until the script has ended`);
        createdObjects.name(action[name]);
      }
    };
    return {
      making: createdObjects,
      record(action) {
        requireThere(action);
        const text = stringify(action);
        add(all, () => text);
      },
      make(input, actionFor, as) {
        const { id, body, shown: placeholder } = createdObjects.make(input, as);
        requireThere(actionFor(body, id));
        add(all, () => (createdObjects.isGone(id) ? null : stringify(actionFor(body, id))));
        return placeholder;
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

  /** Returns the types of the variables that a script can write, by key. */
  function typesOf(snapshot) {
    const types = create(null);
    for (const name of ['releaseVariables', 'globalVariables', 'folderVariables'])
      for (const { key, type } of snapshot?.[name] ?? []) types[key] = type;
    return types;
  }

  globalThis.__recording = (snapshot) => {
    let output = '';
    const recording = createActions();
    const { record } = recording;
    const types = typesOf(snapshot);
    const setVariable = (key, value) =>
      record({ does: 'setVariable', key, value: takeVariableValue(key, types[key], value) });
    const setStatusLine = (value) => record({ does: 'setStatusLine', text: asText(value) });
    let times;
    const print = (text) => {
      if (output.length >= keptOutput) return;
      const kept = `${text}\n`.slice(0, keptOutput - output.length);
      output += kept;
      if (times === undefined) times = lineTimes();
      times?.add(kept);
    };
    const lacks = [];
    const recordMissing = (name) => {
      if (lacks.length < maxLacks && nameable.test(name) && !lacks.includes(name)) add(lacks, name);
    };
    const printed = { output: () => output, lineTimes: () => times?.list() };
    const outcome = { actions: recording.written, ...printed, lacks: () => lacks };
    const written = { apis, setVariable, setStatusLine, print, ...outcome };
    return snapshot === null ? written : { ...written, ...releaseParts(recording, snapshot, recordMissing) };
  };
}

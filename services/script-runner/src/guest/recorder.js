// Guest code of every language: what a script asks for, beside what it reads (reading.js). Evaluated before a
// stranger's code; it leaves one global, which the language's own files take and remove:
// `__recording(snapshot)` → { call(api, method, args), supports(api, method), apis, finders, setVariable(key, value), setStatusLine(text), print(text), actions(), output() }.
// Values in and out are what JSON can hold. Nothing here can do anything: actions are texts until the script has ended.
{
  const { stringify } = JSON;
  const { hasOwn, create, defineProperty } = Object;
  const asText = String;
  const Refused = Error;

  /** More than is shown, so that a secret at the cut is seen whole and masked. */
  const keptOutput = 72 * 1024;

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
    'releaseGroupApi',
    'dslApi',
  ];

  const { readingOf, idOf } = globalThis.__reading;
  delete globalThis.__reading;
  const making = globalThis.__making;
  delete globalThis.__making;
  const taking = globalThis.__taking;
  delete globalThis.__taking;
  const isObject = (given) => typeof given === 'object' && given !== null;
  /** A variable that is sent whole, with its value as its type takes it. */
  const withTaken = (variable) =>
    isObject(variable) && isObject(variable.value) && typeof variable.type === 'string'
      ? { ...variable, value: taking(variable.key, variable.type, variable.value) }
      : variable;
  const commentOf = (given) => {
    if (given === undefined || given === null) return null;
    if (typeof given !== 'object') return asText(given);
    return asText(given.text ?? given.comment ?? '');
  };
  /** An element of its own: an assignment would go through a setter that a script has put in its way. */
  const add = (list, value) => defineProperty(list, list.length, { __proto__: null, value });
  const whole = (given) => (typeof given === 'number' && given % 1 === 0 ? given : null);

  /**
   * A type of ours has our prefix, whichever of the family's the script was written for. Properties of a plugin's task
   * are one level below, where scripts of the family set them.
   */
  function newTask(given, prefix) {
    const type = asText(given);
    const dot = type.indexOf('.');
    const isOurs = dot === -1 || [prefix, 'rel', 'xlrelease'].includes(type.slice(0, dot));
    if (isOurs) return { type: `${prefix}.${type.slice(dot + 1)}`, title: '' };
    return { type, title: '', pythonScript: { type } };
  }

  function taskMethods({ record, make, making }, prefix) {
    const onTask = (does) => (id, comment) => record({ does, taskId: idOf(id), comment: commentOf(comment) });
    return {
      completeTask: onTask('completeTask'),
      failTask: onTask('failTask'),
      skipTask: onTask('skipTask'),
      retryTask: onTask('retryTask'),
      reopenTask: onTask('reopenTask'),
      startTaskNow: onTask('startTaskNow'),
      startPlannedTask: onTask('startTaskNow'),
      abortTask: onTask('abortTask'),
      commentTask: onTask('commentTask'),
      assignTask(id, username) {
        if (making.has(idOf(id))) making.change(idOf(id), { owner: asText(username) });
        else record({ does: 'assignTask', taskId: idOf(id), username: asText(username) });
      },
      addTask(container, task, position) {
        const containerId = idOf(container);
        if (!making.has(containerId)) {
          return make(task, (body) => ({ does: 'addTask', containerId, task: body, position: whole(position) }));
        }
        const inside = making.make(task);
        making.putInto(containerId, inside, whole(position));
        return inside.shown;
      },
      updateTask(id, given) {
        const task = given ?? id;
        if (making.has(idOf(id))) making.change(idOf(id), task);
        else record({ does: 'updateTask', taskId: idOf(id), task });
        return task;
      },
      deleteTask(id) {
        if (making.has(idOf(id))) making.remove(idOf(id));
        else record({ does: 'deleteTask', taskId: idOf(id) });
      },
      deleteDependency: (id) => record({ does: 'deleteDependency', dependencyId: idOf(id) }),
      newTask: (type) => newTask(type ?? 'Task', prefix),
      newComment: (comment) => ({ text: asText(comment) }),
    };
  }

  function releaseMethods({ record, make, making }) {
    return {
      createVariable(id, variable) {
        const releaseId = idOf(id);
        return make(withTaken(variable), (body) => ({ does: 'createVariable', releaseId, variable: body }));
      },
      updateVariable(id, given) {
        const variable = withTaken(given ?? id);
        if (making.has(idOf(id))) making.change(idOf(id), variable);
        else record({ does: 'updateVariable', variableId: idOf(id), variable });
        return variable;
      },
      updateRelease(id, given) {
        const release = given ?? id;
        record({ does: 'updateRelease', releaseId: idOf(id), release });
        return release;
      },
      start: (id) => record({ does: 'startRelease', releaseId: idOf(id) }),
      abort: (id, comment) => record({ does: 'abortRelease', releaseId: idOf(id), comment: commentOf(comment) }),
    };
  }

  function phaseMethods({ make }, prefix) {
    return {
      addPhase(id, phase, position) {
        const releaseId = idOf(id);
        return make(phase, (body) => ({ does: 'addPhase', releaseId, phase: body, position: whole(position) }));
      },
      newPhase: (title) => ({
        type: `${prefix}.Phase`,
        title: title === undefined || title === null ? '' : asText(title),
      }),
    };
  }

  const templateMethods = ({ make }) => ({
    start(id, given) {
      const templateId = idOf(id);
      const started = make(given ?? {}, (order) => ({ does: 'startTemplate', templateId, order }));
      return { ...started, title: started.releaseTitle ?? null };
    },
  });

  function releaseParts(wishing, snapshot) {
    const { finders, methods: reading } = readingOf(snapshot);
    const type = asText(snapshot.release.type ?? '');
    const prefix = type.slice(0, type.lastIndexOf('.')) || 'rel';
    const methods = create(null);
    methods.taskApi = { ...reading.taskApi, ...taskMethods(wishing, prefix) };
    methods.releaseApi = { ...reading.releaseApi, ...releaseMethods(wishing) };
    methods.phaseApi = { ...reading.phaseApi, ...phaseMethods(wishing, prefix) };
    methods.templateApi = { ...reading.templateApi, ...templateMethods(wishing) };
    methods.folderApi = reading.folderApi;
    methods.configurationApi = reading.configurationApi;
    const supports = (api, method) => methods[api] !== undefined && hasOwn(methods[api], method);
    const call = (api, method, args) => {
      if (supports(api, method)) return methods[api][method](...args);
      throw new Refused(`${api}.${method} is not supported in scripts here`);
    };
    return { call, supports, finders };
  }

  const idNames = ['taskId', 'containerId', 'releaseId', 'templateId', 'variableId', 'dependencyId'];

  /** What a script asks for, in order: as text at once, but for what is to be made, which later calls may change. */
  function wishesOf() {
    const made = making();
    const all = [];
    const requireThere = (action) => {
      for (const name of idNames) {
        if (made.has(action[name])) throw new Refused(`${action[name]} is not there before the script has ended`);
      }
    };
    return {
      making: made,
      record(action) {
        requireThere(action);
        const text = stringify(action);
        add(all, () => text);
      },
      make(given, actionFor) {
        const { id, body, shown } = made.make(given);
        requireThere(actionFor(body));
        add(all, () => (made.isGone(id) ? null : stringify(actionFor(body))));
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
    const outcome = { actions: wishing.written, output: () => output };
    const written = { apis, setVariable, setStatusLine, print, ...outcome };
    return snapshot === null ? written : { ...written, ...releaseParts(wishing, snapshot) };
  };
}

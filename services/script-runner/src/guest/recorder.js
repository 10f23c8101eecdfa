// Guest code of every language: what a script asks for, beside what it reads (reading.js). Evaluated before a
// stranger's code; it leaves one global, which the language's own files take and remove:
// `__recording(snapshot)` → { call(api, method, args), apis, finders, setVariable(key, value), print(text), actions(), output() }.
// Values in and out are what JSON can hold. Nothing here can do anything: actions are texts until the script has ended.
{
  const { stringify } = JSON;
  const { hasOwn, create } = Object;
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
  const commentOf = (given) => {
    if (given === undefined || given === null) return null;
    if (typeof given !== 'object') return asText(given);
    return asText(given.text ?? given.comment ?? '');
  };
  const whole = (given) => (typeof given === 'number' && given % 1 === 0 ? given : null);

  /** Properties of a plugin's task are one level below, where scripts of the family set them. */
  function newTask(given, ours) {
    const type = asText(given);
    const task = { type, title: '' };
    const dot = type.indexOf('.');
    return dot === -1 || ours.includes(type.slice(0, dot)) ? task : { ...task, pythonScript: { type } };
  }

  function taskMethods(record, prefix) {
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
      assignTask: (id, username) => record({ does: 'assignTask', taskId: idOf(id), username: asText(username) }),
      addTask(container, task, position) {
        record({ does: 'addTask', containerId: idOf(container), task, position: whole(position) });
        return task;
      },
      updateTask(id, given) {
        const task = given ?? id;
        record({ does: 'updateTask', taskId: idOf(id), task });
        return task;
      },
      deleteTask: (id) => record({ does: 'deleteTask', taskId: idOf(id) }),
      deleteDependency: (id) => record({ does: 'deleteDependency', dependencyId: idOf(id) }),
      newTask: (type) => newTask(type ?? `${prefix}.Task`, [prefix, 'rel', 'xlrelease']),
      newComment: (comment) => ({ text: asText(comment) }),
    };
  }

  function releaseMethods(record) {
    return {
      createVariable(id, variable) {
        record({ does: 'createVariable', releaseId: idOf(id), variable });
        return variable;
      },
      updateVariable(id, given) {
        const variable = given ?? id;
        record({ does: 'updateVariable', variableId: idOf(id), variable });
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

  function phaseMethods(record, prefix) {
    return {
      addPhase(id, phase, position) {
        record({ does: 'addPhase', releaseId: idOf(id), phase, position: whole(position) });
        return phase;
      },
      newPhase: (title) => ({
        type: `${prefix}.Phase`,
        title: title === undefined || title === null ? '' : asText(title),
      }),
    };
  }

  const templateMethods = (record) => ({
    start: (id, order) => record({ does: 'startTemplate', templateId: idOf(id), order: order ?? {} }),
  });

  function releaseParts(record, snapshot) {
    const { finders, methods: reading } = readingOf(snapshot);
    const type = asText(snapshot.release.type ?? '');
    const prefix = type.slice(0, type.lastIndexOf('.')) || 'rel';
    const methods = create(null);
    methods.taskApi = { ...reading.taskApi, ...taskMethods(record, prefix) };
    methods.releaseApi = { ...reading.releaseApi, ...releaseMethods(record) };
    methods.phaseApi = { ...reading.phaseApi, ...phaseMethods(record, prefix) };
    methods.templateApi = { ...reading.templateApi, ...templateMethods(record) };
    methods.folderApi = reading.folderApi;
    methods.configurationApi = reading.configurationApi;
    const call = (api, method, args) => {
      if (methods[api] !== undefined && hasOwn(methods[api], method)) return methods[api][method](...args);
      throw new Refused(`${api}.${method} is not supported in scripts here`);
    };
    return { call, finders };
  }

  globalThis.__recording = (snapshot) => {
    let actions = '';
    let output = '';
    const record = (action) => {
      const written = stringify(action);
      actions += actions === '' ? written : `,${written}`;
    };
    const setVariable = (key, value) => record({ does: 'setVariable', key, value: value ?? null });
    const print = (text) => {
      if (output.length < keptOutput) output += `${text}\n`.slice(0, keptOutput - output.length);
    };
    const written = { apis, setVariable, print, actions: () => `[${actions}]`, output: () => output };
    return snapshot === null ? written : { ...written, ...releaseParts(record, snapshot) };
  };
}

// Guest code of every language: what a script reads of its release, and what it asks for. Evaluated before a
// stranger's code; it leaves one global, which the language's own files take and remove:
// `__recording(snapshot)` → { call(api, method, args), apis, finders, setVariable(key, value), print(text), actions(), output() }.
// Values in and out are what JSON can hold. Nothing here can do anything: actions are texts until the script has ended.
{
  const { stringify } = JSON;
  const { isArray } = Array;
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

  const idOf = (given) => {
    const id = typeof given === 'object' && given !== null ? given.id : given;
    if (typeof id !== 'string' || id === '') throw new Refused('an id is needed, or an object that has one');
    return id;
  };
  const last = (id) => id.slice(id.lastIndexOf('/') + 1);
  const commentOf = (given) => {
    if (given === undefined || given === null) return null;
    if (typeof given !== 'object') return asText(given);
    return asText(given.text ?? given.comment ?? '');
  };
  const whole = (given) => (typeof given === 'number' && given % 1 === 0 ? given : null);

  function walk(tasks, found) {
    for (let i = 0; isArray(tasks) && i < tasks.length; i += 1) {
      found[found.length] = tasks[i];
      walk(tasks[i].tasks, found);
    }
    return found;
  }

  /** Reads of the snapshot; other releases are not in it. */
  function findersOf(snapshot) {
    const { release } = snapshot;
    const phases = isArray(release.phases) ? release.phases : [];
    const isOurs = (id) => id === undefined || id === null || last(asText(id)) === last(release.id);
    const own = (id) => {
      if (!isOurs(id)) throw new Refused('a script reads only the release that it belongs to');
    };
    const titled = (list, title) => list.filter((item) => item.title === title);
    const tasksIn = (list) => list.reduce((found, phase) => walk(phase.tasks, found), []);
    const byId = (list, id, kind) => {
      const found = list.find((item) => last(item.id) === last(idOf(id)));
      if (found === undefined) throw new Refused(`the release has no ${kind} ${idOf(id)}`);
      return found;
    };
    const orNull = (list, id) => (id === null ? null : (list.find((item) => last(item.id) === last(id)) ?? null));
    const finders = {
      getCurrentRelease: () => release,
      getCurrentPhase: () => orNull(phases, snapshot.phaseId),
      getCurrentTask: () => orNull(tasksIn(phases), snapshot.taskId),
      getCurrentFolder: () => snapshot.folder,
      getTasksByTitle(taskTitle, phaseTitle, releaseId) {
        own(releaseId);
        const anywhere = phaseTitle === undefined || phaseTitle === null;
        return titled(tasksIn(anywhere ? phases : titled(phases, phaseTitle)), taskTitle);
      },
      getPhasesByTitle(phaseTitle, releaseId) {
        own(releaseId);
        return titled(phases, phaseTitle);
      },
      getReleasesByTitle: (title) => titled([release], title),
      getVersion: () => snapshot.version ?? '',
    };
    const look = {
      own,
      task: (id) => byId(tasksIn(phases), id, 'task'),
      phase: (id) => byId(phases, id, 'phase'),
      variable: (id) => byId(snapshot.releaseVariables, id, 'variable'),
      active: () => tasksIn(phases).filter((task) => task.status === 'IN_PROGRESS'),
    };
    return { finders, look };
  }

  function taskMethods(record, { finders, look }, prefix) {
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
      newTask: (type) => ({ type: type === undefined || type === null ? `${prefix}.Task` : asText(type), title: '' }),
      newComment: (comment) => ({ text: asText(comment) }),
      getTask: (id) => look.task(id),
      searchTasksByTitle: (title, phaseTitle, releaseId) => finders.getTasksByTitle(title, phaseTitle, releaseId),
    };
  }

  function releaseMethods(record, { finders, look }, snapshot) {
    return {
      getRelease(id) {
        look.own(id);
        return snapshot.release;
      },
      getActiveTasks(id) {
        look.own(id);
        return look.active();
      },
      getVariables(id) {
        look.own(id);
        return snapshot.releaseVariables;
      },
      getVariable: (id) => look.variable(id),
      searchReleasesByTitle: (title) => finders.getReleasesByTitle(title),
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

  function phaseMethods(record, { finders, look }, prefix) {
    return {
      addPhase(id, phase, position) {
        record({ does: 'addPhase', releaseId: idOf(id), phase, position: whole(position) });
        return phase;
      },
      newPhase: (title) => ({
        type: `${prefix}.Phase`,
        title: title === undefined || title === null ? '' : asText(title),
      }),
      getPhase: (id) => look.phase(id),
      searchPhasesByTitle: (title, releaseId) => finders.getPhasesByTitle(title, releaseId),
    };
  }

  const templateMethods = (record) => ({
    start: (id, order) => record({ does: 'startTemplate', templateId: idOf(id), order: order ?? {} }),
  });

  function releaseParts(record, snapshot) {
    const read = findersOf(snapshot);
    const type = asText(snapshot.release.type ?? '');
    const prefix = type.slice(0, type.lastIndexOf('.')) || 'rel';
    const methods = create(null);
    methods.taskApi = taskMethods(record, read, prefix);
    methods.releaseApi = releaseMethods(record, read, snapshot);
    methods.phaseApi = phaseMethods(record, read, prefix);
    methods.templateApi = templateMethods(record);
    const call = (api, method, args) => {
      if (methods[api] !== undefined && hasOwn(methods[api], method)) return methods[api][method](...args);
      throw new Refused(`${api}.${method} is not supported in scripts here`);
    };
    return { call, finders: read.finders };
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

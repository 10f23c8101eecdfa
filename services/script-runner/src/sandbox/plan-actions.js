// Sandbox code of every language: actions on releases and their parts, except those that action-recorder.js derives
// from the protocol. It is evaluated before untrusted code and defines one global, which action-recorder.js takes and
// removes: `__planActions(wishing, prefix, { idOf, withTaken })` → methods by API object.
{
  const asText = String;

  const integerOrNull = (input) => (typeof input === 'number' && input % 1 === 0 ? input : null);

  /**
   * Creates a task. Types of the product family get the product's prefix, independent of the prefix in the script.
   * Scripts set the properties of a plugin task in the task; in the request they are one level below.
   */
  function newTask(input, prefix) {
    const type = asText(input);
    const dot = type.indexOf('.');
    const isOurs = dot === -1 || [prefix, 'rel', 'xlrelease'].includes(type.slice(0, dot));
    if (isOurs) return { type: `${prefix}.${type.slice(dot + 1)}`, title: '' };
    return { type, title: '', pythonScript: { type } };
  }

  function taskMethods({ record, make, making }, prefix, { idOf }) {
    const remove = (id) => {
      if (making.isPending(idOf(id))) making.remove(idOf(id));
      else record({ does: 'deleteTask', taskId: idOf(id) });
    };
    return {
      assignTask(id, username) {
        if (making.has(idOf(id))) making.change(idOf(id), { owner: asText(username) });
        else record({ does: 'assignTask', taskId: idOf(id), username: asText(username) });
      },
      addTask(container, task, position) {
        const containerId = idOf(container);
        if (!making.has(containerId)) {
          const action = (body) => ({ does: 'addTask', containerId, task: body, position: integerOrNull(position) });
          return make(task, action, { kind: 'Task', within: containerId });
        }
        const inside = making.make(task, { kind: 'Task', within: containerId });
        making.putInto(containerId, inside, integerOrNull(position));
        return inside.shown;
      },
      updateTask(id, input) {
        const task = input ?? id;
        if (making.has(idOf(id))) making.change(idOf(id), task);
        else record({ does: 'updateTask', taskId: idOf(id), task });
        return task;
      },
      deleteTask: remove,
      delete: remove,
      newTask: (type) => newTask(type ?? 'Task', prefix),
      newComment: (comment) => ({ text: asText(comment) }),
    };
  }

  const last = (id) => id.slice(id.lastIndexOf('/') + 1);

  /** Returns a function that reads a task or phase as the script would read it; only its id if it cannot be read. */
  function readingOf({ making }, { reads, idOf }) {
    return (kind, input) => {
      const id = idOf(input);
      if (making.has(id)) return making.read(id);
      try {
        return kind === 'Task' ? reads.taskApi.getTask(id) : reads.phaseApi.getPhase(id);
      } catch {
        return { id };
      }
    };
  }

  /** Returns a copy for the script. All its tasks have new ids; `copyIds` contains them by original id. */
  function copying(making, original, kind, within, copyIds) {
    const made = making.newId(kind);
    copyIds[last(original.id)] = made;
    const id = within === null ? made : `${within}/${made}`;
    const inside = original.tasks?.map((task) => copying(making, task, 'Task', id, copyIds));
    return { ...original, id, status: 'PLANNED', ...(inside && { tasks: inside }) };
  }
  const titled = (copy) => (copy.title === undefined ? copy : { ...copy, title: `${copy.title} (copy)` });
  const containerOf = (id) => (id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null);

  /** Methods for copying and moving tasks, and for the conditions and dependencies of gates. */
  function partMethods({ record, making }, { idOf, reads }) {
    const read = readingOf({ making }, { reads, idOf });
    return {
      copyTask(id, container, position) {
        const [taskId, containerId, copyIds] = [idOf(id), idOf(container), {}];
        const copy = copying(making, read('Task', id), 'Task', containerId, copyIds);
        record({ does: 'copyTask', taskId, containerId, position: integerOrNull(position), madeIds: copyIds });
        return titled(copy);
      },
      moveTask(id, container, position) {
        const [taskId, containerId] = [idOf(id), idOf(container)];
        const task = read('Task', id);
        record({ does: 'moveTask', taskId, containerId, position: integerOrNull(position) });
        return { ...task, id: `${containerId}/${last(taskId)}` };
      },
      addCondition(id, condition) {
        if (making.has(idOf(id))) making.putInto(idOf(id), making.make(condition), null, 'conditions');
        else record({ does: 'addCondition', taskId: idOf(id), condition });
        return condition;
      },
      updateCondition(id, input) {
        record({ does: 'updateCondition', conditionId: idOf(id), condition: input ?? id });
        return input ?? id;
      },
      addDependency(id, to) {
        const target = idOf(to);
        if (making.has(idOf(id))) making.putInto(idOf(id), making.make({ targetId: target }), null, 'dependencies');
        else record({ does: 'addDependency', taskId: idOf(id), target });
      },
    };
  }

  function releaseMethods({ record, make, making }, { idOf, withTaken }) {
    return {
      createVariable(id, variable) {
        const releaseId = idOf(id);
        const action = (body) => ({ does: 'createVariable', releaseId, variable: body });
        return make(withTaken(variable), action, { kind: 'Variable', within: releaseId });
      },
      updateVariable(id, input) {
        const variable = withTaken(input ?? id);
        if (making.has(idOf(id))) making.change(idOf(id), variable);
        else record({ does: 'updateVariable', variableId: idOf(id), variable });
        return variable;
      },
      updateRelease(id, input) {
        const release = input ?? id;
        const { title, ...fields } = release;
        // a release that was created without a title has no known title
        const isNameless = making.has(idOf(id)) && (title === null || title === undefined);
        record({ does: 'updateRelease', releaseId: idOf(id), release: isNameless ? fields : release });
        return release;
      },
      deleteVariable(id) {
        if (making.isPending(idOf(id))) making.remove(idOf(id));
        else record({ does: 'deleteVariable', variableId: idOf(id) });
      },
    };
  }

  function phaseMethods({ record, make, making }, prefix, { idOf, reads }) {
    const read = readingOf({ making }, { reads, idOf });
    return {
      updatePhase(id, input) {
        const phase = input ?? id;
        if (making.has(idOf(id))) making.change(idOf(id), phase);
        else record({ does: 'updatePhase', phaseId: idOf(id), phase });
        return phase;
      },
      copyPhase(id, position) {
        const [phaseId, copyIds] = [idOf(id), {}];
        const copy = copying(making, read('Phase', id), 'Phase', containerOf(phaseId), copyIds);
        record({ does: 'copyPhase', phaseId, position: integerOrNull(position) ?? 0, madeIds: copyIds });
        return titled(copy);
      },
      movePhase(id, position) {
        const phase = read('Phase', id);
        record({ does: 'movePhase', phaseId: idOf(id), position: integerOrNull(position) ?? 0 });
        return phase;
      },
      deletePhase(id) {
        if (making.isPending(idOf(id))) making.remove(idOf(id));
        else record({ does: 'deletePhase', phaseId: idOf(id) });
      },
      addPhase(id, phase, position) {
        const releaseId = idOf(id);
        const action = (body) => ({ does: 'addPhase', releaseId, phase: body, position: integerOrNull(position) });
        return make(phase, action, { kind: 'Phase', within: releaseId });
      },
      newPhase: (title) => ({
        type: `${prefix}.Phase`,
        title: title === undefined || title === null ? '' : asText(title),
      }),
    };
  }

  globalThis.__planActions = (recording, prefix, input) => {
    const taskApi = { ...taskMethods(recording, prefix, input), ...partMethods(recording, input) };
    const releaseApi = releaseMethods(recording, input);
    const { createVariable, updateVariable, deleteVariable, updateRelease: updateTemplate } = releaseApi;
    return {
      taskApi,
      releaseApi,
      phaseApi: { ...phaseMethods(recording, prefix, input), addTask: taskApi.addTask },
      templateApi: { createVariable, updateVariable, deleteVariable, updateTemplate },
    };
  };
}

// Sandbox code of every language: requests of scripts for data. It is evaluated before untrusted code and defines one
// global, which action-recorder.js takes and removes: `__questions` → { idOf, pageOf, readingOf(snapshot) → { finders,
// methods, ask, templateOf(id) } }. A read of data outside the snapshot ends the run, which is repeated from its start
// with the reply, and so reaches the same position again.
{
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { hasOwn, keys, defineProperty } = Object;
  const asText = String;
  const Refused = Error;
  const endWith = globalThis.__ask;
  delete globalThis.__ask;
  const { sleeps } = globalThis.__effects;

  const idOf = (input) => {
    const id = typeof input === 'object' && input !== null ? input.id : input;
    if (typeof id !== 'string' || id === '') throw new Refused('an id is required, or an object with an id');
    return id;
  };
  const lastSegment = (id) => id.slice(id.lastIndexOf('/') + 1);
  const isNone = (input) => input === undefined || input === null;
  const textOf = (input) => (isNone(input) || input === '' ? null : asText(input));
  const integerOr = (input) => (typeof input === 'number' && input % 1 === 0 ? input : null);
  /** Adds an own element. An assignment would call a setter that a script may have defined. */
  const add = (list, value) =>
    defineProperty(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  const titled = (list, title) => list.filter((item) => item.title === title);
  const withId = (list, id) => list.find((item) => lastSegment(asText(item.id)) === lastSegment(id));

  function visitTasks(tasks, matches) {
    for (let i = 0; isArray(tasks) && i < tasks.length; i += 1) {
      add(matches, tasks[i]);
      visitTasks(tasks[i].tasks, matches);
    }
    return matches;
  }
  const phasesIn = (release) => (isArray(release.phases) ? release.phases : []);
  const tasksIn = (phases) => phases.reduce((matches, phase) => visitTasks(phase.tasks, matches), []);

  /** Returns the number and the size of a page, with the default and the limit of REST. */
  const pageOf = (page, resultsPerPage) => {
    const size = integerOr(resultsPerPage) ?? 100;
    return { page: integerOr(page) ?? 0, resultsPerPage: size < 1 || size > 1000 ? 1000 : size };
  };

  /** Reads the replies so far. Each is valid until the next pause; after a pause, the data is requested again. */
  function repliesOf({ reads }) {
    const stretches = { __proto__: null };
    for (const key of keys(reads ?? {})) {
      const nth = key.startsWith('{') ? 0 : key.slice(0, key.indexOf('{'));
      stretches[nth] ??= [];
      add(stretches[nth], key);
    }
    const keyOf = (question) => (sleeps() === 0 ? stringify(question) : sleeps() + stringify(question));
    const replyTo = (key) => (hasOwn(reads[key], 'as') ? reads[reads[key].as] : reads[key]);
    const ask = (question) => {
      if (reads === undefined || endWith === undefined) throw new Refused('this script can read only its own release');
      const key = keyOf(question);
      if (!hasOwn(reads, key)) endWith(stringify(question));
      const { value, refused } = replyTo(key);
      if (refused === undefined) return value;
      const refusal = new Refused(refused.message);
      refusal.name = refused.type;
      throw refusal;
    };
    /**
     * Returns the objects in the replies to requests of these kinds. An object that was found by title needs no request
     * by id.
     */
    const snapshotKinds = (kinds) => {
      const matches = [];
      for (const key of stretches[sleeps()] ?? []) {
        const { value } = replyTo(key);
        if (value === undefined || !kinds.includes(parse(key.slice(key.indexOf('{'))).asks)) continue;
        for (const single of isArray(value) ? value : [value]) add(matches, single);
      }
      return matches;
    };
    return { ask, known: snapshotKinds };
  }

  /** Reads the release of the script as of the start of the run, and other releases on request. */
  function releasesOf(snapshot, { ask, known: snapshotKinds }) {
    const { release } = snapshot;
    const own = (id) => lastSegment(id) === lastSegment(release.id);
    const ofKind = (asks, kinds, input) => {
      const id = idOf(input);
      return withId(snapshotKinds(kinds), id) ?? ask({ asks, id });
    };
    /** Whether the snapshot of the own release is still valid, which it is until the first pause. */
    const isSnapshotCurrent = () => sleeps() === 0;
    const replaceOwn = (single) => (isSnapshotCurrent() && own(single.id) ? release : single);
    const otherReads = () => snapshotKinds(['release', 'releasesByTitle', 'releases']);
    const releaseOf = (input) => {
      const id = isNone(input) ? release.id : idOf(input);
      if (isSnapshotCurrent() && own(id)) return release;
      return ofKind('release', ['release', 'releasesByTitle', 'releases'], id);
    };
    const part = (asks, list, input) => {
      const id = idOf(input);
      return (
        withId([...(isSnapshotCurrent() ? list(release) : []), ...otherReads().flatMap(list)], id) ?? ask({ asks, id })
      );
    };
    return {
      releaseOf,
      template: (input) => ofKind('template', ['template', 'templates'], input),
      archived: (input) => ofKind('archivedRelease', ['archivedRelease'], input),
      task: (input) => part('task', (single) => tasksIn(phasesIn(single)), input),
      phase: (input) => part('phase', phasesIn, input),
      variable: (input) =>
        (isSnapshotCurrent() ? withId(snapshot.releaseVariables, idOf(input)) : undefined) ??
        part('variable', (single) => single.variables ?? [], input),
      variables: (input) => {
        const single = releaseOf(input);
        return single === release ? snapshot.releaseVariables : single.variables;
      },
      byTitle: (title) => ask({ asks: 'releasesByTitle', title: asText(title) }).map(replaceOwn),
      matching: (filter, page, size) =>
        ask({ asks: 'releases', filter: filter ?? {}, ...pageOf(page, size) }).map(replaceOwn),
    };
  }

  function findersOf(snapshot, releases) {
    const phases = () => phasesIn(releases.releaseOf());
    const orNull = (list, id) => (id === null ? null : (withId(list, id) ?? null));
    return {
      getCurrentRelease: () => releases.releaseOf(),
      getCurrentPhase: () => orNull(phases(), snapshot.phaseId),
      getCurrentTask: () => orNull(tasksIn(phases()), snapshot.taskId),
      getCurrentFolder: () => snapshot.folder,
      getTasksByTitle(taskTitle, phaseTitle, releaseId) {
        const all = phasesIn(releases.releaseOf(releaseId));
        return titled(tasksIn(textOf(phaseTitle) === null ? all : titled(all, phaseTitle)), taskTitle);
      },
      getPhasesByTitle: (phaseTitle, releaseId) => titled(phasesIn(releases.releaseOf(releaseId)), phaseTitle),
      getReleasesByTitle: (title) => releases.byTitle(title),
      getVersion: () => snapshot.version ?? '',
    };
  }

  const isRunning = (task) => task.status === 'IN_PROGRESS';

  const planMethods = (releases, finders) => ({
    taskApi: {
      getTask: releases.task,
      searchTasksByTitle: finders.getTasksByTitle,
    },
    phaseApi: {
      getPhase: releases.phase,
      searchPhasesByTitle: finders.getPhasesByTitle,
    },
    releaseApi: {
      getRelease: (id) => releases.releaseOf(idOf(id)),
      getArchivedRelease: releases.archived,
      getReleases: (page, size) => releases.matching({}, page, size),
      searchReleases: releases.matching,
      searchReleasesByTitle: releases.byTitle,
      getActiveTasks: (id) => tasksIn(phasesIn(releases.releaseOf(idOf(id)))).filter(isRunning),
      getVariables: (id) => releases.variables(idOf(id)),
      getVariable: releases.variable,
    },
  });

  const templatesIn = (ask, title, tags, folderId, numbers) => {
    const [page, size] = numbers.filter((input) => integerOr(input) !== null);
    return ask({ asks: 'templates', title: textOf(title), tags: tags ?? [], folderId, ...pageOf(page, size) });
  };

  const otherMethods = (ask, releases) => ({
    templateApi: {
      getTemplate: releases.template,
      /** by a part of the title and all tags; a kind may precede the page numbers */
      getTemplates: (title, tags, ...rest) => templatesIn(ask, title, isArray(tags) ? tags : [], null, [tags, ...rest]),
      getVariables: (id) => releases.template(id).variables,
      getVariable: releases.variable,
    },
    folderApi: {
      getFolder: (id) => ask({ asks: 'folder', id: idOf(id) }),
      find: (path) => ask({ asks: 'folderAt', path: asText(path) }),
      listRoot: (page, size) => ask({ asks: 'folders', folderId: null, ...pageOf(page, size) }),
      list: (id, page, size) => ask({ asks: 'folders', folderId: idOf(id), ...pageOf(page, size) }),
      getTemplates: (id, ...rest) => templatesIn(ask, null, [], idOf(id), rest),
      searchReleases: (id, filter, page, size) => releases.matching({ ...filter, parentId: idOf(id) }, page, size),
      listVariables: (id, only) => ask({ asks: 'folderVariables', folderId: idOf(id), folderOnly: only === true }),
    },
    configurationApi: {
      getConfiguration: (id) => ask({ asks: 'configuration', id: idOf(id) }),
      searchByTypeAndTitle: (type, title, folder, only) =>
        ask({
          asks: 'configurations',
          type: textOf(type),
          title: textOf(title),
          folderId: textOf(typeof folder === 'object' ? folder?.id : folder),
          folderOnly: only === true,
        }),
      checkStatus(input) {
        const isSent = !isNone(input) && typeof input === 'object' && !isNone(input.properties);
        return ask({ asks: 'configurationStatus', id: isSent ? null : idOf(input), sent: isSent ? input : null });
      },
      getGlobalVariables: () => ask({ asks: 'globalVariables' }),
    },
  });

  const readingOf = (snapshot) => {
    const replies = repliesOf(snapshot);
    const releases = releasesOf(snapshot, replies);
    const finders = findersOf(snapshot, releases);
    const methods = { ...planMethods(releases, finders), ...otherMethods(replies.ask, releases) };
    return { finders, methods, ask: replies.ask, templateOf: releases.template };
  };

  globalThis.__questions = { idOf, pageOf, readingOf };
}

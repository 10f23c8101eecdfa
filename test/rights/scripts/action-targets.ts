import { attach } from '../../harness/rest/attachments.ts';
import { createTemplate, gate, idOf, parallel } from '../../harness/rest/plans.ts';
import type { Folder, Release, Variable } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

/** A folder with a separate object for every script action, so that actions do not affect each other. */
export interface ActionTargets {
  /** the last segment; all other ids here are full ids */
  readonly folder: Folder;
  readonly inner: (title: (typeof innerFolders)[number]) => Folder;
  readonly template: string;
  readonly movable: string;
  /** a running release */
  readonly release: string;
  readonly planned: string;
  readonly aborted: string;
  readonly deletable: string;
  readonly deletableTemplate: string;
  /** returns the id of a task or phase of the running release by its title */
  readonly part: (title: string) => string;
  readonly condition: (title: string) => string;
  readonly dependency: string;
  readonly variable: (key: string) => Variable;
  readonly shared: (key: string) => Variable;
  readonly configuration: (title: (typeof configurations)[number]) => string;
  /** of the running release or its gate */
  readonly attachment: (title: 'read' | 'gone', of: 'release' | 'gate') => string;
  readonly profile: (title: (typeof profiles)[number]) => string;
  /** returns a user or role for this request only */
  readonly named: (name: (typeof people)[number] | 'made') => string;
}

const innerFolders = ['renamed', 'moved', 'deleted', 'target'] as const;
const configurations = ['changed', 'gone'] as const;
const profiles = ['changed', 'copied', 'gone'] as const;
const people = ['changed', 'renamed', 'gone'] as const;
const runningTasks = [
  ...['completeTask', 'failTask', 'skipTask', 'retryTask', 'reopenTask', 'startTaskNow', 'abortTask', 'commentTask'],
  ...['assignTask', 'updateTask'],
];
const plannedTasks = ['deleteTask', 'copyTask', 'moveTask', 'changeTaskType'];
const phases = ['updatePhase', 'copyPhase', 'movePhase', 'deletePhase'];
export const connection = (title: string, folderId: string) => ({
  ...{ type: 'configuration.HttpConnection', title, url: 'http://127.0.0.1:9', folderId },
});
const variable = (key: string) => ({ key, type: 'rel.StringVariable', value: 'a', requiresValue: false });

/** Creates all objects as admin; the gate of the release waits for `awaited`. */
export async function createActionTargets(
  rest: RestClient,
  title: string,
  awaitedRelease: string,
): Promise<ActionTargets> {
  const folder = await rest.post<Folder>('/folders/Applications', { title });
  const inner = new Map<string, Folder>();
  for (const itemName of innerFolders)
    inner.set(itemName, await rest.post<Folder>(`/folders/${folder.id}`, { title: itemName }));
  const plan = {
    Now: [parallel('all', ...runningTasks, gate('gate', 'updated', 'deleted'))],
    Ahead: plannedTasks,
    ...Object.fromEntries(phases.map((itemName) => [itemName, ['x']])),
  };
  const fields = { title: `Plan of ${title}`, variables: ['updated', 'deleted'].map(variable) };
  const inFolder = async (created: Release) => {
    await rest.sendForNoContent('POST', `/folders/${folder.id}/templates/${created.id}`);
    return `${folder.id}/${created.id.slice(created.id.lastIndexOf('/') + 1)}`;
  };
  const template = await inFolder(await createTemplate(rest, plan, fields));
  const movable = await inFolder(await createTemplate(rest, { Only: ['x'] }, { title: `Movable of ${title}` }));
  const run = (releaseTitle: string, verb = 'start') =>
    rest.post<Release>(`/templates/${template}/${verb}`, { releaseTitle });
  const { id: planned } = await run('planned', 'create');
  const { id: aborted } = await run('aborted');
  const started = await run(`Run of ${title}`);
  const { id: dependency } = await rest.post<{ id: string }>(
    `/tasks/${idOf(started, 'gate')}/dependencies/${awaitedRelease}`,
  );
  const release = await rest.get<Release>(`/releases/${started.id}`);
  const shared = new Map<string, Variable>();
  for (const key of ['updated', 'deleted'])
    shared.set(key, await rest.post<Variable>(`/folders/${folder.id}/variables`, variable(`folder.${key}`)));
  const created = new Map<string, string>();
  for (const itemName of configurations)
    created.set(
      itemName,
      (await rest.post<{ id: string }>('/config', connection(`${itemName} of ${title}`, folder.id))).id,
    );
  const deletable = (await run('deletable', 'create')).id;
  const deletableTemplate = await inFolder(
    await createTemplate(rest, { Only: ['x'] }, { title: `Deletable of ${title}` }),
  );
  const otherTargets = await createOtherTargets(rest, title, { release: started.id, gate: idOf(started, 'gate') });
  const gateTask = release.phases[0]!.tasks[0]!.tasks!.find((task) => task.title === 'gate')!;
  return {
    ...{ folder, template, movable, release: release.id, planned, aborted, dependency, deletable, deletableTemplate },
    ...otherTargets,
    inner: (itemName) => inner.get(itemName)!,
    part: (itemName) => idOf(release, itemName),
    condition: (itemName) => gateTask.conditions!.find((candidate) => candidate.title === itemName)!.id,
    variable: (key) => release.variables.find((candidate) => candidate.key === key)!,
    shared: (key) => shared.get(key)!,
    configuration: (itemName) => created.get(itemName)!,
  };
}

/** Objects beside plans: files, risk profiles, users and roles. */
async function createOtherTargets(
  rest: RestClient,
  title: string,
  holders: Readonly<Record<'release' | 'gate', string>>,
) {
  const created = new Map<string, string>();
  for (const [of, path] of [
    ['release', 'releases'],
    ['gate', 'tasks'],
  ] as const) {
    const files = await attach(rest, `/${path}/${holders[of]}`, { read: `of the ${of}`, gone: 'x' });
    for (const { id, exportFilename } of files) created.set(`${exportFilename} of ${of}`, id);
  }
  for (const itemName of profiles)
    created.set(
      itemName,
      (await rest.post<{ id: string }>('/risks/profiles', { title: `${itemName} of ${title}` })).id,
    );
  const named = (name: string) => `${name}-of-${title.replaceAll(' ', '-')}`;
  for (const itemName of people) {
    await rest.post(`/users/${named(itemName)}`, {});
    await rest.sendForNoContent('POST', `/roles/${named(itemName)}`, {});
  }
  return {
    attachment: (name: string, of: string) => created.get(`${name} of ${of}`)!,
    profile: (name: string) => created.get(name)!,
    named,
  };
}

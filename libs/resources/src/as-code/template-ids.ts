import { isObject, type Json, taskTypeNamed } from '@slipway/domain';
import type { FolderTitles, Members } from '@slipway/formats';
import { folderCalled, riskProfileCalled, templateCalled, withConfigurationIds } from './naming/meant.ts';
import type { CodeRun } from './run/run.ts';

export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The rendered tasks, by their ids. */
export function tasksIn(answer: Members): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  const walk = (tasks: readonly Json[]): void => {
    for (const task of tasks) {
      if (!isObject(task)) continue;
      found.set(text(task.id), task);
      walk(list(task.tasks));
    }
  };
  for (const phase of list(answer.phases)) if (isObject(phase)) walk(list(phase.tasks));
  return found;
}

/** The same template with each task changed. */
export function mapTasks(members: Members, changing: (task: Members) => Members): Members {
  const one = (task: Json): Json => {
    if (!isObject(task)) return task;
    const changed = changing(task);
    return changed.tasks === undefined ? changed : { ...changed, tasks: list(changed.tasks).map(one) };
  };
  const phases = list(members.phases).map((phase) =>
    isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(one) } : phase,
  );
  return { ...members, phases };
}

/** Whether a task names a template and a folder: tasks of plugins may have properties of these names. */
const createsReleases = ({ type }: Members): boolean => {
  const [prefix, name = '', ...more] = text(type).split('.');
  return prefix === 'rel' && more.length === 0 && taskTypeNamed(name)?.own?.creation !== undefined;
};

/** Ids in the place of the paths of titles that a document writes. */
export async function withIds(
  run: CodeRun,
  written: Members,
  from: FolderTitles,
  ahead: (path: string) => Promise<void>,
): Promise<Members> {
  const made = await withConfigurationIds(run, written, { from });
  const [templates, folders] = [new Map<string, string>(), new Map<string, string>()];
  for (const task of tasksIn(made).values()) {
    if (!createsReleases(task)) continue;
    const [wanted, into] = [text(task.template), text(task.folder)];
    if (wanted !== '') templates.set(wanted, await templateCalled(run, wanted, from, ahead));
    if (into !== '') folders.set(into, await folderCalled(run, into, from));
  }
  const { defaultTargetFolder, riskProfile, ...fields } = made;
  const target = text(defaultTargetFolder);
  const placed = mapTasks(fields, (whole) => {
    if (!createsReleases(whole)) return whole;
    const { template, folder, ...task } = whole;
    return {
      ...task,
      ...(template !== undefined && { templateId: templates.get(text(template)) ?? null }),
      ...(folder !== undefined && { folderId: folders.get(text(folder)) ?? null }),
    };
  });
  return {
    ...placed,
    ...(riskProfile !== undefined && { riskProfile: await riskProfileCalled(run, riskProfile) }),
    defaultTargetFolderId: target === '' ? null : await folderCalled(run, target, from),
  };
}

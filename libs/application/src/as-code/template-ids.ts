import { isObject, type Json, taskTypeNamed } from '@slipway/domain/model';
import type { FolderTitles, Members } from '@slipway/formats';
import { resolveFolder, resolveRiskProfile, resolveTemplate, withConfigurationIds } from './naming/resolve-names.ts';
import type { CodeRun } from './run/run.ts';

export const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Returns the rendered tasks of a template, by id. */
export function tasksIn(answer: Members): ReadonlyMap<string, Members> {
  const tasksById = new Map<string, Members>();
  const walk = (tasks: readonly Json[]): void => {
    for (const task of tasks) {
      if (!isObject(task)) continue;
      tasksById.set(text(task.id), task);
      walk(list(task.tasks));
    }
  };
  for (const phase of list(answer.phases)) if (isObject(phase)) walk(list(phase.tasks));
  return tasksById;
}

/** Applies `change` to each task of a template. */
export function mapTasks(members: Members, change: (task: Members) => Members): Members {
  const mapTask = (task: Json): Json => {
    if (!isObject(task)) return task;
    const mappedTask = change(task);
    return mappedTask.tasks === undefined ? mappedTask : { ...mappedTask, tasks: list(mappedTask.tasks).map(mapTask) };
  };
  const phases = list(members.phases).map((phase) =>
    isObject(phase) ? { ...phase, tasks: list(phase.tasks).map(mapTask) } : phase,
  );
  return { ...members, phases };
}

/** Whether a task refers to a template and a folder. Plugin tasks may have properties with the same names. */
const createsReleases = ({ type }: Members): boolean => {
  const [prefix, name = '', ...more] = text(type).split('.');
  return prefix === 'rel' && more.length === 0 && taskTypeNamed(name)?.own?.creation !== undefined;
};

/** Replaces the paths of titles in a document by ids. */
export async function withIds(
  run: CodeRun,
  code: Members,
  fromFolder: FolderTitles,
  createPending: (path: string) => Promise<void>,
): Promise<Members> {
  const withConfigurations = await withConfigurationIds(run, code, { from: fromFolder });
  const [templates, folders] = [new Map<string, string>(), new Map<string, string>()];
  for (const task of tasksIn(withConfigurations).values()) {
    if (!createsReleases(task)) continue;
    const [templatePath, folderPath] = [text(task.template), text(task.folder)];
    if (templatePath !== '')
      templates.set(templatePath, await resolveTemplate(run, templatePath, fromFolder, createPending));
    if (folderPath !== '') folders.set(folderPath, await resolveFolder(run, folderPath, fromFolder));
  }
  const { defaultTargetFolder, riskProfile, ...fields } = withConfigurations;
  const targetPath = text(defaultTargetFolder);
  const withTaskIds = mapTasks(fields, (codeTask) => {
    if (!createsReleases(codeTask)) return codeTask;
    const { template, folder, ...task } = codeTask;
    return {
      ...task,
      ...(template !== undefined && { templateId: templates.get(text(template)) ?? null }),
      ...(folder !== undefined && { folderId: folders.get(text(folder)) ?? null }),
    };
  });
  return {
    ...withTaskIds,
    ...(riskProfile !== undefined && { riskProfile: await resolveRiskProfile(run, riskProfile) }),
    defaultTargetFolderId: targetPath === '' ? null : await resolveFolder(run, targetPath, fromFolder),
  };
}

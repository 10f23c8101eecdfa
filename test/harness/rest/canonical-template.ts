import type { Release, Task } from './response-types.ts';
import type { RestClient } from './rest-client.ts';

const idPattern =
  /\b(?:Release|Phase|Task|Variable|GateCondition|Dependency|Link|Trigger|Team|Attachment|Comment)[\w-]*\b/g;

/**
 * Removes the differences between equal templates: replaces each id by the number of its first occurrence, and removes
 * masked passwords, which files do not contain.
 */
export function canonicalize({ $metadata, ...template }: Release): unknown {
  const text = JSON.stringify(template, (_, value) => (value === '********' ? undefined : value));
  const canonicalIds = new Map<string, string>();
  const paths = [...text.matchAll(/"id":"([^"]*)"/g)].flatMap(([, path = '']) => path.match(idPattern) ?? []);
  for (const id of paths) if (!canonicalIds.has(id)) canonicalIds.set(id, `#${canonicalIds.size}`);
  return JSON.parse(text.replace(idPattern, (id) => canonicalIds.get(id) ?? id));
}

const maxRounds = 100;

/** Starts a release of a template and completes each of its tasks until it ends; returns its status. */
export async function runToEnd(rest: RestClient, { id }: Pick<Release, 'id'>): Promise<string> {
  const release = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'run' });
  for (let round = 0; round < maxRounds; round += 1) {
    const { status } = await rest.get<Release>(`/releases/${release.id}`);
    if (status !== 'IN_PROGRESS') return status;
    const activeTasks = await rest.get<readonly Task[]>(`/releases/${release.id}/active-tasks`);
    const nextTask = activeTasks.find(({ tasks }) => tasks === undefined);
    if (nextTask === undefined) return status;
    for (const condition of nextTask.conditions ?? []) await rest.post(`/tasks/${condition.id}`, { checked: true });
    await rest.send('POST', `/tasks/${nextTask.id}/complete`, {});
  }
  throw new Error(`the release does not end: ${id}`);
}

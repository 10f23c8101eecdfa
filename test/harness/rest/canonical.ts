import type { Rest } from './rest.ts';
import type { Release, Task } from './shapes.ts';

const ids = /\b(?:Release|Phase|Task|Variable|GateCondition|Dependency|Link|Trigger|Team|Attachment|Comment)[\w-]*\b/g;

/**
 * A template without what differs between two that are the same: ids become the order in which they are named, and a file
 * has no passwords.
 */
export function canonical({ $metadata, ...template }: Release): unknown {
  const text = JSON.stringify(template, (_, value) => (value === '********' ? undefined : value));
  const own = new Map<string, string>();
  const paths = [...text.matchAll(/"id":"([^"]*)"/g)].flatMap(([, path = '']) => path.match(ids) ?? []);
  for (const id of paths) if (!own.has(id)) own.set(id, `#${own.size}`);
  return JSON.parse(text.replace(ids, (id) => own.get(id) ?? id));
}

const most = 100;

/** Makes a release of a template and does each of its tasks as people do, until it ends; answers how. */
export async function drive(rest: Rest, { id }: Pick<Release, 'id'>): Promise<string> {
  const release = await rest.post<Release>(`/templates/${id}/start`, { releaseTitle: 'run' });
  for (let round = 0; round < most; round += 1) {
    const { status } = await rest.get<Release>(`/releases/${release.id}`);
    if (status !== 'IN_PROGRESS') return status;
    const active = await rest.get<readonly Task[]>(`/releases/${release.id}/active-tasks`);
    const next = active.find(({ tasks }) => tasks === undefined);
    if (next === undefined) return status;
    for (const condition of next.conditions ?? []) await rest.post(`/tasks/${condition.id}`, { checked: true });
    await rest.send('POST', `/tasks/${next.id}/complete`, {});
  }
  throw new Error(`the release does not end: ${id}`);
}

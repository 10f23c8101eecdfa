import type { Http } from '../measure/http.ts';
import { numbers } from '../measure/workload.ts';

/** A started release, and its tasks in order. */
export interface StartedBoard {
  /** the last segment of the id */
  readonly id: string;
  readonly tasks: readonly string[];
}

interface ReleaseResponse {
  readonly id: string;
  readonly phases: readonly { readonly tasks: readonly { readonly tasks?: readonly { readonly id: string }[] }[] }[];
}

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** Creates and starts a release of five phases. All tasks of the first phase run in parallel. */
export async function startBoard(http: Http, tasks: number, title: string): Promise<StartedBoard> {
  const tasksInPhase = Math.ceil(tasks / 5);
  const phases = numbers(5).map((phase) => ({
    title: `Phase ${phase}`,
    tasks: [
      {
        ...{ title: `Group ${phase}`, type: 'rel.ParallelGroup' },
        tasks: numbers(tasksInPhase - 1).map((n) => ({
          title: `Step ${phase}.${n}`,
          type: 'rel.Task',
          owner: 'admin',
        })),
      },
    ],
  }));
  const template = await http.request<ReleaseResponse>('POST', '/templates', { title, phases });
  const release = await http.request<ReleaseResponse>('POST', `/templates/${lastOf(template.id)}/create`, {
    releaseTitle: title,
  });
  await http.request('POST', `/releases/${lastOf(release.id)}/start`, {});
  const groups = release.phases.flatMap((phase) => phase.tasks);
  return {
    id: lastOf(release.id),
    tasks: groups.flatMap((group) => (group.tasks ?? []).map(({ id }) => lastOf(id))),
  };
}

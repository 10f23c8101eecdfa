// Completes tasks over HTTP in releases of 50 tasks. The response is sent when the next task is durably active. Each
// completion is another task, in order. Each client has its own release, so no request waits for a row lock.
import { strict as assert } from 'node:assert';
import type { Http } from '../measure/http.ts';
import type { Client } from '../measure/load.ts';

interface Part {
  readonly id: string;
  readonly status: string;
}
interface Release extends Part {
  readonly phases: readonly { readonly tasks: readonly Part[] }[];
}

/** A running release, and the ids of its tasks in order. */
export interface PreparedReleases {
  readonly id: string;
  readonly tasks: readonly string[];
}

/** The number of completions in a release of 50 tasks: the last task has no successor. */
export const completionsEach = 49;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const task = (number: number) => ({
  type: 'rel.Task',
  title: `Do step ${number} of the release`,
  description: 'What has to be done, and by whom it is checked.',
});
const phase = (number: number) => ({
  type: 'rel.Phase',
  title: `Phase ${number}`,
  tasks: numbers(10).map(task),
});
const template = { type: 'rel.Release', title: 'Fifty tasks', phases: numbers(5).map(phase) };

const tasksOf = ({ phases }: Release): readonly Part[] => phases.flatMap(({ tasks }) => tasks);

/** Creates a template of five phases of ten tasks in a folder, and starts `count` releases of it. */
export async function prepare(
  http: Http,
  count: number,
  folderId = 'Applications',
): Promise<readonly PreparedReleases[]> {
  const { id } = await http.request<Release>('POST', `/templates?folderId=${folderId}`, template);
  const prepared: PreparedReleases[] = [];
  for (const number of numbers(count)) {
    const createdRelease = await http.request<Release>('POST', `/templates/${id}/create`, {
      releaseTitle: `Release ${number}`,
    });
    await http.request('POST', `/releases/${createdRelease.id}/start`, {});
    prepared.push({ id: createdRelease.id, tasks: tasksOf(createdRelease).map((position) => position.id) });
  }
  return prepared;
}

/** The work of one round, and a check of its result. */
export interface CompletionWork {
  readonly clients: readonly Client[];
  /** Throws unless each response was correct and the releases have the expected state. */
  check(): Promise<void>;
  /** total size of all response bodies */
  bytes(): number;
}

/** Creates one client for each connection. It completes its share of the releases, one after the other. */
export function completionWork(connections: readonly Http[], releases: readonly PreparedReleases[]): CompletionWork {
  const answers: string[] = [];
  const clients = connections.map((http, index) => {
    const ownTask = releases.filter((_, number) => number % connections.length === index);
    const tasks = ownTask.flatMap((release) => release.tasks.slice(0, completionsEach)).values();
    return async () => {
      const { value: id, done } = tasks.next();
      if (done) return false;
      const { status, text } = await http.send('POST', `/tasks/${id}/complete`, '{}');
      if (status !== 200) throw new Error(`completing ${id} was answered ${status}: ${text}`);
      answers.push(text);
      return true;
    };
  });
  return {
    clients,
    check: async () => {
      for (const release of releases) await checkRelease(connections[0]!, release);
      const completed = answers.map((text) => JSON.parse(text)).filter(({ status }) => status === 'COMPLETED');
      const expected = releases.flatMap(({ tasks }) => tasks.slice(0, completionsEach));
      assert.deepEqual(completed.map(({ id }) => id).toSorted(), expected.toSorted());
    },
    bytes: () => answers.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  };
}

/**
 * Checks that all tasks except the last are completed, that the last is active, and that the log has one line for each
 * completion.
 */
async function checkRelease(http: Http, { id }: PreparedReleases): Promise<void> {
  const statuses = tasksOf(await http.request<Release>('GET', `/releases/${id}`)).map(({ status }) => status);
  assert.deepEqual(statuses, [...Array(completionsEach).fill('COMPLETED'), 'IN_PROGRESS']);
  const log = await http.request<readonly { readonly activityType: string }[]>('GET', `/activities/${id}`);
  const logged = log.filter(({ activityType }) => activityType === 'TASK_COMPLETED');
  assert.equal(logged.length, completionsEach);
}

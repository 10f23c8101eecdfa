import type { Rest } from './rest.ts';
import type { Release, Task } from './shapes.ts';

/** A task as a test orders it: its title, or any fields. */
export type Order = string | (Readonly<Record<string, unknown>> & { readonly title: string });
/** Phases by title, each with its tasks: `{ Build: ['compile', 'test'], Ship: ['deploy'] }`. */
export type Plan = Readonly<Record<string, readonly Order[]>>;

const taskOf = (order: Order) => (typeof order === 'string' ? { title: order } : order);

/** The body that makes a template of a plan. */
const templateBody = (plan: Plan, fields: Readonly<Record<string, unknown>> = {}) => ({
  title: 'Plan',
  phases: Object.entries(plan).map(([title, orders]) => ({ title, tasks: orders.map(taskOf) })),
  ...fields,
});

/** A group of tasks that run together, or in order. */
export const parallel = (title: string, ...orders: readonly Order[]) => ({
  title,
  type: 'rel.ParallelGroup',
  tasks: orders.map(taskOf),
});
export const sequential = (title: string, ...orders: readonly Order[]) => ({
  ...parallel(title, ...orders),
  type: 'rel.SequentialGroup',
});

/** A gate with conditions of these titles. */
export const gate = (title: string, ...conditions: readonly string[]) => ({
  title,
  type: 'rel.GateTask',
  conditions: conditions.map((condition) => ({ title: condition })),
});

type Fields = Readonly<Record<string, unknown>>;

/** A template of this plan; `fields` are laid over it. */
export const templateOf = (rest: Rest, plan: Plan, fields?: Fields): Promise<Release> =>
  rest.post('/templates', templateBody(plan, fields));

/** A planned release of this plan. */
export async function releaseOf(rest: Rest, plan: Plan, fields?: Fields, create?: Fields): Promise<Release> {
  const { id, title } = await templateOf(rest, plan, fields);
  return rest.post(`/templates/${id}/create`, { releaseTitle: title, ...create });
}

/** A started release of this plan. */
export async function startedOf(rest: Rest, plan: Plan, fields?: Fields, create?: Fields): Promise<Release> {
  const { id } = await releaseOf(rest, plan, fields, create);
  return rest.post(`/releases/${id}/start`);
}

/** Every task of a release, groups before what is in them. */
export const tasksOf = ({ phases }: Pick<Release, 'phases'>): readonly Task[] => {
  const flat = (tasks: readonly Task[]): readonly Task[] => tasks.flatMap((task) => [task, ...flat(task.tasks ?? [])]);
  return phases.flatMap(({ tasks }) => flat(tasks));
};

/** The id of the phase or, failing that, the last task of this title. */
export function idOf(release: Release, title: string): string {
  const found =
    release.phases.find((phase) => phase.title === title) ?? tasksOf(release).findLast((task) => task.title === title);
  if (!found) throw new Error(`nothing in the release is called ${title}`);
  return found.id;
}

/** Runs an action (`complete`, `fail`, …) on the task with a title, and returns the task. */
export const acting =
  (rest: Rest) =>
  (release: Release, verb: string, title: string, comment?: string): Promise<Task> =>
    rest.post(`/tasks/${idOf(release, title)}/${verb}`, { comment });

const marks: Readonly<Record<string, string>> = {
  PLANNED: '.',
  PENDING: '~',
  WAITING_FOR_INPUT: '?',
  PRECONDITION_IN_PROGRESS: '%',
  IN_PROGRESS: '>',
  COMPLETED: '+',
  COMPLETED_IN_ADVANCE: '=',
  SKIPPED: '-',
  SKIPPED_IN_ADVANCE: '_',
  FAILING: '/',
  FAILED: '!',
  FAILURE_HANDLER_QUEUED: '$',
  ABORTED: '#',
};

/**
 * A release in one line, in the notation of the domain's tests with the status of every phase:
 * `IN_PROGRESS Build>: compile+ checks>[unit> lint.] | Ship.: deploy.`
 */
export function board({ status, phases }: Pick<Release, 'status' | 'phases'>): string {
  const mark = (of: string) => marks[of] ?? `{${of}}`;
  const inside = (tasks: readonly Task[]): string =>
    tasks
      .map((task) => {
        const within = task.tasks === undefined ? '' : inside(task.tasks);
        const [open, close] = task.type.endsWith('ParallelGroup') ? '[]' : '()';
        return `${task.title}${mark(task.status)}${task.tasks === undefined ? '' : `${open}${within}${close}`}`;
      })
      .join(' ');
  return `${status} ${phases.map((phase) => `${phase.title}${mark(phase.status)}: ${inside(phase.tasks)}`).join(' | ')}`;
}

/** The board of a release as it is now. */
export const boardOf = async (rest: Rest, { id }: Pick<Release, 'id'>): Promise<string> =>
  board(await rest.get<Release>(`/releases/${id}`));

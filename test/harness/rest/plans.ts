import type { Release, Task } from './response-types.ts';
import type { RestClient } from './rest-client.ts';

/** A task in a plan: its title, or any fields. */
export type TaskInput = string | (Readonly<Record<string, unknown>> & { readonly title: string });
/** Phases by title, each with its tasks: `{ Build: ['compile', 'test'], Ship: ['deploy'] }`. */
export type Plan = Readonly<Record<string, readonly TaskInput[]>>;

const toTask = (input: TaskInput) => (typeof input === 'string' ? { title: input } : input);

/** Returns the body that creates a template with this plan. */
const templateBody = (plan: Plan, fields: Readonly<Record<string, unknown>> = {}) => ({
  title: 'Plan',
  phases: Object.entries(plan).map(([title, inputs]) => ({ title, tasks: inputs.map(toTask) })),
  ...fields,
});

/** Returns a parallel group. */
export const parallel = (title: string, ...inputs: readonly TaskInput[]) => ({
  title,
  type: 'rel.ParallelGroup',
  tasks: inputs.map(toTask),
});
export const sequential = (title: string, ...inputs: readonly TaskInput[]) => ({
  ...parallel(title, ...inputs),
  type: 'rel.SequentialGroup',
});

/** Returns a gate with conditions of these titles. */
export const gate = (title: string, ...conditions: readonly string[]) => ({
  title,
  type: 'rel.GateTask',
  conditions: conditions.map((condition) => ({ title: condition })),
});

type Fields = Readonly<Record<string, unknown>>;

/** Creates a template with this plan and these additional fields. */
export const createTemplate = (rest: RestClient, plan: Plan, fields?: Fields): Promise<Release> =>
  rest.post('/templates', templateBody(plan, fields));

/** Creates a planned release with this plan. */
export async function createRelease(
  rest: RestClient,
  plan: Plan,
  fields?: Fields,
  createFields?: Fields,
): Promise<Release> {
  const { id, title } = await createTemplate(rest, plan, fields);
  return rest.post(`/templates/${id}/create`, { releaseTitle: title, ...createFields });
}

/** Creates and starts a release with this plan. */
export async function startRelease(
  rest: RestClient,
  plan: Plan,
  fields?: Fields,
  createFields?: Fields,
): Promise<Release> {
  const { id } = await createRelease(rest, plan, fields, createFields);
  return rest.post(`/releases/${id}/start`);
}

/** Returns all tasks of a release, each group before its tasks. */
export const tasksOf = ({ phases }: Pick<Release, 'phases'>): readonly Task[] => {
  const flatten = (tasks: readonly Task[]): readonly Task[] =>
    tasks.flatMap((task) => [task, ...flatten(task.tasks ?? [])]);
  return phases.flatMap(({ tasks }) => flatten(tasks));
};

/** Returns the id of the phase with this title or, without one, of the last task with this title. */
export function idOf(release: Release, title: string): string {
  const match =
    release.phases.find((phase) => phase.title === title) ?? tasksOf(release).findLast((task) => task.title === title);
  if (!match) throw new Error(`nothing in the release is called ${title}`);
  return match.id;
}

/** Runs an action (`complete`, `fail`, …) on the task with a title, and returns the task. */
export const createActionRunner =
  (rest: RestClient) =>
  (release: Release, verb: string, title: string, comment?: string): Promise<Task> =>
    rest.post(`/tasks/${idOf(release, title)}/${verb}`, { comment });

const statusSymbols: Readonly<Record<string, string>> = {
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
 * Formats a release in one line, in the notation of the domain tests with the status of every phase: `IN_PROGRESS
 * Build>: compile+ checks>[unit> lint.] | Ship.: deploy.`
 */
export function formatRelease({ status, phases }: Pick<Release, 'status' | 'phases'>): string {
  const symbolOf = (of: string) => statusSymbols[of] ?? `{${of}}`;
  const formatTasks = (tasks: readonly Task[]): string =>
    tasks
      .map((task) => {
        const children = task.tasks === undefined ? '' : formatTasks(task.tasks);
        const [open, close] = task.type.endsWith('ParallelGroup') ? '[]' : '()';
        return `${task.title}${symbolOf(task.status)}${task.tasks === undefined ? '' : `${open}${children}${close}`}`;
      })
      .join(' ');
  return `${status} ${phases.map((phase) => `${phase.title}${symbolOf(phase.status)}: ${formatTasks(phase.tasks)}`).join(' | ')}`;
}

/** Fetches a release and formats it. */
export const fetchFormattedRelease = async (rest: RestClient, { id }: Pick<Release, 'id'>): Promise<string> =>
  formatRelease(await rest.get<Release>(`/releases/${id}`));

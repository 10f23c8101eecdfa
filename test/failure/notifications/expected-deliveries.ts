// The reference for the deliveries of a plan. It uses no code of the product.

/** A user of the test, and why they are notified or not. */
export const people = {
  ann: 'owns the first task',
  bob: 'watches the first task, and is in the team QA',
  cid: 'owns the third task, and has switched off mails about started tasks',
  dan: 'is in the team QA, but must not log in',
  eve: 'follows the folder, but must not view its releases',
  gus: 'is in the team Release Admin',
  hal: 'follows the folder, and may view its releases',
  ivy: 'has nothing to do with the folder',
} as const;

/** The tasks of each release, one after the other. */
export const tasks = [
  { title: 'First', owner: 'ann', watchers: ['bob'] },
  { title: 'Second', team: 'QA' },
  { title: 'Third', owner: 'cid' },
  { title: 'Fourth' },
] as const;

type TaskTitle = (typeof tasks)[number]['title'];

/** The users and channels of each event. Users who follow the folder have the channels of the rule. */
const starts: Readonly<Record<TaskTitle, readonly string[]>> = {
  First: ['ann inbox', 'ann mail', 'bob inbox', 'bob mail', 'hal inbox', 'hal mail'],
  Second: ['bob inbox', 'bob mail', 'hal inbox', 'hal mail'],
  Third: ['cid inbox', 'hal inbox', 'hal mail'],
  Fourth: ['gus inbox', 'gus mail', 'hal inbox', 'hal mail'],
};
/** Information is not sent by mail. */
const information = ['gus inbox', 'hal inbox'];

/** An event without its release. */
interface ExpectedEvent {
  readonly type: string;
  readonly task: string | null;
}

/** The events of each completed release. */
export const expectedEvents: readonly ExpectedEvent[] = [
  { type: 'release.started', task: null },
  ...tasks.map(({ title }) => ({ type: 'task.started', task: title })),
  { type: 'release.completed', task: null },
];

const isTitle = (title: string): title is TaskTitle => Object.hasOwn(starts, title);

/** Returns the deliveries of an event as `recipient channel`. */
export function expectedDeliveries({ type, task }: ExpectedEvent, receivers: readonly string[]): readonly string[] {
  const users = type === 'task.started' && task !== null && isTitle(task) ? starts[task] : information;
  return [...users, ...receivers.map((id) => `${id} webhook`)].toSorted();
}

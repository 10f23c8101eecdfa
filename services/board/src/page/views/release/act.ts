import type { TaskAnswer } from '@slipway/wire';

/** Does something to a task: shows it as it will be, then as it is. Throws Refused, Away. */
export type Act = (foreseen: TaskAnswer, done: () => Promise<TaskAnswer>) => Promise<void>;

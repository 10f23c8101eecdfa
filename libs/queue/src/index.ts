export type { JobData, JobName } from './jobs.ts';
export { prepareQueues } from './postgres.ts';
export { type Message, openQueue, type Queue } from './queue.ts';

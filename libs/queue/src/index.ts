export { type JobData, type JobName, jobs } from './jobs.ts';
export { prepareQueues } from './postgres.ts';
export { type Message, openQueue, type Queue, type QueueOptions } from './queue.ts';

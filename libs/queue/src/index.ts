export { prepareQueues } from './postgres.ts';
export { type JobData, type JobName, type Message, openQueue, type Queue } from './queue.ts';

export { prepareQueues } from './postgres.ts';
export { type Message, openQueue, type Queue } from './queue.ts';

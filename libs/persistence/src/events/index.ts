export { insertEvents, insertReleaseEvents } from './events.ts';

export { insertEvents } from './events.ts';

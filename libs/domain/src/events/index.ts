export { eventsOf } from './release-events.ts';

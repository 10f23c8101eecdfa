export { type LiveEvent, liveEvent, type WatchedList, watchedLists } from './event.ts';

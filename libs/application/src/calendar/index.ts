export { blackoutContextOf, changeBlackout, createBlackout, getBlackout, renderBlackout } from './blackouts.ts';
export { ownCalendar, publishedCalendar } from './calendar-files.ts';

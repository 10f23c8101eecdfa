export { blackoutContextOf } from './blackout-context.ts';
export { changeBlackout, createBlackout, getBlackout, renderBlackout } from './blackouts.ts';
export { ownCalendar } from './own-calendar.ts';
export { publishedCalendar } from './published-calendar.ts';

export {
  addCalendarAddress,
  type CalendarAddress,
  countCalendarAddresses,
  findCalendarOwner,
  listCalendarAddresses,
  removeCalendarAddress,
} from './addresses.ts';
export {
  addBlackout,
  type BlackoutView,
  findBlackout,
  listBlackouts,
  readUpcomingBlackouts,
  removeBlackout,
  updateBlackout,
} from './calendar.ts';
export { listDatedReleases } from './dated-releases.ts';
export { type DatedEntry, findPublishedPlan } from './published-plans.ts';
export { type Calendar, type CalendarSnapshot, readCalendar } from './read-calendar.ts';

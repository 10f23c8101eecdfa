export {
  addCalendarAddress,
  type CalendarAddress,
  countCalendarAddresses,
  type DatedEntry,
  findCalendarOwner,
  findPublishedPlan,
  listCalendarAddresses,
  removeCalendarAddress,
} from './published-calendars.ts';
export {
  addBlackout,
  type BlackoutView,
  type Calendar,
  type CalendarSnapshot,
  findBlackout,
  listBlackouts,
  listDatedReleases,
  readCalendar,
  readUpcomingBlackouts,
  removeBlackout,
  updateBlackout,
} from './read-calendar.ts';

export {
  type CalendarAddressBody,
  type CalendarAddressResponse,
  calendarAddressBody,
  calendarAddressResponse,
  type NewCalendarAddressResponse,
  newCalendarAddressResponse,
  showCalendarAddress,
} from './address.ts';
export {
  type BlackoutBody,
  type BlackoutChanges,
  type BlackoutResponse,
  blackoutBody,
  blackoutChanges,
  blackoutResponse,
  type FirstFreeResponse,
  firstFreeResponse,
  showBlackout,
  showFirstFree,
} from './blackout.ts';

export { whyAuthorMayNot } from './author.ts';
export type { DayTerm, LastDay, WeekdayTerm } from './cron/days.ts';
export { type CronExpression, readCron } from './cron/expression.ts';
export { type CronField, type CronRange, type FieldRule, fieldRules, valuesOf } from './cron/fields.ts';
export { cronWords } from './cron/words.ts';
export { type DueTimes, dueTimes, mostCaughtUp, type Timetable } from './due.ts';
export { type EventFilter, failedExpression, filterOperators, filterValueTypes } from './event-filter.ts';
export { type Event, viewOf } from './event-path.ts';
export { eventValues, httpRequestEvent, sharedKeys } from './event-trigger.ts';
export { cannotEnable, type TriggerTemplate, templateFaults, triggerWarnings } from './faults.ts';
export {
  folderIn,
  type Occasion,
  orderFor,
  placeholderValues,
  type RunningReleases,
  type RunOutcome,
  refusalOf,
  runOutcomes,
} from './firing.ts';
export { translateGroovyFilter } from './groovy-filter.ts';
export { choosesPlace, choosesTemplate, fixedTemplate, type Mapping, mappedText } from './mappings.ts';
export { failedPoll, type PolledState, type Poller, polledState, resultOfPoll, stateName } from './poll.ts';
export { eventTypeFrom, isWithinReach } from './reach.ts';
export { catchUps, impliedPollType, pollTypes, type Schedule } from './schedule.ts';
export {
  changedTrigger,
  type EventTrigger,
  hasSameTimes,
  isEventTrigger,
  isPollTrigger,
  isSchedule,
  isTriggerType,
  mappingsOf,
  newTrigger,
  type PollTrigger,
  pollTriggerType,
  requireTemplate,
  type ScheduleTrigger,
  scheduleType,
  type Trigger,
  type TriggerGiven,
  type TriggerPatch,
  triggerTypes,
} from './trigger.ts';

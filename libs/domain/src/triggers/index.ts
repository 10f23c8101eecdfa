export { whyAuthorMayNot } from './author.ts';
export { type DayTerm, type LastDay, type WeekdayTerm } from './cron/days.ts';
export { type CronExpression, readCron } from './cron/expression.ts';
export { type CronField, type CronRange, type FieldRule, fieldRules, valuesOf } from './cron/fields.ts';
export { cronWords } from './cron/words.ts';
export { type DueTimes, dueTimes, mostCaughtUp, type Timetable } from './due.ts';
export { type EventFilter, failedExpression, filterOperators, filterValueTypes } from './event-filter.ts';
export { type Event, viewOf } from './event-path.ts';
export { eventValues, httpRequestEvent, sharedKeys } from './event-trigger.ts';
export { cannotEnable, type TriggerTemplate, templateFaults } from './faults.ts';
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
export { type Mapping, choosesPlace, choosesTemplate, fixedTemplate, mappedText } from './mappings.ts';
export { type PolledState, type Poller, failedPoll, polledState, resultOfPoll, stateName } from './poll.ts';
export { eventTypeFrom, isWithinReach } from './reach.ts';
export { type Schedule, catchUps, impliedPollType, pollTypes } from './schedule.ts';
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

export { authorRefusal } from './author.ts';
export type { DayTerm, LastDay, WeekdayTerm } from './cron/days.ts';
export { type CronExpression, readCron } from './cron/expression.ts';
export { type CronField, type CronRange, type FieldRule, fieldRules, valuesOf } from './cron/fields.ts';
export { describeCron } from './cron/words.ts';
export { type DueTimes, dueTimes, maxCatchUp, type Timetable } from './due.ts';
export { type EventFilter, failedExpression, filterOperators, filterValueTypes } from './event-filter.ts';
export { type Event, viewOf } from './event-path.ts';
export { eventValues, httpRequestEvent, sharedKeys } from './event-trigger.ts';
export { enableRefusal, type TriggerTemplate, templateFaults, triggerWarnings } from './faults.ts';
export {
  folderIdOf,
  type Occasion,
  createRequestFor,
  placeholderValues,
  type RunningReleases,
  type RunOutcome,
  firingRefusal,
  runOutcomes,
} from './firing.ts';
export { translateGroovyFilter } from './groovy-filter.ts';
export { mayChooseTarget, mayChooseTemplate, fixedTemplate, type Mapping, mappedText } from './mappings.ts';
export { pollError, type PolledState, type Poller, polledState, resultOfPoll, stateName } from './poll.ts';
export { eventTypeFrom, isAllowedTarget } from './reach.ts';
export { catchUps, impliedPollType, pollTypes, type Schedule } from './schedule.ts';
export {
  applyTriggerPatch,
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
  type NewTriggerFields,
  type TriggerPatch,
  triggerTypes,
} from './trigger.ts';

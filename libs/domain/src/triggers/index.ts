export { eventTypeFrom, isAllowedTarget } from './allowed-targets.ts';
export { authorRefusal } from './author.ts';
export type { DayTerm, LastDay, WeekdayTerm } from './cron/days.ts';
export { describeCron } from './cron/describe.ts';
export { type CronExpression, readCron } from './cron/expression.ts';
export { type CronField, type CronRange, type FieldRule, fieldRules, valuesOf } from './cron/fields.ts';
export { type DueTimes, dueTimes, maxCatchUp, type Timetable } from './due-times.ts';
export { type EventFilter, failedExpression, filterOperators, filterValueTypes } from './event-filter.ts';
export { type Event, viewOf } from './event-path.ts';
export { eventValues, httpRequestEvent, sharedKeys } from './event-trigger.ts';
export {
  createRequestFor,
  firingRefusal,
  folderIdOf,
  type Occasion,
  placeholderValues,
  type RunningReleases,
  type RunOutcome,
  runOutcomes,
} from './firing.ts';
export { translateGroovyFilter } from './groovy-filter.ts';
export { fixedTemplate, type Mapping, mappedText, mayChooseTarget, mayChooseTemplate } from './mappings.ts';
export { type PolledState, type Poller, pollError, polledState, resultOfPoll, stateName } from './poll.ts';
export { type ReleasePreview, releasePreview } from './release-preview.ts';
export { catchUps, impliedPollType, pollTypes, type Schedule } from './schedule.ts';
export { enableRefusal, type TriggerTemplate, templateFaults, triggerWarnings } from './template-faults.ts';
export {
  applyTriggerPatch,
  type EventTrigger,
  hasSameTimes,
  isEventTrigger,
  isPollTrigger,
  isSchedule,
  isTriggerType,
  manualRunRefusal,
  mappingsOf,
  type NewTriggerFields,
  newTrigger,
  type PollTrigger,
  pollTriggerType,
  requireTemplate,
  type ScheduleTrigger,
  scheduleType,
  type Trigger,
  type TriggerPatch,
  triggerTypes,
} from './trigger.ts';

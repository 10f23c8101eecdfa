import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable } from '../model/variable.ts';
import { pick, requireTitle } from '../plans/build.ts';
import { applyVariablePatch, keyConflict, newVariable } from '../variables/build-variable.ts';
import { type EventSubscription, httpRequestEvent, validateSubscription } from './event-trigger.ts';
import type { Mapping } from './mappings.ts';
import { type Poller, pollsSameObject } from './poll.ts';
import { defaultTimes, type Schedule, type ScheduleTimes } from './schedule.ts';

/** What every trigger has, whatever makes it fire (rest-operations.md, releaseTriggers item). */
export interface TriggerFields {
  readonly title: string;
  readonly description: string | null;
  readonly enabled: boolean;
  /** whether it makes a release while one that it made still runs */
  readonly allowParallelExecution: boolean;
  /** with placeholders; null: the trigger's own title */
  readonly releaseTitle: string | null;
  /** null where there is none (any more): then nothing can be made */
  readonly templateId: string | null;
  /** where it is kept; the folder that it hangs under */
  readonly folderId: string;
  /** an id of a folder in any form, with placeholders; null: the template's folder */
  readonly releaseFolder: string | null;
  readonly tags: readonly string[];
  /** the state in which a poll has found things last; kept and answered for other triggers, as are these three */
  readonly triggerState: string | null;
  readonly script: string | null;
  readonly abortScript: string | null;
  readonly executionId: string | null;
}

interface TriggerIdentity {
  readonly id: string;
  /** values for variables of the template, by key; passwords sealed */
  readonly variables: readonly Variable[];
}

/** The type of scheduled triggers. */
export const scheduleType = 'time.Schedule';

/** A scheduled trigger. */
export interface ScheduleTrigger extends TriggerIdentity, TriggerFields, Schedule {
  readonly type: typeof scheduleType;
}

/** A trigger that fires for what a webhook endpoint accepts. */
export interface EventTrigger extends TriggerIdentity, TriggerFields, EventSubscription {
  readonly type: 'events.EventBasedTrigger';
}

/** The type of triggers that poll: the types of plugins extend it. */
export const pollTriggerType = 'ReleaseTrigger';

/** A trigger that fires when a script of a plugin finds things in another state than before. */
export interface PollTrigger extends TriggerIdentity, TriggerFields, ScheduleTimes, Poller {
  readonly type: typeof pollTriggerType;
}

/** A trigger. Each way to fire is a member of this union. */
export type Trigger = ScheduleTrigger | EventTrigger | PollTrigger;

interface TypedTrigger {
  readonly type: Trigger['type'];
}

/** Whether a trigger, in any form, is a scheduled one. */
export const isSchedule = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<ScheduleTrigger, 'type'> =>
  trigger.type === scheduleType;

/** Whether it fires for received events. */
export const isEventTrigger = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<EventTrigger, 'type'> =>
  trigger.type === 'events.EventBasedTrigger';

/** Whether it polls by the script of a plugin. */
export const isPollTrigger = <T extends TypedTrigger>(trigger: T): trigger is T & Pick<PollTrigger, 'type'> =>
  trigger.type === pollTriggerType;

/** The mappings of an event trigger; empty for other triggers. */
export const mappingsOf = (trigger: Trigger): readonly Mapping[] =>
  isEventTrigger(trigger) ? trigger.mappedProperties : [];

type BuiltInTrigger = Exclude<Trigger['type'], typeof pollTriggerType>;

/** The types of triggers that there are without any plugin, as people know them. */
export const triggerTypes: Readonly<Record<BuiltInTrigger, { readonly label: string; readonly description: string }>> =
  {
    'time.Schedule': {
      label: 'Time',
      description: 'Fires on a schedule: every given number of seconds, or by a cron expression',
    },
    'events.EventBasedTrigger': {
      label: 'Event',
      description: 'Fires for what a webhook endpoint accepts, if its filter wants it',
    },
  };

export const isTriggerType = (name: string): name is BuiltInTrigger => Object.hasOwn(triggerTypes, name);

/** What a client may set of a trigger; an absent field keeps its value or takes its default, those of other types are ignored. */
export type TriggerPatch = Partial<TriggerFields> &
  Partial<Schedule> &
  Partial<Poller> &
  Partial<EventSubscription> & {
    /** all of them; those that are not named go */
    readonly variables?: readonly VariableDraft[];
  };

export type NewTriggerFields = TriggerPatch &
  Pick<TriggerFields, 'title' | 'folderId'> & {
    /** a schedule without it */
    readonly type?: Trigger['type'];
  };

const blankFields: Omit<TriggerFields, 'title' | 'folderId'> = {
  description: null,
  enabled: true,
  allowParallelExecution: true,
  releaseTitle: null,
  templateId: null,
  releaseFolder: null,
  tags: [],
  script: null,
  abortScript: null,
  triggerState: null,
  executionId: null,
};
const blankSchedule: Omit<Schedule, 'periodicity'> = { ...defaultTimes, catchUp: 'last' };
const blankPoller: Poller = { pollerType: '', properties: {}, secrets: {} };
const blankSubscription: EventSubscription = {
  eventSource: null,
  eventType: httpRequestEvent,
  eventFilter: null,
  mappedProperties: [],
};

/**
 * Rejects a new trigger that could only fail: a schedule requires a template, an event may contain one. A trigger that
 * loses its template later stays, and reports it in its run history. Throws Invalid.
 */
export function requireTemplate({ type = scheduleType, templateId }: NewTriggerFields): void {
  if (type !== 'events.EventBasedTrigger' && !templateId) throw new Invalid(message('trigger.templateExpected'));
}

/** A new trigger. Throws Invalid, Conflict for a variable that is given twice. */
export function newTrigger(id: string, fields: NewTriggerFields, newVariableId: () => string): Trigger {
  const { title, folderId, periodicity, type = scheduleType } = fields;
  requireTitle('trigger', title);
  const common = {
    ...blankFields,
    ...pick<Partial<TriggerFields>>(blankFields, fields),
    id,
    title,
    folderId,
    variables: variablesFrom(fields.variables ?? [], [], newVariableId),
  };
  if (type !== 'events.EventBasedTrigger') {
    if (periodicity === undefined) throw new Invalid(message('trigger.periodicityExpected'));
    if (type === scheduleType)
      return { ...blankSchedule, ...pick<Partial<Schedule>>(blankSchedule, fields), ...common, type, periodicity };
    const times = { ...defaultTimes, ...pick<Partial<ScheduleTimes>>(defaultTimes, fields), periodicity };
    return { ...blankPoller, ...pick(blankPoller, fields), ...times, ...common, type };
  }
  const subscription = { ...blankSubscription, ...pick(blankSubscription, fields) };
  if (subscription.eventSource === null) throw new Invalid(message('trigger.eventSourceExpected'));
  return validate({ ...subscription, ...common, type });
}

/** The trigger with its changes. Throws Invalid, Conflict for a variable that is given twice. */
export function applyTriggerPatch(trigger: Trigger, patch: TriggerPatch, newVariableId: () => string): Trigger {
  const { id, title, folderId, variables: before, ...rest } = trigger;
  const variables = patch.variables ? variablesFrom(patch.variables, before, newVariableId) : before;
  const common = {
    ...pick<Partial<TriggerFields>>({ ...blankFields, title, folderId }, patch),
    variables,
  };
  requireTitle('trigger', common.title ?? title);
  // one whose template was deleted can still be changed otherwise
  if (rest.templateId !== null && patch.templateId === null) requireTemplate({ type: rest.type, title, folderId });
  const identity = { id, title, folderId };
  switch (rest.type) {
    case 'time.Schedule':
      return {
        ...rest,
        ...identity,
        ...pick<Partial<Schedule>>({ ...blankSchedule, periodicity: '' }, patch),
        ...common,
      };
    case 'ReleaseTrigger':
      return changePoll(rest, { ...rest, ...identity, ...common }, patch);
    case 'events.EventBasedTrigger':
      return validate({ ...rest, ...identity, ...pick(blankSubscription, patch), ...common });
  }
}

/**
 * The state in a request may be older than that of the latest poll, and would fire again, so it is ignored. After a
 * change of the polled object, the stored state is reset.
 */
function changePoll(
  before: Poller & Pick<TriggerFields, 'triggerState'>,
  changed: PollTrigger,
  patch: TriggerPatch,
): PollTrigger {
  const times = pick<Partial<ScheduleTimes>>({ ...defaultTimes, periodicity: '' }, patch);
  const poller = { ...blankPoller, ...pick(blankPoller, before), ...pick(blankPoller, patch) };
  const triggerState = pollsSameObject(before, poller) ? before.triggerState : null;
  return { ...changed, ...times, ...poller, triggerState };
}

function validate(trigger: EventTrigger): EventTrigger {
  validateSubscription(trigger);
  return trigger;
}

/** Whether two triggers are due at the same times, so that what was due before is still due after the change. */
export const hasSameTimes = (a: Trigger, b: Trigger): boolean =>
  !isEventTrigger(a) &&
  !isEventTrigger(b) &&
  a.enabled === b.enabled &&
  a.pollType === b.pollType &&
  a.periodicity === b.periodicity &&
  a.timeZone === b.timeZone;

function variablesFrom(
  drafts: readonly VariableDraft[],
  before: readonly Variable[],
  newId: () => string,
): readonly Variable[] {
  const result = drafts.map(({ id: _, ...draft }) => {
    const old = before.find(({ key, type }) => key === bareKey(draft.key) && type === draft.type);
    const { type: __, ...patch } = draft;
    return old === undefined ? newVariable(draft, newId) : applyVariablePatch(old, patch);
  });
  const duplicate = result.find(({ key }, index) => result.findIndex((b) => b.key === key) < index);
  if (duplicate) throw keyConflict(duplicate.key);
  return result;
}

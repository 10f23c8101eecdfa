import { type Message, message, type NamedObject } from '../messages/message.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { offerRefusal } from '../variables/offered-values.ts';
import { isEmpty, unsuitableReason } from '../variables/values.ts';
import { convertValue, literalVariables, mappedKeys, mayChooseTemplate } from './mappings.ts';
import { isEventTrigger, mappingsOf, type Trigger } from './trigger.ts';

/** The fields of a template that decide whether a trigger can create releases from it. */
export interface TriggerTemplate extends Pick<Release, 'id' | 'folderId' | 'variables' | 'scriptUsername'> {
  /** an open task that creates releases; null: none */
  readonly creator: NamedObject | null;
  /** the global and folder variables that list boxes can refer to, one for each key */
  readonly shared: readonly Variable[];
}

/**
 * Returns the reasons why a trigger cannot create releases from its template. They are empty if it can, or if each
 * event selects the template. Values of an event are checked when it fires.
 */
export function templateFaults(trigger: Trigger, template: TriggerTemplate | null): readonly Message[] {
  const mapped = mappingsOf(trigger);
  if (mayChooseTemplate(mapped)) return [];
  // An event trigger without a template reports that in its run history, and can get a template later.
  if (template === null) return isEventTrigger(trigger) ? [] : [message('triggerFault.withoutTemplate')];
  return [...missingValueFaults(trigger, template), ...invalidValueFaults(trigger, template), ...runAsFaults(template)];
}

/** The value of a trigger for a template variable, with placeholders. */
type VariableEntry = readonly [key: string, value: VariableValue];

/** Whether a value is passed to the release. Passwords are passed only to password variables. */
const isPassed = ({ type, key }: Variable, { variables }: TriggerTemplate): boolean =>
  type !== 'PasswordStringVariable' || variables.some((candidate) => candidate.key === key && candidate.type === type);

function missingValueFaults(trigger: Trigger, template: TriggerTemplate): readonly Message[] {
  const own = trigger.variables.filter((variable) => !isEmpty(variable.value) && isPassed(variable, template));
  const givenEntries = new Set([...own.map(({ key }) => key), ...mappedKeys(mappingsOf(trigger))]);
  const empty = template.variables.filter(
    ({ key, requiresValue, showOnReleaseStart, value }) =>
      requiresValue && showOnReleaseStart && isEmpty(value) && !givenEntries.has(key),
  );
  if (empty.length === 0) return [];
  return [
    message('triggerFault.missingValues', { keys: empty.map(({ key }) => message('quote.plain', { text: key })) }),
  ];
}

function invalidValueFaults(trigger: Trigger, template: TriggerTemplate): readonly Message[] {
  const { variables, shared } = template;
  const own = trigger.variables.filter((variable) => isPassed(variable, template));
  const givenEntries: readonly VariableEntry[] = own.map(({ key, value }) => [key, value]);
  const mapped = literalVariables(mappingsOf(trigger)).map(([key, value]): VariableEntry => {
    const variable = variables.find((candidate) => candidate.key === key);
    return [key, variable === undefined ? value : convertValue(variable.type, value)];
  });
  return [...givenEntries, ...mapped].flatMap(([key, value]) => {
    const variable = variables.find((candidate) => candidate.key === key);
    if (variable === undefined || hasPlaceholder(value)) return [];
    const literalValue = Array.isArray(value) ? value.filter((item) => !hasPlaceholder(item)) : value;
    const reason =
      unsuitableReason(key, variable.type, value) ?? offerRefusal(variable, literalValue, [...variables, ...shared]);
    return reason === null ? [] : [reason];
  });
}

/** Placeholders are replaced when the trigger fires. The creation of the release checks the result. */
const hasPlaceholder = (value: unknown): boolean => typeof value === 'string' && value.includes('${');

/** Warnings about values of a trigger that have no effect on its releases. */
export function triggerWarnings(trigger: Trigger, template: TriggerTemplate | null): readonly Message[] {
  const mapped = mappingsOf(trigger);
  if (template === null || mayChooseTemplate(mapped)) return [];
  const own = trigger.variables.filter(({ value }) => !isEmpty(value));
  const isUnknown = (key: string): boolean => !template.variables.some((candidate) => candidate.key === key);
  const unknown = new Set([...own.map(({ key }) => key), ...mappedKeys(mapped)].filter(isUnknown));
  const ignored = own.filter((variable) => !unknown.has(variable.key) && !isPassed(variable, template));
  return [
    ...[...unknown].map((key) => message('triggerWarning.unknownVariable', { key })),
    ...ignored.map(({ key }) => message('triggerWarning.ignoredPassword', { key })),
  ];
}

const runAsFaults = ({ scriptUsername, creator }: TriggerTemplate): readonly Message[] =>
  scriptUsername !== null || creator === null ? [] : [message('triggerFault.withoutRunAs', { task: creator })];

/** Returns the message that refuses to enable a trigger that cannot create releases. */
export const enableRefusal = ({ title }: Pick<Trigger, 'title'>, faults: readonly Message[]): Message =>
  message('triggerFault.cannotEnable', { title, faults });

import { clip } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import type { Variable, VariableValue } from '../model/variable.ts';
import { whyNotOffered } from '../variables/offered-values.ts';
import { isEmpty, whyUnsuitable } from '../variables/values.ts';
import { choosesTemplate, mappedKeys, suiting, writtenVariables } from './mappings.ts';
import { isEventTrigger, mappingsOf, type Trigger } from './trigger.ts';

/** What of a template decides whether a trigger can create releases from it. */
export interface TriggerTemplate extends Pick<Release, 'id' | 'folderId' | 'variables' | 'scriptUsername'> {
  /** an open task that creates releases; null: there is none */
  readonly creator: { readonly id: string; readonly title: string } | null;
  /** the global and folder variables that list boxes may name, one of a key */
  readonly shared: readonly Variable[];
}

/**
 * Why a trigger cannot create releases from its template, in sentences; none where it can, or where each event names
 * the template. Values that come with an event are known only when it fires.
 */
export function templateFaults(trigger: Trigger, template: TriggerTemplate | null): readonly string[] {
  const mapped = mappingsOf(trigger);
  if (choosesTemplate(mapped)) return [];
  // an event trigger without a template reports that in its ledger, and may get one later
  if (template === null) return isEventTrigger(trigger) ? [] : ['template: the trigger has no template'];
  return [...emptyVariables(trigger, template), ...wrongValues(trigger, template), ...missingRunAs(template)];
}

/** A value of a trigger for the variable of its template with this key, with its placeholders. */
type Given = readonly [key: string, value: VariableValue];

/** A password is passed to a variable for passwords only. */
const isPassed = ({ type, key }: Variable, { variables }: TriggerTemplate): boolean =>
  type !== 'PasswordStringVariable' || variables.some((each) => each.key === key && each.type === type);

function emptyVariables(trigger: Trigger, template: TriggerTemplate): readonly string[] {
  const own = trigger.variables.filter((variable) => !isEmpty(variable.value) && isPassed(variable, template));
  const given = new Set([...own.map(({ key }) => key), ...mappedKeys(mappingsOf(trigger))]);
  const empty = template.variables.filter(
    ({ key, requiresValue, showOnReleaseStart, value }) =>
      requiresValue && showOnReleaseStart && isEmpty(value) && !given.has(key),
  );
  return empty.length === 0 ? [] : [`variables: a value is required for ${empty.map(({ key }) => key).join(', ')}`];
}

function wrongValues(trigger: Trigger, template: TriggerTemplate): readonly string[] {
  const { variables, shared } = template;
  const own = trigger.variables.filter((variable) => isPassed(variable, template));
  const given: readonly Given[] = own.map(({ key, value }) => [key, value]);
  const mapped = writtenVariables(mappingsOf(trigger)).map(([key, value]): Given => {
    const variable = variables.find((each) => each.key === key);
    return [key, variable === undefined ? value : suiting(variable.type, value)];
  });
  return [...given, ...mapped].flatMap(([key, value]) => {
    const variable = variables.find((each) => each.key === key);
    if (variable === undefined || isFilledLater(value)) return [];
    const here = Array.isArray(value) ? value.filter((item) => !isFilledLater(item)) : value;
    return whyUnsuitable(key, variable.type, value) ?? whyNotOffered(variable, here, [...variables, ...shared]) ?? [];
  });
}

/** Placeholders are replaced when the trigger fires. The creation of the release checks the result. */
const isFilledLater = (value: unknown): boolean => typeof value === 'string' && value.includes('${');

/** Values of a trigger that have no effect on its releases, in sentences. */
export function triggerWarnings(trigger: Trigger, template: TriggerTemplate | null): readonly string[] {
  const mapped = mappingsOf(trigger);
  if (template === null || choosesTemplate(mapped)) return [];
  const own = trigger.variables.filter(({ value }) => !isEmpty(value));
  const isUnknown = (key: string): boolean => !template.variables.some((each) => each.key === key);
  const unknown = new Set([...own.map(({ key }) => key), ...mappedKeys(mapped)].filter(isUnknown));
  const ignored = own.filter((variable) => !unknown.has(variable.key) && !isPassed(variable, template));
  return [
    ...[...unknown].map(
      (key) => `variables.${clip(key)}: the template has no variable of this name; the value is ignored`,
    ),
    ...ignored.map(
      ({ key }) => `variables.${key}: a password is passed to a PasswordStringVariable only; the value is ignored`,
    ),
  ];
}

const missingRunAs = ({ scriptUsername, creator }: TriggerTemplate): readonly string[] =>
  scriptUsername !== null || creator === null
    ? []
    : [
        `scriptUsername: the template needs a value, because task '${clip(creator.title)}' (${creator.id}) creates a release`,
      ];

/** The refusal to enable a trigger that cannot create releases. */
export const cannotEnable = ({ title }: Pick<Trigger, 'title'>, faults: readonly string[]): string =>
  `cannot enable trigger '${clip(title)}': ${faults.join('; ')}`;

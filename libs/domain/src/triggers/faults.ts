import { clip } from '../model/errors.ts';
import type { Release } from '../model/release.ts';
import { whyNotOffered } from '../variables/offered-values.ts';
import { isEmpty } from '../variables/values.ts';
import { choosesTemplate, fixedVariables, mappedKeys } from './mappings.ts';
import { isEventTrigger, mappingsOf, type Trigger } from './trigger.ts';

/** What of a template decides whether a trigger can create releases from it. */
export interface TriggerTemplate extends Pick<Release, 'id' | 'folderId' | 'variables' | 'scriptUsername'> {
  /** an open task that creates releases; null: there is none */
  readonly creator: { readonly id: string; readonly title: string } | null;
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

function emptyVariables(trigger: Trigger, { variables }: TriggerTemplate): readonly string[] {
  const given = new Set([
    ...trigger.variables.filter(({ value }) => !isEmpty(value)).map(({ key }) => key),
    ...mappedKeys(mappingsOf(trigger)),
  ]);
  const empty = variables.filter(
    ({ key, requiresValue, showOnReleaseStart, value }) =>
      requiresValue && showOnReleaseStart && isEmpty(value) && !given.has(key),
  );
  return empty.length === 0 ? [] : [`variables: a value is required for ${empty.map(({ key }) => key).join(', ')}`];
}

function wrongValues(trigger: Trigger, { variables }: TriggerTemplate): readonly string[] {
  const fixed = fixedVariables(mappingsOf(trigger));
  const given = [...trigger.variables.map(({ key, value }) => [key, value] as const), ...Object.entries(fixed)];
  return given.flatMap(([key, value]) => {
    const variable = variables.find((each) => each.key === key);
    return variable === undefined ? [] : (whyNotOffered(variable, value, variables) ?? []);
  });
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

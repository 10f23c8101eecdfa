import { fill } from '../model/placeholders.ts';
import type { VariableValue } from '../model/variable.ts';
import { placeholderValues } from './firing.ts';
import { mappedTags, mappedText, mappedVariables } from './mappings.ts';
import type { EventTrigger } from './trigger.ts';

/** The values that an event gives to a release. */
export interface ReleasePreview {
  readonly title: string;
  /** A text that selects the template; null: the event selects none. */
  readonly template: string | null;
  /** A text that selects the folder; null: the event selects none. */
  readonly folder: string | null;
  readonly tags: readonly string[];
  /** The mapped values of variables, before their conversion to the types of the template. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/**
 * Returns the values that an event gives to a release, without a template. `values` are those of `eventValues`, `now` is
 * the text of the current time. The counter is that of the first release.
 */
export function releasePreview(
  trigger: EventTrigger,
  values: Readonly<Record<string, VariableValue>>,
  now: string,
): ReleasePreview {
  const occasion = { key: trigger.id, scheduledAt: null, values };
  const all = placeholderValues(trigger, occasion, { now, scheduled: now, count: 1 });
  const mappings = trigger.mappedProperties;
  return {
    title: mappedText(mappings, 'releaseTitle', all) ?? fill(trigger.releaseTitle ?? trigger.title, all),
    template: mappedText(mappings, 'template', all) ?? null,
    folder:
      mappedText(mappings, 'folder', all) ?? (trigger.releaseFolder === null ? null : fill(trigger.releaseFolder, all)),
    tags: mappedTags(mappings, all) ?? trigger.tags.map((tag) => fill(tag, all)),
    variables: mappedVariables(mappings, [], all),
  };
}

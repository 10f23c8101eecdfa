import {
  Conflict,
  clip,
  Forbidden,
  Invalid,
  impliedPollType,
  isObject,
  type Json,
  type Known,
  NotFound,
} from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { triggerBody } from '@slipway/wire';
import type { ResourceContext } from '../model/context.ts';
import { createTrigger } from '../triggers/change.ts';

type Warn = (what: string) => void;

/** A trigger as a file contains it. */
export type WrittenTrigger = Readonly<Record<string, Json>>;

/** Of what template the triggers are, and where they go. */
interface NewPlace {
  readonly templateId: string;
  readonly folderId: string;
}

/** The triggers in a file. */
export const triggersIn = (written: readonly Json[]): readonly WrittenTrigger[] =>
  written.filter((each) => isObject(each));

/** What a trigger is called in warnings. */
export const called = ({ title }: WrittenTrigger): string =>
  `trigger '${clip(typeof title === 'string' ? title : '')}'`;

const textOf = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' && value !== '' && !value.includes('${') ? [value] : [];

const lastOf = (written: string): string => written.slice(written.lastIndexOf('/') + 1);

/** The folders for their releases that triggers name, by the last segments of their ids. */
export const foldersNamedBy = (triggers: readonly WrittenTrigger[]): readonly string[] =>
  triggers.flatMap(({ releaseFolder }) => textOf(releaseFolder)).map(lastOf);

/**
 * A trigger without an unknown folder, which is reported as a warning. Its template is the one of its file: a mapping
 * with one template for every event is dropped.
 */
export function fittedTrigger(trigger: WrittenTrigger, known: Known, warn: Warn): WrittenTrigger {
  const { releaseFolder, mappedProperties } = trigger;
  const lost = textOf(releaseFolder).filter((each) => !known.thing(lastOf(each)));
  for (const each of lost) {
    warn(`${called(trigger)}: releaseFolder '${clip(each)}' was left out: there is no such folder`);
  }
  const isList = Array.isArray(mappedProperties);
  return {
    ...trigger,
    ...(lost.length > 0 && { releaseFolder: null }),
    ...(isList && { mappedProperties: mappedProperties.filter((each: Json) => !namesOneTemplate(each)) }),
  };
}

const namesOneTemplate = (mapping: Json): boolean =>
  isObject(mapping) && (mapping.targetProperty ?? mapping.target) === 'template' && textOf(mapping.value).length > 0;

/**
 * Makes the triggers of a template that was brought, disabled. One that there cannot be here, or that its caller may not
 * make, is left out with the reason (rest-operations.md, what import does).
 */
export async function bringTriggers(
  context: ResourceContext,
  caller: Person,
  triggers: readonly WrittenTrigger[],
  { templateId, folderId }: NewPlace,
  warn: Warn,
): Promise<void> {
  for (const trigger of triggers) {
    const leftOut = (why: string): void => warn(`${called(trigger)} was left out: ${why}`);
    const pollType = trigger.pollType ?? impliedPollType(trigger.periodicity);
    const read = triggerBody.safeParse({ ...trigger, pollType, template: templateId, folderId, enabled: false });
    if (!read.success) {
      const [issue] = read.error.issues;
      leftOut(clip(`${issue?.path.join('.')}: ${issue?.message}`));
      continue;
    }
    try {
      const { broken = [] } = await createTrigger(context, caller, read.data);
      if (broken.length > 0) warn(`${called(trigger)} is disabled and cannot be enabled: ${broken.join('; ')}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      leftOut(error.message);
    }
  }
}

const isRefusal = (error: unknown): error is Error =>
  [Invalid, NotFound, Forbidden, Conflict].some((kind) => error instanceof kind);

import { triggerBody } from '@slipway/api-schema/triggers';
import type { ReferenceLookup } from '@slipway/domain/files';
import {
  Conflict,
  clip,
  Forbidden,
  Invalid,
  isObject,
  type Json,
  NotFound,
  type TemplateDraft,
} from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import { impliedPollType } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import type { ResourceContext } from '../model/context.ts';
import { type CredentialCheck, verifyRunAs } from '../plans/create.ts';
import { createTrigger } from '../triggers/change.ts';

type Warn = (warning: string) => void;

/** A trigger as a file contains it. */
export type RawTrigger = Readonly<Record<string, Json>>;

/** Of what template the triggers are, and where they go. */
interface TriggerTarget {
  readonly templateId: string;
  readonly folderId: string;
}

/** The triggers in a file. */
export const triggersIn = (rawTriggers: readonly Json[]): readonly RawTrigger[] =>
  rawTriggers.filter((item) => isObject(item));

/** The name of a trigger in warnings. */
export const triggerLabel = ({ title }: RawTrigger): string =>
  `trigger '${clip(typeof title === 'string' ? title : '')}'`;

const literalText = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' && value !== '' && !value.includes('${') ? [value] : [];

const lastSegmentOf = (rawTriggers: string): string => rawTriggers.slice(rawTriggers.lastIndexOf('/') + 1);

/** The folders for their releases that triggers name, by the last segments of their ids. */
export const foldersOfTriggers = (triggers: readonly RawTrigger[]): readonly string[] =>
  triggers.flatMap(({ releaseFolder }) => literalText(releaseFolder)).map(lastSegmentOf);

/**
 * A trigger without an unknown folder, which is reported as a warning. Its template is the one of its file: a mapping
 * with one template for every event is dropped.
 */
export function adaptTrigger(trigger: RawTrigger, resolvable: ReferenceLookup, warn: Warn): RawTrigger {
  const { releaseFolder, mappedProperties } = trigger;
  const missing = literalText(releaseFolder).filter((item) => !resolvable.object(lastSegmentOf(item)));
  for (const item of missing) {
    warn(`${triggerLabel(trigger)}: releaseFolder '${clip(item)}' was left out: there is no such folder`);
  }
  const isList = Array.isArray(mappedProperties);
  return {
    ...trigger,
    ...(missing.length > 0 && { releaseFolder: null }),
    ...(isList && { mappedProperties: mappedProperties.filter((item: Json) => !namesOneTemplate(item)) }),
  };
}

const namesOneTemplate = (mapping: Json): boolean =>
  isObject(mapping) &&
  (mapping.targetProperty ?? mapping.target) === 'template' &&
  literalText(mapping.value).length > 0;

/**
 * Makes the triggers of a template that was brought, disabled. One that there cannot be here, or that its caller may not
 * make, is left out with the reason (rest-operations.md, what import does).
 */
export async function importTriggers(
  context: ResourceContext,
  caller: Person,
  triggers: readonly RawTrigger[],
  { templateId, folderId }: TriggerTarget,
  warn: Warn,
): Promise<void> {
  for (const trigger of triggers) {
    const warnSkipped = (reason: string): void => warn(`${triggerLabel(trigger)} was left out: ${reason}`);
    const pollType = trigger.pollType ?? impliedPollType(trigger.periodicity);
    const read = triggerBody.safeParse({ ...trigger, pollType, template: templateId, folderId, enabled: false });
    if (!read.success) {
      const [issue] = read.error.issues;
      warnSkipped(clip(`${issue?.path.join('.')}: ${issue?.message}`));
      continue;
    }
    try {
      const { broken = [] } = await createTrigger(context, caller, read.data);
      if (broken.length > 0) warn(`${triggerLabel(trigger)} is disabled and cannot be enabled: ${broken.join('; ')}`);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      warnSkipped(error.message);
    }
  }
}

const isRefusal = (error: unknown): error is Error =>
  [Invalid, NotFound, Forbidden, Conflict].some((kind) => error instanceof kind);

/**
 * A template with its run-as user: one whose password is in the file, or any user if the caller has all permissions.
 * Otherwise, the run-as user of the file is left out. Throws the errors of a login, except for a wrong password.
 */
export async function withImportedRunAs(
  draft: TemplateDraft,
  caller: Person,
  credentialCheck: CredentialCheck | null,
  warn: Warn,
): Promise<TemplateDraft> {
  const { scriptUsername, scriptUserPassword, ...rest } = draft;
  // a variable may hold it elsewhere; here a password is proven when it is saved
  const password = scriptUserPassword?.includes('${') ? null : scriptUserPassword;
  if (credentialCheck !== null && password) {
    try {
      const { patch, proof } = await verifyRunAs(credentialCheck, {
        caller,
        before: null,
        patch: { ...rest, scriptUsername, scriptUserPassword: password },
      });
      return { ...patch, proof };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      warn('scriptUserPassword was left out: it is wrong here');
    }
  }
  if (!scriptUsername) return rest;
  const isSelf = caller.isLimited !== true && isSameUser(scriptUsername, caller.username);
  if (isSelf || caller.hasPermission('admin')) return { ...rest, scriptUsername };
  warn(`scriptUsername '${clip(scriptUsername)}' was left out: the file does not have their password`);
  return rest;
}

import { problemOf } from '@slipway/api-schema/format';
import { triggerBody } from '@slipway/api-schema/triggers';
import type { ReferenceLookup } from '@slipway/domain/files';
import { type Message, message, type Warn, warnAt } from '@slipway/domain/messages';
import {
  Conflict,
  clip,
  Forbidden,
  Invalid,
  isObject,
  type Json,
  messageOf,
  NotFound,
  type TemplateDraft,
} from '@slipway/domain/model';
import { isSameUser } from '@slipway/domain/people';
import { impliedPollType } from '@slipway/domain/triggers';
import type { Person } from '@slipway/engine';
import type { ResourceContext } from '../model/context.ts';
import { type CredentialCheck, verifyRunAs } from '../plans/create.ts';
import { storeNewTrigger } from '../triggers/change.ts';
import { faultsOfTrigger } from '../triggers/triggers.ts';

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
export const triggerPart = ({ title }: RawTrigger): Message =>
  message('part.trigger', { title: typeof title === 'string' ? title : '' });

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
  const warnHere = warnAt(warn, triggerPart(trigger));
  for (const folder of missing) warnHere(message('import.unknownTriggerFolder', { folder }));
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
    const part = triggerPart(trigger);
    const warnSkipped = (reason: Message): void => warn(message('import.triggerLeftOut', { trigger: part, reason }));
    const pollType = trigger.pollType ?? impliedPollType(trigger.periodicity);
    const read = triggerBody.safeParse({ ...trigger, pollType, template: templateId, folderId, enabled: false });
    if (!read.success) {
      const [issue] = read.error.issues;
      if (issue !== undefined)
        warnSkipped(message('field.refused', { field: clip(issue.path.join('.')), problem: problemOf(issue.message) }));
      continue;
    }
    try {
      const id = await storeNewTrigger(context, caller, read.data);
      const faults = await faultsOfTrigger(context, id);
      if (faults.length > 0) warn(message('import.triggerDisabled', { trigger: part, faults }));
    } catch (error) {
      const refusal = refusalIn(error);
      if (refusal === null) throw error;
      warnSkipped(refusal);
    }
  }
}

/** The message of a refusal; null for another error. */
function refusalIn(error: unknown): Message | null {
  const isRefusal =
    error instanceof Invalid || error instanceof NotFound || error instanceof Forbidden || error instanceof Conflict;
  return isRefusal ? messageOf(error) : null;
}

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
      warn(message('import.wrongPassword'));
    }
  }
  if (!scriptUsername) return rest;
  const isSelf = caller.isLimited !== true && isSameUser(scriptUsername, caller.username);
  if (isSelf || caller.hasPermission('admin')) return { ...rest, scriptUsername };
  warn(message('import.runAsWithoutPassword', { user: scriptUsername }));
  return rest;
}

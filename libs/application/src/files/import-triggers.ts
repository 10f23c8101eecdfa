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

/** The template and the folder of imported triggers. */
interface TriggerTarget {
  readonly templateId: string;
  readonly folderId: string;
}

/** Returns the triggers in a file. */
export const triggersIn = (rawTriggers: readonly Json[]): readonly RawTrigger[] =>
  rawTriggers.filter((item) => isObject(item));

/** Returns the name of a trigger for warnings. */
export const triggerPart = ({ title }: RawTrigger): Message =>
  message('part.trigger', { title: typeof title === 'string' ? title : '' });

const literalText = (value: Json | undefined): readonly string[] =>
  typeof value === 'string' && value !== '' && !value.includes('${') ? [value] : [];

const lastSegmentOf = (rawTriggers: string): string => rawTriggers.slice(rawTriggers.lastIndexOf('/') + 1);

/** Returns the target folders of triggers, by the last segments of their ids. */
export const foldersOfTriggers = (triggers: readonly RawTrigger[]): readonly string[] =>
  triggers.flatMap(({ releaseFolder }) => literalText(releaseFolder)).map(lastSegmentOf);

/**
 * Returns a trigger without an unknown folder, which is reported as a warning. Its template is the one of its file: a
 * mapping with one template for all events is dropped.
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
 * Creates the triggers of an imported template, disabled. A trigger that is invalid, or that the caller may not create,
 * is skipped with a warning (rest-operations.md, what import does).
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

/** Returns the message of a refusal, or null for another error. */
function refusalIn(error: unknown): Message | null {
  const isRefusal =
    error instanceof Invalid || error instanceof NotFound || error instanceof Forbidden || error instanceof Conflict;
  return isRefusal ? messageOf(error) : null;
}

/**
 * Returns a template with the run-as user of the file if the file contains the password, or if the caller has all
 * permissions. Otherwise, omits the run-as user. Throws the errors of a login, except for a wrong password.
 */
export async function withImportedRunAs(
  draft: TemplateDraft,
  caller: Person,
  credentialCheck: CredentialCheck | null,
  warn: Warn,
): Promise<TemplateDraft> {
  const { scriptUsername, scriptUserPassword, ...rest } = draft;
  // The password is verified before the save, so it cannot be a variable.
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

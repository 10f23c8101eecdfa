import { type Message, message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import {
  authorRefusal,
  enableRefusal,
  folderIdOf,
  mappingsOf,
  mayChooseTarget,
  type Trigger,
  type TriggerTemplate,
  templateFaults,
  triggerWarnings,
} from '@slipway/domain/triggers';
import { type Person, personWithoutPermissions } from '@slipway/engine';
import type { Connection } from '@slipway/persistence/database';
import { readTriggerTemplates, type TriggerRow } from '@slipway/persistence/triggers';
import type { ResourceContext } from '../model/context.ts';

type Context = Pick<ResourceContext, 'database' | 'engine'>;

/** Messages about triggers, by their ids. */
export type TriggerMessages = ReadonlyMap<string, readonly Message[]>;

const templatesOf = (connection: Connection, triggers: readonly Trigger[]) =>
  readTriggerTemplates(
    connection,
    triggers.map(({ templateId }) => templateId),
  );

const faultsIn = (trigger: Trigger, templates: ReadonlyMap<string, TriggerTemplate>): readonly Message[] =>
  templateFaults(trigger, templates.get(trigger.templateId ?? '') ?? null);

const warningsIn = (trigger: Trigger, templates: ReadonlyMap<string, TriggerTemplate>): readonly Message[] =>
  triggerWarnings(trigger, templates.get(trigger.templateId ?? '') ?? null);

/** Returns the reasons why triggers cannot be enabled, for a user who may create releases from their templates. */
export async function faultsToEnable(connection: Connection, triggers: readonly Trigger[]): Promise<TriggerMessages> {
  const templates = await templatesOf(connection, triggers);
  return new Map(
    triggers.flatMap((trigger) => {
      const faults = faultsIn(trigger, templates);
      return faults.length === 0 ? [] : [[trigger.id, faults] as const];
    }),
  );
}

/** Rejects the enabling of a trigger that cannot create releases. Throws Invalid. */
export async function requireNoFaults(connection: Connection, trigger: Trigger): Promise<void> {
  const faults = (await faultsToEnable(connection, [trigger])).get(trigger.id);
  if (faults !== undefined) throw new Invalid(enableRefusal(trigger, faults));
}

/**
 * Returns messages about values of triggers that have no effect, by trigger id. Triggers without such values are
 * omitted.
 */
export async function triggersWithWarnings(
  connection: Connection,
  triggers: readonly Trigger[],
): Promise<TriggerMessages> {
  const templates = await templatesOf(connection, triggers);
  return new Map(
    triggers.flatMap((trigger) => {
      const warnings = warningsIn(trigger, templates);
      return warnings.length === 0 ? [] : [[trigger.id, warnings] as const];
    }),
  );
}

/** The problems of a trigger that are known before it fires. */
export interface TriggerHealth {
  /** why the stored trigger cannot create releases with the permissions of its author; null if it can */
  readonly faults: readonly Message[];
  /** messages about values that have no effect */
  readonly warnings: readonly Message[];
}

/** Returns the problems of triggers, by trigger id. */
export async function healthOf(
  context: Context,
  rows: readonly TriggerRow[],
): Promise<ReadonlyMap<string, TriggerHealth>> {
  const templates = await templatesOf(
    context.database,
    rows.map(({ trigger }) => trigger),
  );
  const people = new Map<string, Promise<Person>>();
  const personOf = (author: string): Promise<Person> => {
    const cached = people.get(author) ?? context.engine.access.byName(author);
    people.set(author, cached);
    return cached;
  };
  const healthById = new Map<string, TriggerHealth>();
  for (const { trigger, author } of rows) {
    const template = templates.get(trigger.templateId ?? '');
    const hasAuthor = template !== undefined && author !== null;
    const byAuthor = hasAuthor ? await authorFault(trigger, template, author, personOf) : null;
    const faults = [...faultsIn(trigger, templates), ...(byAuthor === null ? [] : [byAuthor])];
    healthById.set(trigger.id, { faults, warnings: warningsIn(trigger, templates) });
  }
  return healthById;
}

/**
 * Returns why the author may not create releases, or null. If an event determines the target, this is only known when
 * the trigger fires.
 */
async function authorFault(
  trigger: Trigger,
  template: TriggerTemplate,
  author: string,
  personOf: (author: string) => Promise<Person>,
): Promise<Message | null> {
  if (mayChooseTarget({ releaseFolder: trigger.releaseFolder, mappings: mappingsOf(trigger) })) return null;
  const folderId = folderOf(trigger, template);
  if (folderId === null) return message('triggerFault.unknownFolder', { folder: trigger.releaseFolder ?? '' });
  const person = await personOf(author);
  const scopes = [{ folderId: template.folderId, releaseId: template.id }, { folderId }];
  const [atTemplate, callerHere] = person === personWithoutPermissions ? [] : await person.callersAt(scopes);
  const callers =
    atTemplate === undefined || callerHere === undefined ? null : { atTemplate, callerAtTarget: callerHere };
  return authorRefusal(author, callers, template, folderId);
}

function folderOf({ releaseFolder }: Trigger, template: TriggerTemplate): string | null {
  if (!releaseFolder) return template.folderId;
  try {
    return folderIdOf(releaseFolder);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

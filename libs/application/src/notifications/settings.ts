import { isDeepStrictEqual } from 'node:util';
import {
  eventTypeNames,
  type NotificationRulesBody,
  type NotificationRulesResponse,
  type NotificationSettingsBody,
  type NotificationSettingsResponse,
  showPreferences,
  showRules,
  toPreferences,
  toRules,
} from '@slipway/api-schema/notifications';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { type EventTypeName, Invalid, type Json } from '@slipway/domain/model';
import { type UserChannel, userChannels } from '@slipway/domain/notification-choices';
import {
  type ChannelModes,
  defaultPreferences,
  defaultRule,
  type NotificationRule,
} from '@slipway/domain/notifications';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import {
  lockPreferences,
  lockRules,
  readPreferences,
  readRuleScopes,
  savePreferences,
  saveRules,
} from '@slipway/persistence/notifications';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext } from '../people/caller-context.ts';

type ReadContext = Pick<ResourceContext, 'database' | 'typePrefix'>;
type ChangeContext = Pick<ResourceContext, 'database' | 'engine' | 'typePrefix'>;

interface RenderContext {
  readonly database: Connection;
  readonly typePrefix: string;
}

/** Renders the rules of a folder or of the installation. */
const render = async ({ database, typePrefix }: RenderContext, folderId: string): Promise<NotificationRulesResponse> =>
  showRules(await readRuleScopes(database, folderId), eventTypeNames.map(defaultRule), typePrefix);

/** Returns the rules of the installation. The route requires the permission. */
export const renderInstallationRules = (context: ReadContext): Promise<NotificationRulesResponse> =>
  render(context, rootFolderId);

/** Returns the folder of a request for its rules. Throws NotFound, Forbidden. */
const permittedFolder = (database: Database, caller: Person, rawId: string) =>
  getFolder(database, rawId, { caller, anyOf: [neededToChange.folderNotifications] });

/** Returns the rules of a folder. Throws NotFound, Forbidden. */
export async function renderFolderRules(
  context: ReadContext,
  caller: Person,
  rawId: string,
): Promise<NotificationRulesResponse> {
  const { id } = await permittedFolder(context.database, caller, rawId);
  return await render(context, id);
}

/** Replaces the rules of the installation. The route requires the permission. */
export const changeInstallationRules = (
  context: ChangeContext,
  change: CallerContext,
  body: NotificationRulesBody,
): Promise<NotificationRulesResponse> => changeRules(context, change, rootFolderId, body);

/** Replaces the rules of a folder. Throws NotFound, Forbidden, Invalid. */
export async function changeFolderRules(
  context: ChangeContext,
  change: CallerContext & { readonly rawId: string },
  body: NotificationRulesBody,
): Promise<NotificationRulesResponse> {
  const { id } = await permittedFolder(context.database, change.caller, change.rawId);
  if (id !== rootFolderId && body.rules.some(({ mandatory }) => mandatory === true))
    throw new Invalid(message('field.mandatoryInFolder'));
  return await changeRules(context, change, id, body);
}

/** Saves rules, and records the change in the audit log. Throws PreconditionFailed. */
async function changeRules(
  { engine, typePrefix }: ChangeContext,
  { actor, stillAs }: CallerContext,
  folderId: string,
  body: NotificationRulesBody,
): Promise<NotificationRulesResponse> {
  return await engine.change((changes) =>
    changes.transaction(async (connection) => {
      await lockRules(connection, folderId);
      const before = await render({ database: connection, typePrefix }, folderId);
      await stillAs?.(before);
      await saveRules(connection, folderId, toRules(body, typePrefix));
      const after = await render({ database: connection, typePrefix }, folderId);
      if (!isDeepStrictEqual(before.rules, after.rules)) {
        await writeAudit(connection, {
          ...{ actor, action: 'NOTIFICATIONS_UPDATED', subject: folderId },
          ...{ before: { rules: auditJson(before) }, after: { rules: auditJson(after) } },
        });
      }
      return after;
    }),
  );
}

/** The rules for the audit log, without members that have no value. */
const auditJson = ({ rules }: NotificationRulesResponse): Json => JSON.parse(JSON.stringify(rules));

type ModesByEvent = Partial<Record<EventTypeName, ChannelModes>>;

/** The modes of the installation for each event, and the channels of its mandatory rules. */
function installationModes(rules: readonly NotificationRule[]) {
  const defaults: ModesByEvent = {};
  const mandatory: Partial<Record<EventTypeName, readonly UserChannel[]>> = {};
  for (const type of eventTypeNames) {
    const matching = rules.filter(({ events }) => events.includes(type));
    const own = matching.find((rule) => rule.mandatory !== true) ?? defaultRule(type);
    defaults[type] = own.channels;
    const fixed = userChannels.filter((channel) =>
      matching.some((rule) => rule.mandatory === true && (rule.channels[channel] ?? 'off') !== 'off'),
    );
    if (fixed.length > 0) mandatory[type] = fixed;
  }
  return { defaults, mandatory };
}

/** Returns the settings of a user. */
async function renderSettings(database: Connection, username: string): Promise<NotificationSettingsResponse> {
  const [{ preferences, suspendedAddress }, [installation]] = [
    await readPreferences(database, username),
    await readRuleScopes(database, rootFolderId),
  ];
  return showPreferences(
    { ...defaultPreferences, ...preferences },
    {
      ...installationModes(installation?.rules ?? []),
      ...(suspendedAddress !== null && { suspendedAddress }),
    },
  );
}

/** Returns the settings of the caller. */
export const renderMySettings = ({ database }: ReadContext, caller: Person): Promise<NotificationSettingsResponse> =>
  renderSettings(database, caller.username);

/** Replaces the settings of the caller. Throws PreconditionFailed. */
export async function changeMySettings(
  { engine }: ChangeContext,
  { caller: { username }, stillAs }: CallerContext,
  body: NotificationSettingsBody,
): Promise<NotificationSettingsResponse> {
  return await engine.change((changes) =>
    changes.transaction(async (connection) => {
      await lockPreferences(connection, username);
      await stillAs?.(await renderSettings(connection, username));
      await savePreferences(connection, username, toPreferences(body));
      return await renderSettings(connection, username);
    }),
  );
}

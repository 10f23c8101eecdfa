import { isDeepStrictEqual } from 'node:util';
import {
  type NotificationTemplatesBody,
  type NotificationTemplatesResponse,
  toTemplates,
} from '@slipway/api-schema/notifications';
import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Invalid, type Json } from '@slipway/domain/model';
import { type NotificationTemplate, unknownPlaceholder } from '@slipway/domain/notifications';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection, Database } from '@slipway/persistence/database';
import { lockRules, readTemplateScopes, saveTemplates } from '@slipway/persistence/notifications';
import { getFolder } from '../folders/find.ts';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext } from '../people/caller-context.ts';

type ReadContext = Pick<ResourceContext, 'database'>;
type ChangeContext = Pick<ResourceContext, 'database' | 'engine'>;

const readOwn = async (connection: Connection, folderId: string): Promise<NotificationTemplatesResponse> =>
  (await readTemplateScopes(connection, folderId))[0] ?? [];

const permittedFolder = (database: Database, caller: Person, rawId: string) =>
  getFolder(database, rawId, { caller, anyOf: [neededToChange.folderNotifications] });

/** Returns the templates of the installation. The route requires the permission. */
export const renderInstallationTemplates = ({ database }: ReadContext): Promise<NotificationTemplatesResponse> =>
  readOwn(database, rootFolderId);

/** Returns the templates of a folder. Throws NotFound, Forbidden. */
export async function renderFolderTemplates(
  { database }: ReadContext,
  caller: Person,
  rawId: string,
): Promise<NotificationTemplatesResponse> {
  const { id } = await permittedFolder(database, caller, rawId);
  return await readOwn(database, id);
}

/** Requires that all placeholders exist. Throws Invalid with the name of the first other one. */
export function requirePlaceholders({ subject = '', text }: Pick<NotificationTemplate, 'subject' | 'text'>): void {
  const name = unknownPlaceholder(subject) ?? unknownPlaceholder(text);
  if (name !== null) throw new Invalid(message('notification.unknownPlaceholder', { name }));
}

/** Replaces the templates of the installation. The route requires the permission. Throws Invalid, PreconditionFailed. */
export const changeInstallationTemplates = (
  context: ChangeContext,
  change: CallerContext,
  body: NotificationTemplatesBody,
): Promise<NotificationTemplatesResponse> => changeTemplates(context, change, rootFolderId, body);

/** Replaces the templates of a folder. Throws NotFound, Forbidden, Invalid, PreconditionFailed. */
export async function changeFolderTemplates(
  context: ChangeContext,
  change: CallerContext & { readonly rawId: string },
  body: NotificationTemplatesBody,
): Promise<NotificationTemplatesResponse> {
  const { id } = await permittedFolder(context.database, change.caller, change.rawId);
  return await changeTemplates(context, change, id, body);
}

/** Returns the templates that another list does not contain, for the audit log. */
const notIn = (templates: NotificationTemplatesResponse, others: NotificationTemplatesResponse): Json => ({
  templates: templates
    .filter((template) => !others.some((other) => isDeepStrictEqual(other, template)))
    .map(({ subject, ...template }) => ({ ...template, ...(subject !== undefined && { subject }) })),
});

/** Saves templates, and records those that differ in the audit log. */
async function changeTemplates(
  { engine }: ChangeContext,
  { actor, stillAs }: CallerContext,
  folderId: string,
  body: NotificationTemplatesBody,
): Promise<NotificationTemplatesResponse> {
  const templates = toTemplates(body);
  templates.forEach(requirePlaceholders);
  return await engine.change((changes) =>
    changes.transaction(async (connection) => {
      await lockRules(connection, folderId);
      const before = await readOwn(connection, folderId);
      await stillAs?.(before);
      await saveTemplates(connection, folderId, templates);
      const after = await readOwn(connection, folderId);
      if (!isDeepStrictEqual(before, after)) {
        await writeAudit(connection, {
          ...{ actor, action: 'TEMPLATES_UPDATED', subject: folderId },
          ...{ before: notIn(before, after), after: notIn(after, before) },
        });
      }
      return after;
    }),
  );
}

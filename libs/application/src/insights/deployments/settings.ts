import { isDeepStrictEqual } from 'node:util';
import {
  type InsightSettingsBody,
  type InsightSettingsResponse,
  showInsightSettings,
  toInsightSettings,
} from '@slipway/api-schema/insights';
import type { Json } from '@slipway/domain/model';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import { readFullIds } from '@slipway/persistence/folders';
import { lockInsightSettings, readInsightSettings, saveInsightSettings } from '@slipway/persistence/insights';
import { getFolder } from '../../folders/find.ts';
import type { ResourceContext } from '../../model/context.ts';
import type { CallerContext } from '../../people/caller-context.ts';

async function render(database: Connection, folderId: string): Promise<InsightSettingsResponse> {
  const { scopeId, ...settings } = (await readInsightSettings(database, [folderId]))(folderId);
  if (scopeId === null || scopeId === folderId) return showInsightSettings(settings, null);
  return showInsightSettings(settings, (await readFullIds(database, [scopeId])).get(scopeId) ?? scopeId);
}

/** Returns the setting for deployments that applies to a folder. Throws NotFound. */
export async function renderInsightSettings(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  rawId: string,
): Promise<InsightSettingsResponse> {
  const { id } = await getFolder(database, rawId, { caller, anyOf: [neededToRead.folder] });
  return await render(database, id);
}

/** The setting for the audit log, without members that have no value. */
const auditJson = (settings: InsightSettingsResponse): Json => JSON.parse(JSON.stringify(settings));

/**
 * Replaces the setting of a folder. It applies to releases that end later. Throws NotFound, Forbidden,
 * PreconditionFailed.
 */
export async function changeInsightSettings(
  { database, engine }: Pick<ResourceContext, 'database' | 'engine'>,
  { caller, actor, stillAs, rawId }: CallerContext & { readonly rawId: string },
  body: InsightSettingsBody,
): Promise<InsightSettingsResponse> {
  const { id } = await getFolder(database, rawId, { caller, anyOf: [neededToChange.folder] });
  return await engine.change((changes) =>
    changes.transaction(async (connection) => {
      await lockInsightSettings(connection, id);
      const before = await render(connection, id);
      await stillAs?.(before);
      await saveInsightSettings(connection, id, toInsightSettings(body));
      const after = await render(connection, id);
      if (!isDeepStrictEqual(before, after)) {
        await writeAudit(connection, {
          ...{ actor, action: 'INSIGHTS_UPDATED', subject: id },
          ...{ before: auditJson(before), after: auditJson(after) },
        });
      }
      return after;
    }),
  );
}

import { isDeepStrictEqual } from 'node:util';
import { type InsightOptionsBody, type InsightOptionsResponse, showInsightOptions } from '@slipway/api-schema/insights';
import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import { writeAudit } from '@slipway/persistence/audit';
import { type Connection, readSetting, writeSetting } from '@slipway/persistence/database';
import type { ResourceContext } from '../model/context.ts';
import type { CallerContext } from '../people/caller-context.ts';

const settingName = 'insights';

/** Returns the settings of insights. */
export const readInsightOptions = async ({
  database,
}: {
  readonly database: Connection;
}): Promise<InsightOptionsResponse> => showInsightOptions(await readSetting(database, settingName));

/** Throws Invalid unless insights name persons. */
export async function requirePersons(context: { readonly database: Connection }): Promise<void> {
  const { showPersons } = await readInsightOptions(context);
  if (!showPersons) throw new Invalid(message('insights.persons'));
}

/** Replaces the settings. The route requires the permission. Throws PreconditionFailed. */
export const changeInsightOptions = (
  { engine }: Pick<ResourceContext, 'engine'>,
  { actor, stillAs }: CallerContext,
  { showPersons = false, workingHours }: InsightOptionsBody,
): Promise<InsightOptionsResponse> =>
  engine.change((changes) =>
    changes.transaction(async (connection) => {
      const before = await readInsightOptions({ database: connection });
      await stillAs?.(before);
      const after = { showPersons, ...(workingHours !== undefined && { workingHours }) };
      await writeSetting(connection, settingName, after);
      if (!isDeepStrictEqual(before, after)) {
        const change = { subject: settingName, before: { ...before }, after };
        await writeAudit(connection, { actor, action: 'INSIGHTS_UPDATED', ...change });
      }
      return after;
    }),
  );

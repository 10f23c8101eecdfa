import { setImmediate } from 'node:timers/promises';
import { createTemplate, type TeamInJson, type TemplateDraft } from '@slipway/domain';
import {
  type Connection,
  type IdempotencyKey,
  insertTemplates,
  type MadeTemplate,
  readClock,
  storeKey,
} from '@slipway/persistence';
import { currentTraceparent } from '@slipway/tracing';
import { claimTemplates } from '../commands/claim-ids.ts';
import { type DispatchResult, savedResult } from '../commands/dispatch-result.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { withPasswordsOfTemplates } from '../commands/template-passwords.ts';
import { withRetries } from '../concurrency/retry.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { weightOf } from '../decision/plan-weight.ts';
import { nobodyThere } from '../people/caller.ts';
import { teamsOfNewTemplates } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';

/** A template to be made in a folder that is there. */
export interface NewTemplate {
  readonly draft: TemplateDraft;
  readonly folderId: string;
  /** the teams that its JSON brings, which count at the top */
  readonly brought: readonly TeamInJson[];
}

/** In bytes of memory, of the plans that one statement brings; one that is larger alone has its own. */
const mostWeight = 8 * 1024 * 1024;

/**
 * Creates all templates or none, with as many statements as for one. Ids of clients are kept if they are free, and
 * references between the templates are updated. Throws Invalid, Conflict, Forbidden, Repeated, and NotFound if a
 * folder does not exist.
 */
export async function makeTemplates(
  context: EngineContext,
  templates: readonly NewTemplate[],
  person: Person,
  key: IdempotencyKey | null,
): Promise<readonly DispatchResult[]> {
  if (templates.length === 0) return [];
  const callers = await person.atAll(templates.map(({ folderId }) => ({ folderId })));
  return await withRetries('a template with these ids', () =>
    context.database.transaction(async (connection) => {
      if (key !== null) await storeKey(connection, key);
      const sealed: NewTemplate[] = [];
      for (const each of templates) {
        const secured = await withPasswordsOfTemplates(connection, each.draft);
        sealed.push({ ...each, draft: sealTemplate(context.seal, secured) });
      }
      const drafts = await claimTemplates(
        connection,
        sealed.map(({ draft }) => draft),
      );
      const teams = await teamsOfNewTemplates(connection, templates, person);
      const env = envAt(context, await readClock(connection), {});
      const decisions = sealed.map(
        ({ draft, folderId }, index) =>
          (): MadeTemplate => ({
            outcome: createTemplate(drafts[index] ?? draft, folderId, callers[index] ?? nobodyThere, env),
            teams: teams[index] ?? [],
          }),
      );
      return await insertAll(connection, decisions);
    }),
  );
}

/** Decides on templates and inserts them, as many at a time as one statement brings. */
async function insertAll(
  connection: Connection,
  decisions: readonly (() => MadeTemplate)[],
): Promise<readonly DispatchResult[]> {
  const results: DispatchResult[] = [];
  let [batch, weight]: [MadeTemplate[], number] = [[], 0];
  for (const decide of decisions) {
    const made = decide();
    await setImmediate();
    const own = weightOf({ ...made.outcome, version: 0, traceparent: null });
    if (batch.length > 0 && weight + own > mostWeight) {
      results.push(...(await inserted(connection, batch)));
      [batch, weight] = [[], 0];
    }
    batch.push(made);
    weight += own;
    // Yields to other requests.
    await setImmediate();
  }
  return [...results, ...(await inserted(connection, batch))];
}

async function inserted(connection: Connection, batch: readonly MadeTemplate[]): Promise<readonly DispatchResult[]> {
  const versions = await insertTemplates(connection, batch);
  const unasked = { waiters: [], view: null, whole: null, riskVersion: null, traceparent: currentTraceparent() };
  return batch.map(({ outcome }) =>
    savedResult(outcome, [], { ...unasked, version: versions.get(outcome.release.id) ?? 0 }),
  );
}

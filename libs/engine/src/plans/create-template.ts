import { type CopyOrder, copyTemplate, createTemplate, type TemplateDraft } from '@slipway/domain';
import { readClock } from '@slipway/persistence';
import { claimTemplate } from '../commands/claim-ids.ts';
import { knownPlan } from '../commands/dispatch.ts';
import type { DispatchResult } from '../commands/dispatch-result.ts';
import { type PendingTerms, requireVersion } from '../commands/request-terms.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { withRetries } from '../concurrency/retry.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { decideInTransaction } from '../decision/decide.ts';
import { requireFolder } from '../folders/require-folder.ts';
import type { Person } from '../people/person.ts';
import { insertMade, templateIn } from './stored-plans.ts';

/**
 * Makes a template in a folder. Ids that the client chose are kept where they are free. Throws Invalid,
 * Conflict, Repeated, and NotFound when there is no such folder.
 */
export async function makeTemplate(
  context: EngineContext,
  draft: TemplateDraft,
  folderId: string,
  person: Person,
  terms: PendingTerms,
): Promise<DispatchResult> {
  const caller = await person.at({ folderId });
  return await withRetries('a template with these ids', () =>
    context.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const claimed = await claimTemplate(connection, sealTemplate(context.seal, draft));
      const outcome = createTemplate(claimed, folderId, caller, envAt(context, await readClock(connection), {}));
      return await insertMade(connection, outcome, [], terms.key());
    }),
  );
}

/**
 * Makes a template like another one, in the same folder, all of it as it was at one moment. Throws Invalid,
 * Outdated (the template), Repeated, and NotFound when there is no such template.
 */
export async function makeTemplateLike(
  context: EngineContext,
  templateId: string,
  order: CopyOrder,
  person: Person,
  terms: PendingTerms,
): Promise<DispatchResult> {
  // who they are there is found out before, so that the transaction asks nobody else
  const { folderId } = (await knownPlan(context, templateId, 'template')).release;
  await person.at({ folderId, releaseId: templateId });
  return await withRetries(`template '${templateId}'`, () =>
    context.database.transaction(async (connection) => {
      const { release, version } = await templateIn(connection, context, templateId);
      requireVersion(templateId, terms.expected(templateId), version);
      const caller = await person.at({ folderId: release.folderId, releaseId: templateId });
      const now = await readClock(connection);
      const scope = { folderId: release.folderId, now, plans: context.plans };
      const { outcome } = await decideInTransaction(connection, scope, (world) =>
        copyTemplate(release, order, caller, envAt(context, now, world)),
      );
      return await insertMade(connection, outcome, [], terms.key());
    }, 'snapshot'),
  );
}

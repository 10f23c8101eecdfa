import { type CopyOrder, copyTemplate, createTemplate } from '@slipway/domain';
import { readClock } from '@slipway/persistence';
import { claimTemplate } from '../commands/claim-ids.ts';
import { knownPlan } from '../commands/dispatch.ts';
import type { DispatchResult } from '../commands/dispatch-result.ts';
import { type PendingTerms, requireVersion } from '../commands/request-terms.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { withPasswordsOfTemplates } from '../commands/template-passwords.ts';
import { withRetries } from '../concurrency/retry.ts';
import { type EngineContext, envAt } from '../decision/context.ts';
import { decideInTransaction } from '../decision/decide.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { teamsOfNewTemplate } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';
import type { NewTemplate } from './create-templates.ts';
import { insertMade, templateIn } from './stored-plans.ts';

/**
 * Makes a template in a folder. Ids that the client chose are kept where they are free. Throws Invalid,
 * Conflict, Repeated, and NotFound when there is no such folder.
 */
export async function makeTemplate(
  context: EngineContext,
  { draft, folderId, brought }: NewTemplate,
  person: Person,
  terms: PendingTerms,
): Promise<DispatchResult> {
  const caller = await person.at({ folderId });
  return await withRetries('a template with these ids', () =>
    context.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const secured = await withPasswordsOfTemplates(connection, draft);
      const claimed = await claimTemplate(connection, sealTemplate(context.seal, secured));
      const teams = await teamsOfNewTemplate(connection, { folderId, brought }, caller);
      const outcome = createTemplate(claimed, folderId, caller, envAt(context, await readClock(connection), {}));
      return await insertMade(connection, outcome, { created: [], key: terms.key(), teams });
    }),
  );
}

/**
 * Makes a template like another one, in the same folder, all of it as it was at one moment. At the top its teams are those of
 * a new one, with who copies it. Throws Invalid,
 * Outdated (the template), Repeated, and NotFound when there is no such template.
 */
export async function makeTemplateLike(
  context: EngineContext,
  templateId: string,
  order: CopyOrder,
  person: Person,
  terms: PendingTerms,
): Promise<DispatchResult> {
  // Loaded before the transaction, so that it uses no second connection.
  const { folderId } = (await knownPlan(context, templateId, 'template')).release;
  await person.at({ folderId, releaseId: templateId });
  return await withRetries(`template '${templateId}'`, () =>
    context.database.transaction(async (connection) => {
      const { release, version } = await templateIn(connection, context, templateId);
      requireVersion(templateId, terms.expected(templateId), version);
      const caller = await person.at({ folderId: release.folderId, releaseId: templateId });
      const now = await readClock(connection);
      const scope = { folderId: release.folderId, now, plans: context.plans, risk: context.risk };
      const { outcome } = await decideInTransaction(connection, scope, (world) =>
        copyTemplate(release, order, caller, envAt(context, now, world)),
      );
      const teams = await teamsOfNewTemplate(connection, { folderId: release.folderId, brought: [] }, caller);
      return await insertMade(connection, outcome, { created: [], key: terms.key(), teams });
    }, 'snapshot'),
  );
}

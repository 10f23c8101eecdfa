import { copyTemplate, createTemplate } from '@slipway/domain/commands';
import type { CopyTemplateRequest } from '@slipway/domain/templates';
import { readClock } from '@slipway/persistence/database';
import { claimTemplate } from '../commands/claim-ids.ts';
import { readPlan } from '../commands/dispatch.ts';
import type { DispatchResult } from '../commands/dispatch-result.ts';
import { type PendingPreconditions, requireVersion } from '../commands/preconditions.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { withPasswordsOfTemplates } from '../commands/template-passwords.ts';
import { withRetries } from '../concurrency/retry.ts';
import { decideInTransaction } from '../decision/decide.ts';
import { createEnv, type EngineContext } from '../decision/engine-context.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { teamsOfNewTemplate } from '../people/new-plan-teams.ts';
import type { Person } from '../people/person.ts';
import type { NewTemplate } from './create-templates.ts';
import { insertWithCreated, readTemplate } from './insert-with-created.ts';

/**
 * Makes a template in a folder. Ids that the client chose are kept where they are free. Throws Invalid,
 * Conflict, DuplicateRequest, and NotFound when there is no such folder.
 */
export async function createTemplateFromDraft(
  context: EngineContext,
  { draft, folderId, draftTeams }: NewTemplate,
  person: Person,
  preconditions: PendingPreconditions,
): Promise<DispatchResult> {
  const caller = await person.callerAt({ folderId });
  return await withRetries('a template with these ids', () =>
    context.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const preparedDraft = await withPasswordsOfTemplates(connection, draft);
      const claimedDraft = await claimTemplate(connection, sealTemplate(context.seal, preparedDraft));
      const teams = await teamsOfNewTemplate(connection, { folderId, draftTeams }, caller);
      const outcome = createTemplate(
        claimedDraft,
        folderId,
        caller,
        createEnv(context, await readClock(connection), {}),
      );
      return await insertWithCreated(connection, outcome, { created: [], key: preconditions.key(), teams });
    }),
  );
}

/**
 * Makes a template like another one, in the same folder, all of it as it was at one moment. At the top its teams are those of
 * a new one, with who copies it. Throws Invalid,
 * PreconditionFailed (the template), DuplicateRequest, and NotFound when there is no such template.
 */
export async function createTemplateCopy(
  context: EngineContext,
  templateId: string,
  order: CopyTemplateRequest,
  person: Person,
  preconditions: PendingPreconditions,
): Promise<DispatchResult> {
  // Loaded before the transaction, so that it uses no second connection.
  const { folderId } = (await readPlan(context, templateId, 'template')).release;
  await person.callerAt({ folderId, releaseId: templateId });
  return await withRetries(`template '${templateId}'`, () =>
    context.database.transaction(async (connection) => {
      const { release, version } = await readTemplate(connection, context, templateId);
      requireVersion(templateId, preconditions.expected(templateId), version);
      const caller = await person.callerAt({ folderId: release.folderId, releaseId: templateId });
      const now = await readClock(connection);
      const scope = { folderId: release.folderId, now, plans: context.plans, risk: context.risk };
      const { outcome } = await decideInTransaction(connection, scope, (decisionData) =>
        copyTemplate(release, order, caller, createEnv(context, now, decisionData)),
      );
      const teams = await teamsOfNewTemplate(connection, { folderId: release.folderId, draftTeams: [] }, caller);
      return await insertWithCreated(connection, outcome, { created: [], key: preconditions.key(), teams });
    }, 'snapshot'),
  );
}

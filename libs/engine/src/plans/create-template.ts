import { type Caller, type CopyOrder, copyTemplate, createTemplate, type TemplateDraft } from '@slipway/domain';
import { readClock } from '@slipway/persistence';
import { claimTemplate } from '../commands/claim-ids.ts';
import { type Deciding, type Dispatched, envAt } from '../commands/dispatch.ts';
import { type Held, requireVersion } from '../commands/request-terms.ts';
import { sealTemplate } from '../commands/seal-drafts.ts';
import { retrying } from '../concurrency/retry.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { insertMade, templateIn } from './stored-plans.ts';

/**
 * Makes a template in a folder. Ids that the client chose are kept where they are free. Throws Invalid,
 * Conflict, Repeated, and NotFound when there is no such folder.
 */
export async function makeTemplate(
  deciding: Deciding,
  draft: TemplateDraft,
  folderId: string,
  caller: Caller,
  terms: Held,
): Promise<Dispatched> {
  return await retrying('a template with these ids', () =>
    deciding.database.transaction(async (connection) => {
      await requireFolder(connection, folderId);
      const claimed = await claimTemplate(connection, sealTemplate(deciding.seal, draft));
      const outcome = createTemplate(claimed, folderId, caller, envAt(deciding, await readClock(connection), {}));
      return await insertMade(connection, outcome, [], terms.key(), true);
    }),
  );
}

/**
 * Makes a template like another one, in the same folder, all of it as it was at one moment. Throws Invalid,
 * Outdated (the template), Repeated, and NotFound when there is no such template.
 */
export async function makeTemplateLike(
  deciding: Deciding,
  templateId: string,
  order: CopyOrder,
  caller: Caller,
  terms: Held,
): Promise<Dispatched> {
  return await retrying(`template '${templateId}'`, () =>
    deciding.database.transaction(async (connection) => {
      const { release, version } = await templateIn(connection, deciding, templateId);
      requireVersion(templateId, terms.expected(templateId), version);
      const outcome = copyTemplate(release, order, caller, envAt(deciding, await readClock(connection), {}));
      return await insertMade(connection, outcome, [], terms.key(), true);
    }, 'snapshot'),
  );
}

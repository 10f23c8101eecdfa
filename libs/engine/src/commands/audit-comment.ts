import type { Outcome } from '@slipway/domain/decision';
import { writeAudit } from '@slipway/persistence/audit';
import type { Connection } from '@slipway/persistence/database';
import type { DispatchInput } from './dispatch-input.ts';

/**
 * Records an edited or deleted comment in the audit log. The entry does not contain the text, which can be deleted
 * because it contains a secret.
 */
export async function auditComment(
  connection: Connection,
  input: DispatchInput,
  { commentChange, release }: Outcome,
): Promise<void> {
  if (commentChange === undefined || input.kind === 'fact') return;
  const { id, taskId, author, text, previousVersion } = commentChange;
  const comment = { releaseId: release.id, taskId, author, version: previousVersion };
  await writeAudit(connection, {
    actor: { username: input.caller.username, address: input.address ?? null },
    action: text === null ? 'COMMENT_DELETED' : 'COMMENT_UPDATED',
    subject: id,
    before: comment,
    after: text === null ? null : { ...comment, version: previousVersion + 1 },
  });
}

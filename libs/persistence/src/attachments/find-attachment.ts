import type { Attachment } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { type AccessAttributes, accessAttributesSql, taskAccessSql } from '../people/access-attributes.ts';

/** An attachment, and what has it. */
export interface AttachmentWithOwner {
  readonly attachment: Attachment;
  readonly releaseId: string;
  /** null where the release or template itself has it */
  readonly taskId: string | null;
  readonly standing: AccessAttributes;
}

const hasSql = (row: string): string =>
  `${row}.passive ? 'attachments' and attachment_keys(${row}.passive) && $1::text[] and each ->> 'id' = any ($1::text[])`;
const attachmentRowsSql = (row: string): string => `jsonb_array_elements(${row}.passive -> 'attachments') as each`;

const select = {
  name: 'find-attachment',
  text: `select each as attachment, r.id as "releaseId", t.id as "taskId",
      ${accessAttributesSql('r', taskAccessSql('t'))} as standing
    from tasks t join releases r on r.id = t.release_id and r.archived = t.archived, ${attachmentRowsSql('t')} where ${hasSql('t')}
    union all
    select each, r.id, null, ${accessAttributesSql('r')} from releases r, ${attachmentRowsSql('r')} where ${hasSql('r')}`,
};

/** The attachment that one of the candidates names, live or archived, the earlier candidate first; null when none does. */
export async function findAttachment(
  connection: Connection,
  candidates: readonly string[],
): Promise<AttachmentWithOwner | null> {
  const rows = await connection.query<AttachmentWithOwner>(select, [candidates]);
  return candidates.flatMap((id) => rows.find(({ attachment }) => attachment.id === id) ?? [])[0] ?? null;
}

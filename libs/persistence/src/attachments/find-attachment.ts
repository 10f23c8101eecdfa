import type { Attachment } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { type Standing, standingSql, taskStandingSql } from '../people/standing.ts';

/** An attachment, and what has it. */
export interface FoundAttachment {
  readonly attachment: Attachment;
  readonly releaseId: string;
  /** null where the release or template itself has it */
  readonly taskId: string | null;
  readonly standing: Standing;
}

const has = (row: string): string =>
  `${row}.passive ? 'attachments' and attachment_keys(${row}.passive) && $1::text[] and each ->> 'id' = any ($1::text[])`;
const listed = (row: string): string => `jsonb_array_elements(${row}.passive -> 'attachments') as each`;

const select = {
  name: 'find-attachment',
  text: `select each as attachment, r.id as "releaseId", t.id as "taskId",
      ${standingSql('r', taskStandingSql('t'))} as standing
    from tasks t join releases r on r.id = t.release_id and r.archived = t.archived, ${listed('t')} where ${has('t')}
    union all
    select each, r.id, null, ${standingSql('r')} from releases r, ${listed('r')} where ${has('r')}`,
};

/** The attachment that one of the candidates names, live or archived, the earlier candidate first; null when none does. */
export async function findAttachment(
  connection: Connection,
  candidates: readonly string[],
): Promise<FoundAttachment | null> {
  const found = await connection.query<FoundAttachment>(select, [candidates]);
  return candidates.flatMap((id) => found.find(({ attachment }) => attachment.id === id) ?? [])[0] ?? null;
}

import type { AuditAction, Json } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { convertStorageErrors } from '../database/storage-errors.ts';

/** Who does something, and from where. */
export interface Actor {
  readonly username: string;
  /** Of the client; null without a request. */
  readonly address: string | null;
}

/** A change. Neither `before` nor `after` contains a secret: a mask shows that it has changed. */
export interface AuditRecord {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** the name of a user or role, the id of what has teams, the note of a token */
  readonly subject: string;
  /** what of it was so before; null where it is new */
  readonly before: Json;
  /** what of it is so now; null where it is gone */
  readonly after: Json;
}

const insert = {
  name: 'insert-audit',
  text: `insert into audit (action, username, address, subject, before, after)
    values ($1, $2, $3, $4, $5::jsonb, $6::jsonb)`,
};

const toJson = (value: Json): string | null => (value === null ? null : JSON.stringify(value));

/** Records a change in its transaction, so that neither exists without the other. */
export async function writeAudit(connection: Connection, record: AuditRecord): Promise<void> {
  const { actor, action, subject, before, after } = record;
  const values = [action, actor.username, actor.address, subject, toJson(before), toJson(after)];
  await convertStorageErrors(() => connection.query(insert, values));
}

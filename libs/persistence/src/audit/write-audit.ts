import type { AuditAction, Json } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { refusingUnstorable } from '../database/unstorable.ts';

/** Who does something, and from where. */
export interface Actor {
  readonly username: string;
  /** of the client; null where no request asked for it */
  readonly address: string | null;
}

/** What was changed. Neither `before` nor `after` holds a secret: that there is another one is told by a mask. */
export interface AuditLine {
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

const asJson = (value: Json): string | null => (value === null ? null : JSON.stringify(value));

/** Writes down what somebody has changed. In the transaction of the change: there is not the one without the other. */
export async function writeAudit(connection: Connection, line: AuditLine): Promise<void> {
  const { actor, action, subject, before, after } = line;
  const values = [action, actor.username, actor.address, subject, asJson(before), asJson(after)];
  await refusingUnstorable(() => connection.query(insert, values));
}

import { type Instant, isObject } from '@slipway/domain';
import type { Connection } from '../database/database.ts';
import { readSetting } from '../database/settings.ts';

const name = 'held-scheduling';
const hold = {
  text: `insert into settings (name, value) values ('${name}', jsonb_build_object('as of', $1::bigint))
    on conflict (name) do update set value = excluded.value`,
};
const release = { text: `delete from settings where name = '${name}' returning name` };

/** Pauses all schedulers, because the state is that of an earlier time: due work may already have been done. */
export async function holdScheduling(connection: Connection, asOf: Instant): Promise<void> {
  await connection.query(hold, [asOf]);
}

/** Lets schedulers begin; false where they were not held. */
export const releaseScheduling = async (connection: Connection): Promise<boolean> =>
  (await connection.query(release)).length > 0;

/** As of when the state is for which schedulers are held; null: they are not. */
export async function heldScheduling(connection: Connection): Promise<Instant | null> {
  const held = await readSetting(connection, name);
  const asOf = isObject(held) ? held['as of'] : undefined;
  return typeof asOf === 'number' ? asOf : null;
}

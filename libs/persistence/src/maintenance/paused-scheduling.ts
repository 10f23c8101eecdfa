import { type Instant, isObject } from '@slipway/domain/model';
import type { Connection } from '../database/database.ts';
import { readSetting } from '../database/settings.ts';

const settingName = 'held-scheduling';
const pauseStatement = {
  text: `insert into settings (name, value) values ('${settingName}', jsonb_build_object('as of', $1::bigint))
    on conflict (name) do update set value = excluded.value`,
};
const resumeStatement = { text: `delete from settings where name = '${settingName}' returning name` };

/** Pauses all schedulers, because the state is that of an earlier time: due work may already have been done. */
export async function pauseScheduling(connection: Connection, asOf: Instant): Promise<void> {
  await connection.query(pauseStatement, [asOf]);
}

/** Lets schedulers begin; false where they were not held. */
export const resumeScheduling = async (connection: Connection): Promise<boolean> =>
  (await connection.query(resumeStatement)).length > 0;

/** As of when the state is for which schedulers are held; null: they are not. */
export async function readSchedulingPause(connection: Connection): Promise<Instant | null> {
  const setting = await readSetting(connection, settingName);
  const asOf = isObject(setting) ? setting['as of'] : undefined;
  return typeof asOf === 'number' ? asOf : null;
}

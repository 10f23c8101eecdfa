import type { Instant } from '@slipway/domain/model';
import type { Connection } from './database.ts';

const clock = {
  name: 'clock',
  text: 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
};

export async function readClock(connection: Connection): Promise<Instant> {
  const [row] = await connection.query<{ readonly now: Instant }>(clock);
  return row?.now ?? Number.NaN;
}

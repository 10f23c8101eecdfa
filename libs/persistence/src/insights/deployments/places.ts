import type { Instant } from '@slipway/domain/model';
import type { Connection } from '../../database/database.ts';
import { timestamp } from '../../database/instants.ts';

/** An application and an environment under the folder of a setting. */
export interface Place {
  readonly scopeId: string | null;
  readonly application: string | null;
  readonly environment: string | null;
}

/** A place with the end of a deployment that was added, changed or removed there. */
export interface TouchedPlace extends Place {
  readonly endedAt: Instant;
}

/** The number of the lock of all changes of deployments. It is arbitrary. */
const deploymentsLock = 5_516_069;
const lockStatement = {
  name: 'lock-insight-deployments',
  text: `select pg_advisory_xact_lock(${deploymentsLock})`,
};

/** Locks the deployments until the transaction ends, because the result of one depends on others. */
export async function lockDeployments(connection: Connection): Promise<void> {
  await connection.query(lockStatement);
}

/** Returns the touched places as JSON for a statement, with the first and the last end in each. */
export function placesJson(touched: readonly TouchedPlace[]): string {
  const groups = Map.groupBy(touched, ({ scopeId, application, environment }) =>
    JSON.stringify([scopeId, application, environment]),
  );
  const places = [...groups.values()].flatMap((group) => {
    const [place] = group;
    if (place === undefined) return [];
    const ends = group.map(({ endedAt }) => endedAt);
    return [
      {
        ...{ scope_id: place.scopeId, application: place.application, environment: place.environment },
        ...{ first: timestamp(Math.min(...ends)), last: timestamp(Math.max(...ends)) },
      },
    ];
  });
  return JSON.stringify(places);
}

/** SQL for the places of `placesJson` in the first parameter. */
export const placesSql =
  'json_to_recordset($1) as t(scope_id text, application text, environment text, first timestamptz, last timestamptz)';

/** SQL for whether two rows are at the same place. */
export const isSamePlaceSql = (a: string, b: string): string =>
  ['scope_id', 'application', 'environment'].map((column) => `${a}.${column} = ${b}.${column}`).join(' and ');

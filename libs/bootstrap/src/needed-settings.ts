import { CannotStart, type Config } from '@slipway/runtime';

/** What every process on a database of its operator's own needs. */
interface Needed {
  readonly url: string;
  /** 32 bytes in base64 */
  readonly secretKey: string;
}

/** Throws `CannotStart` where one is missing; `who` needs them, and its database is the one whose releases it `does`. */
export function neededSettings({ databaseUrl: url, secretKey }: Config, who: string, does: string): Needed {
  if (url === undefined) throw new CannotStart(`${who} needs DATABASE_URL: the database whose releases it ${does}`);
  if (secretKey === undefined)
    throw new CannotStart(`${who} needs SECRET_KEY: the key of the process that made the database`);
  return { url, secretKey };
}

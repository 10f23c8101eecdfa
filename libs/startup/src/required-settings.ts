import { type Config, StartupError } from '@slipway/process';

/** What every process on a database of its operator's own needs. */
interface RequiredSettings {
  readonly url: string;
  /** 32 bytes in base64 */
  readonly secretKey: string;
}

/** Throws `StartupError` where one is missing; `who` needs them, and its database is the one whose releases it `does`. */
export function requireSettings(
  { databaseUrl: url, secretKey }: Config,
  processName: string,
  action: string,
): RequiredSettings {
  if (url === undefined)
    throw new StartupError(`${processName} needs DATABASE_URL: the database whose releases it ${action}`);
  if (secretKey === undefined)
    throw new StartupError(`${processName} needs SECRET_KEY: the key of the process that made the database`);
  return { url, secretKey };
}
